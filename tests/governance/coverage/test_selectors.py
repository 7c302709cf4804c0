"""What is counted, by every rule that distorted a number somewhere."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from catalogsite.common.errors import InvalidInput
from discovery.atlas.models import Entity
from discovery.atlas.texts import says_something
from discovery.documentation.models import TextRevision
from discovery.usage.models import Usage
from governance.coverage.metrics import coverage_ratio
from governance.coverage.selectors import (
    LISTS,
    count_all,
    count_shells,
    list_edits,
    list_entities,
    list_groups,
    list_next,
)
from tests.builders.documentation import ingest
from tests.builders.lineage import classify, column, dataset, process, soft_delete

pytestmark = pytest.mark.django_db


def documented(name: str, **fields: object) -> Entity:
    return dataset(name, description="Says something.", is_documented=True, **fields)


def use(entity: Entity, queries: int) -> None:
    Usage.objects.create(guid=entity.guid, queries_30d=queries, people_30d=1, at=timezone.now())


def test_an_empty_text_is_no_documentation() -> None:
    """Case C61: open-metadata/OpenMetadata PR#11914."""
    texts: list[dict[str, object]] = [
        {},
        {"description": None},
        {"description": ""},
        {"description": "ok"},
        {"description": "", "userDescription": "ok2"},
    ]
    for number, attributes in enumerate(texts):
        ingest("hive_table", f"core.t{number}@cl1", name=f"t{number}", **attributes)
    counts = count_all()
    assert (counts.documented, counts.total, counts.ratio) == (2, 5, 0.4)


def test_placeholders_count_as_nothing_but_texts_that_hold_the_word_do() -> None:
    """Case C62: ambient-code/agentready#353."""
    texts = [
        "TODO",
        "todo.",
        "TBD",
        "-",
        "Customer description field",
        "Tracks todo items per user",
        "orders",
        "Orders placed by customers",
    ]
    for number, text in enumerate(texts):
        ingest("hive_table", f"db{number}.orders@cl1", name="orders", description=text)
    assert (count_all().documented, count_all().total) == (3, 8)
    assert sum(says_something(text) for text in texts) == 4, "without the name to compare with"


def test_nothing_to_count_has_no_ratio() -> None:
    """Case C63: slidoapp/dbt-coverage PR#55, dbt-labs/dbt-project-evaluator#202."""
    assert coverage_ratio(0, 0) is None
    empty = count_all()
    assert (empty.total, empty.ratio, empty.columns.ratio, empty.owned_ratio) == (0, None, None, None)
    documented("a", database="one")
    dataset("b", database="one")
    column(dataset("no_table_of_its_own", database="", kind=Entity.Kind.OTHER), "c")
    groups = {group.key: group.counts for group in list_groups("db")}
    assert groups["one"].ratio == 0.5
    assert groups["one"].columns.ratio is None
    assert count_all().ratio == 0.5


def test_deleted_temporary_and_excluded_tables_are_not_counted() -> None:
    """Case C64: apache/atlas ATLAS-3590, open-metadata/OpenMetadata#7173."""
    for number in range(3):
        documented(f"good{number}")
    soft_delete(documented("good3"))
    dataset("plain0")
    dataset("plain1")
    soft_delete(dataset("gone0"))
    soft_delete(dataset("gone1"))
    temporary = dataset("passing", is_temporary=True)
    excluded = dataset("tmp_x")
    for table in (temporary, excluded):
        column(table, "c")
    counts = count_all()
    assert (counts.total, counts.documented, counts.ratio) == (5, 3, 0.6)
    assert counts.columns.total == 0


def test_edits_fall_on_the_day_of_the_zone_that_is_named() -> None:
    """Case C65: n8n-io/n8n PR#33989, constructorfabric/insight#1654."""
    for revision, text in enumerate(("2026-06-24T22:30", "2026-06-25T21:59:59", "2026-06-25T22:00"), start=1):
        at = datetime.fromisoformat(text).replace(tzinfo=UTC)
        TextRevision.objects.create(guid="g", revision=revision, text="x", by="ana", at=at)
    span = {"since": date(2026, 6, 24), "until": date(2026, 6, 26)}
    warsaw = list_edits(**span, zone=ZoneInfo("Europe/Warsaw"))
    assert warsaw == {date(2026, 6, 25): 2, date(2026, 6, 26): 1}
    assert list_edits(**span, zone=ZoneInfo("UTC")) == {date(2026, 6, 24): 1, date(2026, 6, 25): 2}
    one_day = list_edits(since=date(2026, 6, 25), until=date(2026, 6, 25), zone=ZoneInfo("Europe/Warsaw"))
    assert one_day == {date(2026, 6, 25): 2}


