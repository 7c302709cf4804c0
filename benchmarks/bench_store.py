"""The embedded store: creating in bulk, reading one entity as JSON, spreading classifications.

Wall-clock first, then processor time of this process in brackets: other work on the machine shows in the first only,
so limits are held against the second. Last stands what a real Apache Atlas 3.0 needed for the same on two cores.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

ENTITIES_PER_SECOND = 2000
TARGETS = 5000
SPREAD_SECONDS = 1.0

_numbers = count()


def prepare() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="bench-store-")
    import django

    django.setup()
    from django.core.management import call_command

    import catalogsite.celery  # noqa: F401 - writes nudge the configured broker, as in the product

    call_command("migrate", verbosity=0)


def tables(number_of_tables: int, columns: int) -> Iterator[dict[str, Any]]:
    from tests.builders.entities import column_json, database_json, reference, table_json

    database = f"db{next(_numbers)}"
    yield database_json(database)
    for number in range(number_of_tables):
        name = f"{database}.t{number}"
        yield table_json(name, db=reference("hive_db", database), description="one row per event")
        for place in range(columns):
            yield column_json(name, f"c{place}", position=place, comment="as the source says")


@dataclass(frozen=True)
class Seconds:
    wall: float
    processor: float

    def rate(self, number: int) -> "Seconds":
        return Seconds(number / self.wall, number / self.processor)


def measured(work: Callable[[], object]) -> Seconds:
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return Seconds(time.perf_counter() - wall, time.process_time() - processor)


def median(values: Iterable[Seconds]) -> Seconds:
    found = list(values)
    return Seconds(statistics.median(v.wall for v in found), statistics.median(v.processor for v in found))


def show(what: str, pair: Seconds, unit: str, atlas: str, *, factor: float = 1, limit: str = "") -> None:
    print(
        f"{what:<54} {pair.wall * factor:>8,.0f} ({pair.processor * factor:>8,.0f}) {unit:<11} "
        f"{limit:<12} Atlas: {atlas}",
        flush=True,
    )


def save_timed(entities: list[dict[str, Any]]) -> Seconds:
    """Entities a second of one call."""
    from discovery.atlas.services import authority
    from tests.builders.entities import CONTEXT

    return measured(lambda: authority().save_entities(entities=entities, context=CONTEXT)).rate(len(entities))


def bulk(number_of_tables: int, columns: int, rounds: int) -> Seconds:
    return median(save_timed(list(tables(number_of_tables, columns))) for _ in range(rounds))


def same_again(number_of_tables: int, columns: int) -> Seconds:
    entities = list(tables(number_of_tables, columns))
    save_timed(entities)
    return median(save_timed(entities) for _ in range(5))


def read_json() -> Seconds:
    from discovery.atlas.selectors import entity_json
    from tests.builders.entities import make_table

    table = make_table("reading.t", [f"c{number}" for number in range(50)])
    entity_json(table.guid)
    return median(measured(lambda: entity_json(table.guid)) for _ in range(30))


def fan(name: str, targets: int) -> None:
    """One table that flows into many, over a process for each ten of them."""
    from tests.builders.entities import process_json, save, table_json

    save(table_json(f"{name}.source"))
    for start in range(0, targets, 500):
        some = [f"{name}.t{number}" for number in range(start, min(start + 500, targets))]
        batch = [table_json(each) for each in some]
        batch += [
            process_json(f"{name}.p{start + at}", [f"{name}.source"], some[at : at + 10])
            for at in range(0, len(some), 10)
        ]
        save_timed(batch)


def spread(name: str) -> tuple[Seconds, Seconds, int]:
    """Adding, removing, and how many entities carried it besides the source."""
    from tests.builders.entities import carriers, classify, unclassify

    added = measured(lambda: classify(f"{name}.source", "PII"))
    reached = len(carriers("PII")) - 1
    removed = measured(lambda: unclassify(f"{name}.source", "PII"))
    return added, removed, reached


def main() -> int:
    prepare()
    bulk(5, 20, rounds=2)
    small, large = bulk(5, 20, rounds=9), bulk(50, 20, rounds=3)
    wanted = f"≥ {ENTITIES_PER_SECOND:,}/s"
    show("create 5 tables × 20 columns in one call", small, "entities/s", "101/s", limit=wanted)
    show("create 50 tables × 20 columns in one call", large, "entities/s", "17/s", limit=wanted)
    show("save 5 × 20 again, nothing changed", same_again(5, 20), "entities/s", "not measured")
    show("read a table with 50 columns as Atlas JSON", read_json(), "ms", "66 ms", factor=1000)
    for name, targets, atlas in (("near", 90, ("560 ms", "690 ms")), ("far", TARGETS * 10 // 11, ("–", "–"))):
        fan(name, targets)
        added, removed, reached = spread(name)
        show(f"classification that reaches {reached:,}: add", added, "ms", atlas[0], factor=1000)
        show(f"classification that reaches {reached:,}: remove", removed, "ms", atlas[1], factor=1000)
    met = min(small.processor, large.processor) >= ENTITIES_PER_SECOND and added.processor <= SPREAD_SECONDS
    print(f"targets ({wanted} created, {TARGETS:,} reached in {SPREAD_SECONDS} s): {'met' if met else 'not met'}")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
