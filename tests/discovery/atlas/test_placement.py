"""Parent, place among siblings and database: columns of a row that follow from its relationships."""

from typing import Any

import pytest

from discovery.atlas.models import Relationship
from discovery.atlas.selectors import paths_of
from discovery.atlas.services import authority
from tests.builders.entities import CONTEXT, column_json, database_json, make_table, reference, row, save, table_json

pytestmark = pytest.mark.django_db


def trino(type_name: str, name: str, /, **attributes: Any) -> dict[str, Any]:
    return {
        "typeName": type_name,
        "attributes": {"qualifiedName": f"{name}@cl1", "name": name.split(".")[-1]} | attributes,
    }


def make_trino() -> None:
    """instance i → catalog i.c → schema i.c.s → table i.c.s.t → column"""
    save(
        trino("trino_instance", "i"),
        trino("trino_catalog", "i.c", connectorType="hive", instance=reference("trino_instance", "i")),
        trino("trino_schema", "i.c.s", catalog=reference("trino_catalog", "i.c")),
        trino("trino_table", "i.c.s.t", trinoschema=reference("trino_schema", "i.c.s")),
        trino("trino_column", "i.c.s.t.col", table=reference("trino_table", "i.c.s.t"), data_type="bigint"),
    )


def test_the_nearest_container_is_the_database() -> None:
    make_trino()
    assert {row(name).database for name in ("i.c.s", "i.c.s.t", "i.c.s.t.col")} == {"s"}
    assert row("i.c").database == "c"
    assert paths_of([row("i.c.s.t.col")])[row("i.c.s.t.col").guid] == ("Trino", "i", "c", "s", "t")


def test_a_renamed_outer_container_leaves_inner_ones_their_names() -> None:
    make_trino()
    catalog = trino("trino_catalog", "i.c", connectorType="hive", instance=reference("trino_instance", "i"))
    catalog["attributes"]["name"] = "renamed"
    save(catalog)
    assert row("i.c").database == "renamed"
    assert {row(name).database for name in ("i.c.s", "i.c.s.t", "i.c.s.t.col")} == {"s"}


def test_a_renamed_schema_is_known_to_its_tables_and_columns() -> None:
    make_trino()
    save(trino("trino_schema", "i.c.s", catalog=reference("trino_catalog", "i.c"), name="renamed"))
    assert {row(name).database for name in ("i.c.s", "i.c.s.t", "i.c.s.t.col")} == {"renamed"}


def test_a_table_that_loses_its_database_has_none_and_its_columns_neither() -> None:
    make_table("m.t", ["c"])
    save(table_json("m.t", db=None))
    assert (row("m.t").parent, row("m.t").database) == (None, "")
    assert (row("m.t.c").parent, row("m.t.c").database) == (row("m.t"), "")


def test_so_does_one_whose_relationship_is_deleted() -> None:
    make_table("m.t", ["c"])
    edge = Relationship.objects.get(type_name="hive_table_db", status="ACTIVE")
    authority().delete_relationship(guid=edge.guid, context=CONTEXT)
    assert (row("m.t").parent, row("m.t").database, row("m.t.c").database) == (None, "", "")


def test_the_glossary_stays_the_parent_of_a_term_in_a_category() -> None:
    anchor = reference("AtlasGlossary", "g")
    save(
        {"typeName": "AtlasGlossary", "attributes": {"qualifiedName": "g@cl1", "name": "g"}},
        {"typeName": "AtlasGlossaryCategory", "attributes": {"qualifiedName": "c@cl1", "name": "c", "anchor": anchor}},
        {
            "typeName": "AtlasGlossaryTerm",
            "attributes": {
                "qualifiedName": "term@cl1",
                "name": "term",
                "anchor": anchor,
                "categories": [reference("AtlasGlossaryCategory", "c")],
            },
        },
    )
    assert row("term").parent == row("g")


def test_changing_many_columns_does_not_ask_for_each(django_assert_max_num_queries: Any) -> None:
    names = [f"c{number}" for number in range(40)]
    make_table("m.t", names)
    changed = [column_json("m.t", name, comment="new words", position=place) for place, name in enumerate(names)]
    with django_assert_max_num_queries(25):
        authority().save_entities(entities=changed, context=CONTEXT)
    assert row("m.t.c7").description == "new words"


def test_a_new_database_is_its_own_name() -> None:
    database = database_json("m")
    database["attributes"]["name"] = "Mart"
    save(database)
    assert row("m").database == "Mart"
