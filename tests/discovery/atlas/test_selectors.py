"""Reading from our tables: what each selector answers, and that its queries do not grow with the rows."""

from typing import Any

import pytest

from catalogsite.common.errors import InvalidInput, NotFound
from discovery.atlas import selectors
from tests.builders.entities import classify, column_json, delete, flow, make_table, row, save, unclassify

pytestmark = pytest.mark.django_db


def names(page: Any) -> list[str]:
    return [column.name for column in page.results]


def test_unknown_guids_and_names_are_not_found() -> None:
    with pytest.raises(NotFound) as refusal:
        selectors.get_entity("no-such-guid")
    assert refusal.value.details["errorCode"] == "404-005"
    with pytest.raises(NotFound) as refusal:
        selectors.get_entity_by_qualified_name("hive_table", "m.none@cl1")
    assert refusal.value.details["errorCode"] == "404-009"


def test_a_name_means_the_living_entity_else_the_one_deleted() -> None:
    first = make_table("m.t")
    delete("m.t")
    assert selectors.get_entity_by_qualified_name("hive_table", "m.t@cl1") == first
    second = make_table("m.t")
    assert selectors.get_entity_by_qualified_name("hive_table", "m.t@cl1") == second


def test_paths_lead_from_the_platform_down() -> None:
    make_table("m.t", ["c"])
    paths = selectors.paths_of([row("m"), row("m.t"), row("m.t.c")])
    assert [paths[row(name).guid] for name in ("m", "m.t", "m.t.c")] == [
        ("Hive",),
        ("Hive", "m"),
        ("Hive", "m", "t"),
    ]


def test_columns_come_in_the_tables_order_page_by_page() -> None:
    make_table("m.t", ["d", "c", "b", "a", "e"])
    found: list[str] = []
    cursor = None
    for _ in range(3):
        page = selectors.list_columns(row("m.t"), limit=2, cursor=cursor)
        assert page.total == 5
        found += names(page)
        cursor = page.next
    assert found == ["d", "c", "b", "a", "e"]
    assert cursor is None


def test_a_foreign_cursor_is_refused() -> None:
    make_table("m.t", ["a"])
    with pytest.raises(InvalidInput):
        selectors.list_columns(row("m.t"), cursor="nonsense")


def test_columns_are_filtered_and_counted() -> None:
    make_table("m.t", ["id", "email", "note"])
    save(column_json("m.t", "id", comment="Number of the order", position=0))
    classify("m.t.email", "PII")
    assert selectors.count_columns(row("m.t")) == selectors.ColumnCounts(all=3, classified=1, undocumented=2)
    assert names(selectors.list_columns(row("m.t"), only="classified")) == ["email"]
    assert names(selectors.list_columns(row("m.t"), only="undocumented")) == ["email", "note"]
    assert names(selectors.list_columns(row("m.t"), q="ORDER")) == ["id"]


def test_deleted_columns_leave_the_list_of_a_living_table() -> None:
    make_table("m.t", ["a", "b"])
    delete("m.t.a")
    assert names(selectors.list_columns(row("m.t"))) == ["b"]
    assert selectors.column_counts_of([row("m.t")]) == {row("m.t").guid: 1}


def test_a_deleted_table_still_shows_its_columns() -> None:
    make_table("m.t", ["a", "b"])
    delete("m.t")
    assert names(selectors.list_columns(row("m.t"))) == ["a", "b"]


def test_the_first_columns_of_many_tables_in_one_query(django_assert_num_queries: Any) -> None:
    tables = [make_table(f"m.t{number}", ["a", "b", "c"]) for number in range(4)]
    with django_assert_num_queries(1):
        found = selectors.first_columns_of(tables, limit=2)
    assert {guid: [column.name for column in columns] for guid, columns in found.items()} == {
        table.guid: ["a", "b"] for table in tables
    }


def test_a_classification_tells_where_it_comes_from() -> None:
    make_table("m.a")
    make_table("m.b")
    flow("p", ["m.a"], ["m.b"])
    classify("m.a", "PII", attributes={"kind": "email"})
    [view] = selectors.classifications_of([row("m.b").guid])[row("m.b").guid]
    assert (view.origin, view.source_guid, view.source_title) == ("PROPAGATED", row("m.a").guid, "a")
    assert (view.source_path, view.attributes, view.has_live_path) == (("Hive", "m"), {"kind": "email"}, True)
    path = selectors.propagation_path(row("m.b").guid, "PII", row("m.a").guid)
    assert [hop.title for hop in path] == ["a", "p", "b"]


@pytest.mark.parametrize("gone", ["m.a", "p", "m.b"])
def test_a_path_that_is_broken_is_said_to_be(gone: str) -> None:
    for name in ("m.a", "m.b", "m.c"):
        make_table(name)
    flow("p", ["m.a"], ["m.b"])
    flow("q", ["m.b"], ["m.c"])
    classify("m.a", "PII")
    delete(gone)
    [view] = selectors.classifications_of([row("m.c").guid])[row("m.c").guid]
    assert not view.has_live_path
    path = selectors.propagation_path(row("m.c").guid, "PII", row("m.a").guid)
    assert [path[0].title, path[-1].title] == ["a", "c"]


def test_a_path_whose_middle_is_purged_still_names_its_ends() -> None:
    for name in ("m.a", "m.b"):
        make_table(name)
    flow("p", ["m.a"], ["m.b"])
    classify("m.a", "PII")
    delete("p", hard=True)
    [view] = selectors.classifications_of([row("m.b").guid])[row("m.b").guid]
    assert not view.has_live_path
    path = selectors.propagation_path(row("m.b").guid, "PII", row("m.a").guid)
    assert [hop.title for hop in path] == ["a", "b"]
    unclassify("m.a", "PII")
    assert selectors.classifications_of([row("m.b").guid]) == {}


@pytest.mark.parametrize("tables", [2, 12])
def test_queries_do_not_grow_with_the_rows(tables: int, django_assert_max_num_queries: Any) -> None:
    made = [make_table(f"m.t{number}", ["a", "b"]) for number in range(tables)]
    flow("p", ["m.t0"], [f"m.t{number}" for number in range(1, tables)])
    classify("m.t0", "PII")
    guids = [table.guid for table in made]
    with django_assert_max_num_queries(5):
        selectors.classifications_of(guids)
    with django_assert_max_num_queries(2):
        selectors.terms_of(guids)
    with django_assert_max_num_queries(2):
        selectors.paths_of(made)
    with django_assert_max_num_queries(1):
        selectors.entities_by_guid(guids)
    with django_assert_max_num_queries(4):
        selectors.propagation_paths((guid, "PII", guids[0]) for guid in guids)
    with django_assert_max_num_queries(2):
        selectors.list_columns(made[0])
