"""The index follows the tables, event by event, whatever the order they come in."""

import pytest
from pytest_django import DjangoAssertNumQueries

from discovery.atlas.models import Entity
from discovery.search.documents import documents_of
from discovery.search.index import SearchIndex
from discovery.search.reactions import UpdateSearchIndex
from discovery.search.services import reconcile_index, reindex
from discovery.search.types import SearchQuery
from tests.builders.entities import (
    classify,
    column_json,
    delete,
    flow,
    make_classification,
    make_table,
    row,
    save,
    table_json,
)
from workflows.events.models import Event
from workflows.events.selectors import find_events

pytestmark = pytest.mark.django_db


def drain(after: int = 0) -> None:
    """Hands every event after a position to the reaction."""
    UpdateSearchIndex().react(find_events(after=after, limit=10_000))


def last() -> int:
    newest = Event.objects.order_by("-position").first()
    return newest.position if newest else 0


def found(index: SearchIndex, text: str = "", **query: object) -> set[str]:
    hits = index.search(SearchQuery(text=text, limit=200, **query)).hits
    return {hit.document.qualified_name.split("@")[0] for hit in hits}


def test_what_is_created_is_found_with_its_path(index: SearchIndex) -> None:
    make_table("core.orders", ["order_id", "customer_id"], owner="priya", description="One row per order")
    drain()
    document = index.search(SearchQuery(text="core.orders")).hits[0].document
    assert (document.path, document.database, document.columns) == (
        ("Hive", "core"),
        "core",
        ("order_id", "customer_id"),
    )
    [column] = [hit.document for hit in index.search(SearchQuery(text="customer_id", kinds=["column"])).hits]
    assert (column.path, column.owners, column.database) == (("Hive", "core", "orders"), ("priya",), "core")
    assert column.parent_guid == document.guid


def test_an_edited_text_is_found_and_the_old_one_is_not(index: SearchIndex) -> None:
    make_table("core.orders", description="zebra")
    drain()
    start = last()
    save(table_json("core.orders", description="giraffe"))
    drain(start)
    assert (found(index, "giraffe"), found(index, "zebra")) == ({"core.orders"}, set())


def test_a_classification_reaches_the_facet_of_everything_downstream(index: SearchIndex) -> None:
    """apache/atlas c04c0ab3e (ATLAS-3491): by the parent classification too."""
    make_classification("SECRET")
    make_classification("SECRET_MAIL", parent="SECRET")
    for name in ("a.t2", "a.t3", "a.other"):
        make_table(name)
    flow("job", ["a.t2"], ["a.t3"])
    drain()
    start = last()
    classify("a.t2", "SECRET_MAIL", propagate=True)
    drain(start)
    assert found(index, filters={"classification": ["SECRET"]}) == {"a.t2", "a.t3", "job"}
    assert found(index, filters={"classification": ["SECRET_MAIL"]}) == {"a.t2", "a.t3", "job"}


def test_a_renamed_table_takes_its_columns_along(index: SearchIndex) -> None:
    make_table("core.orders", ["order_id"])
    drain()
    start = last()
    renamed = table_json("core.orders")
    renamed["attributes"]["name"] = "purchases"
    save(renamed)
    drain(start)
    assert index.search(SearchQuery(text="purchases.order_id")).hits[0].document.name == "order_id"


def test_a_new_column_is_found_on_its_table(index: SearchIndex) -> None:
    make_table("core.orders", ["order_id"])
    drain()
    start = last()
    save(column_json("core.orders", "coupon"))
    drain(start)
    assert found(index, "coupon") == {"core.orders", "core.orders.coupon"}


def test_deleted_entities_leave_the_default_search(index: SearchIndex) -> None:
    """apache/atlas 0cde9f921 (ATLAS-2550)."""
    make_classification("SECRET")
    make_table("core.orders", ["order_id"])
    classify("core.orders", "SECRET")
    drain()
    start = last()
    delete("core.orders")
    drain(start)
    assert found(index, "orders") == set()
    hits = index.search(SearchQuery(filters={"classification": ["SECRET"]}, statuses=["DELETED"])).hits
    assert [hit.document.own_classifications for hit in hits] == [("SECRET",)]
    delete("core.orders", hard=True)
    drain(start)
    assert "core.orders" not in found(index, statuses=["ACTIVE", "DELETED"])


def test_doubled_and_reordered_events_do_no_harm(index: SearchIndex) -> None:
    make_table("core.orders", description="zebra")
    drain()
    save(table_json("core.orders", description="giraffe"))
    events = find_events(limit=1000)
    UpdateSearchIndex().react([*reversed(events), *events])
    assert found(index, "giraffe") == {"core.orders"}


def test_internal_entities_are_never_indexed(index: SearchIndex) -> None:
    """apache/atlas a8ecfdf8d (ATLAS-4436), 929e505a8 (ATLAS-3433)."""
    make_table("core.orders")
    entity = row("core.orders")
    entity.pk, entity.guid, entity.type_name, entity.kind = None, "internal", "__AtlasUserProfile", "internal"
    entity.qualified_name = "profile"
    entity.save()
    reindex()
    page = index.search(SearchQuery())
    assert page.total == 2
    assert not [value for value in page.facets["type"] if value.value.startswith("__")]


def test_reconciling_finds_and_mends_each_kind_of_difference(index: SearchIndex) -> None:
    for name in ("a.missing", "a.stale", "a.surplus"):
        make_table(name)
    reindex()
    index.remove([row("a.missing").guid])
    stale = row("a.stale")
    stale.description = "changed behind the index"
    stale.save()
    surplus = row("a.surplus")
    surplus.delete()
    differences = reconcile_index()
    assert (differences.missing, differences.stale, differences.surplus, differences.total) == (1, 1, 1, 3)
    assert reconcile_index().total == 0
    assert found(index, "behind") == {"a.stale"}


def test_documents_cost_the_same_queries_whatever_their_number(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(5):
        make_table(f"core.t{number}", ["a", "b"])
    rows = list(Entity.objects.select_related("parent"))
    documents_of(rows)
    with django_assert_max_num_queries(8):
        documents_of(rows)
