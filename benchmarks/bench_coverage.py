"""/coverage over 100,000 entities: 8,000 datasets with 92,000 columns, measured when the page opens."""

import os
import random
import statistics
import tempfile
import time

ENTITIES = 100_000
DATASETS = 8_000
ROUNDS = 7


def prepare() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="bench-coverage-")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)


def fill() -> None:
    from django.utils import timezone

    from discovery.atlas.models import Entity, EntityClassification
    from discovery.usage.models import Usage
    from tests.builders.lineage import new_column, new_dataset

    dice = random.Random(11)
    text = "One row is one thing that happened, with the time at which it did and who was part of it. " * 3

    def documented() -> dict[str, object]:
        says = dice.random() < 0.6
        return {"is_documented": says, "description": text if says else ""}

    tables = [
        new_dataset(
            f"t{number}", database=f"db{number % 40}", owner=f"owner{number % 60}" if number % 5 else "", **documented()
        )
        for number in range(DATASETS)
    ]
    Entity.objects.bulk_create(tables, batch_size=400)
    columns = [
        new_column(
            tables[number % DATASETS], f"c{number}", position=number // DATASETS, data_type="string",
            attributes={"type": "string", "position": number}, **documented(),
        )
        for number in range(ENTITIES - DATASETS)
    ]  # fmt: skip
    Entity.objects.bulk_create(columns, batch_size=400)
    marks = [
        EntityClassification(entity=each, type_name="PII", source_guid=each.guid, created_ms=1, created_by="bench")
        for each in dice.sample(columns, 5_000)
    ]
    EntityClassification.objects.bulk_create(marks, batch_size=400)
    now = timezone.now()
    usage = [
        Usage(guid=each.guid, queries_30d=dice.randint(0, 900), people_30d=dice.randint(0, 40), at=now)
        for each in tables[::2]
    ]
    Usage.objects.bulk_create(usage, batch_size=400)


def measure(address: str) -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get_or_create(username="bench")[0])
    client.get(address)
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        answer = client.get(address)
        times.append(time.perf_counter() - started)
        assert answer.status_code == 200, answer.content[:300]
    print(f"{address:<50} {statistics.median(times) * 1000:7.0f} ms median   {max(times) * 1000:7.0f} ms worst")


def main() -> None:
    prepare()
    fill()
    from governance.coverage.services import take_snapshot

    started = time.perf_counter()
    counts = take_snapshot()
    print(f"a point of {counts.total + counts.columns.total:,} entities in {time.perf_counter() - started:.2f} s")
    for address in (
        "/coverage",
        "/coverage?by=owner",
        "/coverage?by=classification",
        "/coverage/list?what=columns-undocumented",
        "/api/v1/coverage?groupBy=db",
    ):
        measure(address)


if __name__ == "__main__":
    main()
