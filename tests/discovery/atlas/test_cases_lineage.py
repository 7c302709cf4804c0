"""What went wrong in other catalogs with lineage and identity: the part that the store answers for."""

import pytest

from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.selectors import find_by_qualified_name, get_entity_by_qualified_name
from tests.builders.entities import carriers, classify, column_json, delete, flow, make_table, process_json, row, save

pytestmark = pytest.mark.django_db

LINEAGE = ("dataset_process_inputs", "process_dataset_outputs")


def relations(**wanted: object) -> set[tuple[str, str]]:
    """Data-flow-wise pairs of names of the lineage edges."""
    edges = Relationship.objects.filter(type_name__in=LINEAGE, **wanted).select_related("end1", "end2")
    return {
        (edge.end2.name, edge.end1.name) if edge.type_name == LINEAGE[0] else (edge.end1.name, edge.end2.name)
        for edge in edges
    }


def test_long_texts_are_stored_as_they_are() -> None:
    """C14: very long attribute values broke filter or save (apache/atlas ATLAS-5032, ATLAS-2827)."""
    name, text = "dw." + "k7" * 300, "word " * 8000 + "zebraword"
    make_table(name, description=text)
    stored = row(name)
    assert stored.attributes["description"] == text == stored.description
    assert Entity.objects.filter(qualified_name__startswith=name[:300], kind="dataset").count() == 1
    assert Entity.objects.filter(qualified_name__contains=name[200:500], kind="dataset").count() == 1


def test_two_data_sets_that_feed_each_other_have_four_edges_and_no_copy_on_the_source() -> None:
    """C19: endless loops in circular lineage (datahub PR 2413; apache/atlas ATLAS-2531)."""
    make_table("m.a")
    make_table("m.b")
    flow("p1", ["m.a"], ["m.b"])
    flow("p2", ["m.b"], ["m.a"])
    assert relations() == {("a", "p1"), ("p1", "b"), ("b", "p2"), ("p2", "a")}
    classify("m.a", "PII")
    assert carriers("PII") == {"m.a", "p1", "m.b", "p2"}
    assert EntityClassification.objects.filter(entity=row("m.a")).count() == 1


def test_a_job_may_rewrite_its_own_source() -> None:
    """C20: same data set as input and output of one job (datahub issue 2954)."""
    make_table("m.a")
    make_table("m.x")
    flow("load", ["m.a", "m.x"], ["m.a"])
    assert relations() == {("a", "load"), ("x", "load"), ("load", "a")}
    classify("m.x", "PII")
    assert carriers("PII") == {"m.x", "load", "m.a"}


def test_two_ways_from_one_source_are_both_kept_and_give_one_copy() -> None:
    """C21: an edge was overwritten by a second path (apache/atlas ATLAS-920)."""
    for name in ("m.s", "m.m1", "m.m2", "m.t"):
        make_table(name)
    for number, (before, after) in enumerate([("s", "m1"), ("s", "m2"), ("m1", "t"), ("m2", "t")], start=1):
        flow(f"p{number}", [f"m.{before}"], [f"m.{after}"])
    assert len(relations()) == 8
    classify("m.s", "PII")
    assert EntityClassification.objects.filter(entity=row("m.t")).count() == 1


def test_many_inputs_and_outputs_of_one_process_stay_apart() -> None:
    """C21, second form."""
    for name in ("m.s", "m.m1", "m.m2", "m.t"):
        make_table(name)
    flow("p", ["m.s"], ["m.m1", "m.m2"])
    flow("q", ["m.m1", "m.m2"], ["m.t"])
    assert len(relations()) == 6


def test_a_deleted_table_keeps_its_edges_marked_as_deleted() -> None:
    """C22, C23: deleted tables looked alive in lineage (OpenMetadata issue 11795; apache/atlas ATLAS-947)."""
    for name in ("m.a", "m.b", "m.c"):
        make_table(name)
    flow("p1", ["m.a"], ["m.b"])
    flow("p2", ["m.b"], ["m.c"])
    delete("m.b")
    assert row("m.b").status == "DELETED"
    assert relations(status="DELETED") == {("p1", "b"), ("b", "p2")}
    assert relations(status="ACTIVE") == {("a", "p1"), ("p2", "c")}


def test_equal_names_in_two_clusters_are_two_data_sets() -> None:
    """C24: same table name in two clusters was merged (MarquezProject/marquez issue 1014)."""
    make_table("raw.orders@cl1")
    make_table("raw.orders@cl2")
    flow("copy", ["raw.orders@cl1"], ["raw.orders@cl2"])
    assert row("raw.orders@cl1").guid != row("raw.orders@cl2").guid
    [process] = Entity.objects.filter(kind="process")
    ends = {edge.end2.qualified_name for edge in process.edges_as_end1.select_related("end2")}
    assert ends == {"raw.orders@cl1", "raw.orders@cl2"}


def test_a_table_created_again_inherits_nothing_of_its_dead_predecessor() -> None:
    """C25: a dropped and re-created table inherited the old lineage (apache/atlas ATLAS-965)."""
    make_table("m.a")
    make_table("m.t", ["c"])
    flow("load", ["m.a"], ["m.t"])
    classify("m.t", "PII", propagate=False)
    first = row("m.t")
    delete("m.t")
    make_table("m.t", ["c"])
    second = row("m.t")
    assert first.guid != second.guid
    assert not Relationship.objects.filter(type_name__in=LINEAGE, end2=second).exists()
    assert [edge.status for edge in Relationship.objects.filter(type_name__in=LINEAGE, end2=first)] == ["DELETED"]
    assert get_entity_by_qualified_name("hive_table", second.qualified_name) == second
    assert [found.guid for found in find_by_qualified_name(second.qualified_name)] == [second.guid, first.guid]
    assert not second.classifications.exists()
    assert first.classifications.count() == 1


def test_a_reference_by_name_means_the_living_one() -> None:
    """C25, the other half: a process saved again after the table was re-created reads the new one."""
    make_table("m.a")
    make_table("m.t")
    flow("load", ["m.a"], ["m.t"])
    delete("m.t")
    make_table("m.t")
    save(process_json("load", ["m.a"], ["m.t"]))
    assert relations(status="ACTIVE") == {("a", "load"), ("load", "t")}
    assert row("load").edges_as_end1.filter(status="ACTIVE", end2=row("m.t")).exists()


def test_a_data_set_without_lineage_has_no_edges() -> None:
    """C26, store part: known without lineage is empty, not an error."""
    make_table("m.t")
    assert relations() == set()


def test_a_column_follows_its_table_to_another_database() -> None:
    make_table("m.t", ["c"])
    make_table("n.other")
    save({"typeName": "hive_table", "attributes": {"qualifiedName": "m.t@cl1", "name": "t", "db": _database("n")}})
    assert row("m.t.c").database == "n"


def test_columns_follow_a_renamed_database() -> None:
    make_table("m.t", ["c"])
    save({"typeName": "hive_db", "attributes": {"qualifiedName": "m@cl1", "name": "mart", "clusterName": "cl1"}})
    assert {row("m.t").database, row("m.t.c").database} == {"mart"}


def test_columns_stand_in_the_order_they_name() -> None:
    make_table("m.t", ["first", "second"])
    save(column_json("m.t", "first", position=5))
    names = row("m.t").children.order_by("position", "name").values_list("name", flat=True)
    assert list(names) == ["second", "first"]


def _database(name: str) -> dict[str, object]:
    return {"typeName": "hive_db", "uniqueAttributes": {"qualifiedName": f"{name}@cl1"}}