def test_jobs_shells_and_internal_entities_need_no_text() -> None:
    """Case C67: apache/atlas ATLAS-3412, ATLAS-5056."""
    tables = [documented("a"), documented("b"), dataset("c"), dataset("d")]
    for number in range(6):
        process(f"job{number}", [tables[0]], [tables[1]])
    dataset("shell", is_incomplete=True)
    dataset("audit", kind=Entity.Kind.INTERNAL, type_name="__AtlasAuditEntry")
    assert (count_all().documented, count_all().total) == (2, 4)
    assert count_shells() == 1


def test_groups_overlap_where_owners_and_classifications_do() -> None:
    a, b = documented("a", owner="Mira, Tom"), dataset("b", owner="Tom", type_name="kafka_topic", database="")
    email = column(a, "email", is_documented=True)
    column(a, "age")
    classify(email, "PII")
    classify(b, "PII")
    owners = {group.key: group.counts for group in list_groups("owner")}
    assert (owners["Mira"].total, owners["Tom"].total, owners["Tom"].documented) == (1, 2, 1)
    [pii] = list_groups("classification")
    assert (pii.key, pii.counts.total, pii.counts.documented, pii.counts.columns.total) == ("PII", 2, 1, 1)
    types = {group.key: group.counts for group in list_groups("type")}
    assert (types["hive_table"].columns.total, types["hive_table"].columns.documented) == (2, 1)
    assert count_all().classified == 2
    with pytest.raises(InvalidInput):
        list_groups("mood")


def test_each_number_is_the_length_of_its_list() -> None:
    a = documented("a", owner="Mira")
    dataset("b")
    classify(column(a, "email", is_documented=True), "PII")
    column(a, "age")
    counts = count_all()
    expected = {
        "datasets": counts.total,
        "documented": counts.documented,
        "undocumented": counts.total - counts.documented,
        "unowned": counts.total - counts.owned,
        "classified": counts.classified,
        "unclassified": counts.total - counts.classified,
        "columns-documented": counts.columns.documented,
        "columns-undocumented": counts.columns.total - counts.columns.documented,
        "columns-classified": counts.columns.classified,
    }
    assert {what: list_entities(what, limit=50, cursor=None).total for what in LISTS} == expected


def test_a_list_is_paged_to_its_end_without_gaps() -> None:
    for number in range(25):
        dataset(f"t{number % 3}", database=f"d{number}")
    seen: list[str] = []
    cursor = None
    while True:
        page = list_entities("undocumented", limit=10, cursor=cursor)
        seen += [row.guid for row in page.results]
        assert page.total == 25
        cursor = page.next
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 25


def test_what_to_document_next_is_the_most_used_without_text_and_says_why() -> None:
    quiet, busy = dataset("quiet"), dataset("busy")
    fine = documented("fine", owner="Mira")
    column(busy, "c1")
    use(quiet, 3)
    use(busy, 90)
    use(fine, 500)
    unused = dataset("unused")
    items = list_next(limit=10)
    assert [item.guid for item in items] == [busy.guid, quiet.guid, unused.guid]
    assert items[0].reasons == ("No description", "1 column empty", "No owner")
    assert items[0].queries == 90


def test_a_text_older_than_the_schema_is_stale() -> None:
    table = documented("t", owner="Mira")
    use(table, 5)
    column(table, "old", is_documented=True, created_ms=1_700_000_000_000)
    written = datetime.fromtimestamp(1_700_000_000, UTC)
    TextRevision.objects.create(guid=table.guid, revision=1, text="x", by="ana", at=written)
    assert list_next(limit=5) == []
    column(table, "new", is_documented=True, created_ms=1_700_000_000_000 + 3 * 86_400_000)
    assert list_next(limit=5)[0].reasons == ("Text older than schema by 3 days",)
