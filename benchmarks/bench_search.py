"""Search over 100,000 entities with facets, beside the raw engine: the same words in the same fields, the same
aggregations, the same number of stored documents read. Then the HTML page in the server."""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

ENTITIES = 100_000
DATASETS = 8_000
ROUNDS = 15
TEXTS = ("orders", "customer orders", "order", "revenue email", "custmer", "tag:PII orders", "db:db7 birth", "*")
WORDS = """
orders customer email sales region product click stream daily weekly report user session page event price stock
warehouse payment invoice revenue margin campaign segment country currency shipping address phone birth status
created updated amount quantity sku carrier parcel review rating coupon refund channel device browser
"""


def prepare() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="bench-search-")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def documents() -> Iterator[Any]:
    from discovery.search.types import SearchDocument

    chance = random.Random(7)
    words = WORDS.split()

    def name() -> str:
        return "_".join(chance.choice(words) for _ in range(chance.randint(1, 3)))

    for number in range(ENTITIES):
        is_column = number >= DATASETS
        database = f"db{chance.randint(0, 40)}"
        own = name() + (f"_{number % 400}" if chance.random() < 0.3 else "")
        tags = chance.choice(((), (), (), ("PII",), ("EmailPII",)))
        text = " ".join(chance.choice(words) for _ in range(12)) if chance.random() < 0.4 else ""
        path = ("Hive", database, f"t{number % DATASETS}") if is_column else ("Hive", database)
        yield SearchDocument(
            guid=f"{number:032x}",
            type_name="hive_column" if is_column else chance.choice(("hive_table", "hive_table", "kafka_topic")),
            super_types=("Asset", "DataSet", "Referenceable"),
            kind="column" if is_column else "dataset",
            status="ACTIVE",
            name=own,
            qualified_name=f"{'.'.join(path[1:])}.{own}_{number}@prod",
            path=path,
            platform="hive",
            database=database,
            description=text,
            source_description="",
            owners=(f"person{chance.randint(0, 60)}",) if chance.random() < 0.7 else (),
            classifications=(*tags, "PII") if tags == ("EmailPII",) else tags,
            own_classifications=tags,
            terms=(f"Term {chance.randint(0, 80)}",) if chance.random() < 0.1 else (),
            labels=(),
            columns=() if is_column else tuple(name() for _ in range(11)),
            is_documented=bool(text),
            queries_30d=chance.randint(0, 500) if not is_column else 0,
            updated_ms=1_700_000_000_000 + number,
        )


def median_ms(call: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    call()
    taken = []
    for _ in range(ROUNDS):
        started = clock()
        call()
        taken.append((clock() - started) * 1000)
    return statistics.median(taken)


def processor_ms(call: Callable[[], Any]) -> float:
    """Processor time: what else runs on the machine does not count, so that two figures can be compared."""
    return median_ms(call, time.process_time)


def raw_search(searcher: Any, query: Any) -> int:
    """What the engine alone needs: one scored query over the same fields, the same aggregations, the same reads."""
    from discovery.search.backends.tantivy import counting
    from discovery.search.backends.tantivy.asking import Filters, Ladder, all_of
    from discovery.search.question import ask

    filters = Filters(searcher).of(query)
    asked = all_of([Ladder(ask(query), searcher).everything(), *filters.values()])
    found = searcher.search(asked, limit=query.limit)
    free = [name for name in counting.COUNTED if name not in filters]
    searcher.aggregate(asked, {name: counting._values_of(name) for name in [*free, "status"]})
    for name in set(counting.COUNTED) & set(filters):
        others = [each for key, each in filters.items() if key != name]
        everything = all_of([Ladder(ask(query), searcher).everything(), *others])
        searcher.aggregate(everything, {name: counting._values_of(name)})
    for _score, address in found.hits:
        searcher.doc(address)
    return int(found.count)


def main() -> None:
    prepare()
    from django.test import Client

    from catalogsite.accounts.services import save_person
    from discovery.search.selectors import search_index, understand
    from discovery.search.types import SearchQuery

    index: Any = search_index()
    started = time.perf_counter()
    count = index.rebuild(documents())
    seconds = time.perf_counter() - started
    print(f"index of {count:,} documents built in {seconds:.1f} s, {count / seconds:,.0f} documents/s")

    client = Client()
    client.force_login(save_person(username="reader"))
    searcher = index._searcher()
    worst = 0.0
    print("processor time of one search, of the raw engine, and of the whole HTML page")
    print(f"{'query':24} {'total':>8} {'ours ms':>8} {'raw ms':>8} {'ratio':>6} {'page ms':>8}")
    for text in TEXTS:
        query = understand(SearchQuery(text=text, limit=20))[0]
        ours = processor_ms(lambda query=query: index.search(query))
        raw = processor_ms(lambda query=query: raw_search(searcher, query))
        page = processor_ms(lambda text=text: client.get("/search", {"q": text}))
        total = index.search(query).total
        assert total == raw_search(searcher, query)
        worst = max(worst, ours / raw)
        print(f"{text:24} {total:8,} {ours:8.2f} {raw:8.2f} {ours / raw:6.2f} {page:8.1f}")
    suggest = median_ms(lambda: index.suggest("cust"))
    elapsed = median_ms(lambda: client.get("/search", {"q": "orders"}))
    print(f"page for “orders” {elapsed:.0f} ms elapsed")
    print(f"worst ratio {worst:.2f} (budget 2); suggestions {suggest:.1f} ms; page budget 100 ms")


if __name__ == "__main__":
    main()
