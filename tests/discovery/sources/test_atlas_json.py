"""Atlas v2 JSON in its three shapes, and everything that can be wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from discovery.atlas.models import Entity
from discovery.atlas.registry import type_registry
from discovery.sources.base import ImportReport
from discovery.sources.formats import sources_of
from discovery.sources.services import import_path
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


def imported(path: Path, *, dry_run: bool = False) -> ImportReport:
    [(found, source)] = sources_of(path)
    return import_path(found, source, dry_run=dry_run)


def written(folder: Path, content: object, name: str = "catalog.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def dataset(name: str, **more: Any) -> dict[str, Any]:
    return {"typeName": "DataSet", "attributes": {"qualifiedName": f"{name}@x", "name": name, **more}}


def column(name: str, table: object, **more: Any) -> dict[str, Any]:
    attributes = {"qualifiedName": f"{name}@x", "name": name, "type": "string", "table": table}
    return {"typeName": "hive_column", "attributes": attributes, **more}


def table(guid: str = "-1", name: str = "t") -> dict[str, Any]:
    return {"guid": guid, "typeName": "hive_table", "attributes": {"qualifiedName": f"{name}@x", "name": name}}


def test_entities_come_in_with_the_origin_and_are_unchanged_the_second_time(tmp_path: Path) -> None:
    path = written(tmp_path, {"entities": [column("c", {"guid": "-1"}), table(), dataset("d")]})
    report = imported(path)
    assert (report.created, report.refused) == (3, [])
    assert Entity.objects.get(qualified_name="c@x").parent == Entity.objects.get(qualified_name="t@x")
    assert set(Event.objects.filter(kind="ENTITY_CREATE").values_list("origin", "actor")) == {
        ("ingest:atlas", "import")
    }
    before = Event.objects.count()
    again = imported(path)
    assert (again.created, again.updated, again.unchanged) == (0, 0, 3)
    assert Event.objects.count() == before


def test_one_entity_with_referred_entities(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {
            "entity": {**table(), "relationshipAttributes": {"columns": [{"guid": "-2"}]}},
            "referredEntities": {"-2": column("c", {"guid": "-1"}, guid="-2")},
        },
    )
    report = imported(path)
    assert (report.created, report.refused) == (2, [])


def test_typedefs_create_types_and_extend_known_ones(tmp_path: Path) -> None:
    optional = {"typeName": "string", "isOptional": True}
    content = {
        "entityDefs": [
            {"name": "thing", "superTypes": ["DataSet"], "attributeDefs": [{"name": "a", **optional}]},
            {"name": "hive_table", "superTypes": ["DataSet"], "attributeDefs": [{"name": "team", **optional}]},
        ],
        "classificationDefs": [{"name": "SECRET"}],
    }
    report = imported(written(tmp_path, content))
    assert (report.types, report.refused) == (3, [])
    assert "team" in type_registry().entity_types["hive_table"].attributes
    assert "SECRET" in type_registry().classification_types
    assert imported(tmp_path / "catalog.json").types == 0


def test_a_wrong_type_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    content = {"entityDefs": [{"name": "good", "superTypes": ["DataSet"]}, {"name": "bad", "superTypes": ["gone"]}]}
    report = imported(written(tmp_path, content))
    assert report.types == 1
    assert "type bad" in report.refused[0].place
    assert "gone" in report.refused[0].reason


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"typeName": "nonsense", "attributes": {"qualifiedName": "b"}}, "there is no entity type nonsense"),
        ({"typeName": "DataSet", "attributes": {"qualifiedName": "b"}}, "DataSet.name: mandatory attribute"),
        (dataset("b", owner=1) | {"classifications": [{"typeName": "NOPE"}]}, "classification NOPE"),
        ({"typeName": "hive_column", "attributes": {"qualifiedName": "b", "name": "b", "type": "int"}}, "table"),
        (column("b", {"guid": "-9"}), "neither in the file nor in the catalog"),
        (column("b", {"guid": "11111111-1111-1111-1111-111111111111"}), "neither in the file nor in the catalog"),
        (column("b", {"typeName": "hive_table", "uniqueAttributes": {"qualifiedName": "gone"}}), "not found"),
        (dataset("b") | {"guid": "no-guid"}, "no-guid is no guid"),
        (dataset("good"), "is there twice, first at"),
        ({"attributes": {}}, "typeName is missing"),
        ("text", "an entity must be an object"),
        ({"typeName": "DataSet", "attributes": []}, "attributes must be an object"),
    ],
)
def test_one_bad_entity_is_named_and_the_rest_comes_in(tmp_path: Path, bad: object, reason: str) -> None:
    path = written(tmp_path, {"entities": [dataset("good"), bad, dataset("also good")]})
    report = imported(path)
    assert report.created == 2
    assert [refusal.place for refusal in report.refused] == [f"{path}: entities[1]"]
    assert reason in report.refused[0].reason
    assert not Entity.objects.filter(qualified_name__in=["b", "b@x"]).exists()


def test_what_needs_a_refused_entity_is_refused_too_and_the_rest_goes_on(tmp_path: Path) -> None:
    broken = {**table(), "attributes": {"qualifiedName": "t@x"}}
    path = written(tmp_path, {"entities": [broken, column("c", {"guid": "-1"}), dataset("d")]})
    report = imported(path)
    assert report.created == 1
    assert [refusal.place for refusal in report.refused] == [f"{path}: entities[0]", f"{path}: entities[1]"]
    assert "was refused" in report.refused[1].reason


def test_a_guid_that_belongs_to_another_entity_is_refused(tmp_path: Path) -> None:
    imported(written(tmp_path, {"entities": [dataset("first")]}))
    taken = Entity.objects.get(qualified_name="first@x").guid
    report = imported(written(tmp_path, {"entities": [{**dataset("second"), "guid": taken}, dataset("third")]}))
    assert report.created == 1
    assert len(report.refused) == 1
    assert Entity.objects.get(guid=taken).qualified_name == "first@x"


@pytest.mark.parametrize("content", ["{", "[1, 2", "", '"text"', "{}", '{"entities": {}}', "[" * 100_000])
def test_broken_files_are_refused_by_name(tmp_path: Path, content: str) -> None:
    path = written(tmp_path, content)
    report = imported(path)
    assert report.entities == 0
    assert len(report.refused) == 1
    assert report.refused[0].place.startswith(str(path))


@pytest.mark.parametrize("name", ["Größe 数据 🜁", "a'b\"c;--", "<script>", "‮rtl", "x" * 3000, "tab\there"])
def test_any_name_comes_in(tmp_path: Path, name: str) -> None:
    report = imported(written(tmp_path, {"entities": [dataset(name)]}))
    assert (report.created, report.refused) == (1, [])
    assert Entity.objects.get().name == name


def test_a_description_of_ten_megabytes_comes_in(tmp_path: Path) -> None:
    report = imported(written(tmp_path, {"entities": [dataset("big", description="word " * 2_000_000)]}))
    assert (report.created, report.refused) == (1, [])
    assert len(Entity.objects.get().description) == 10_000_000


def test_lone_surrogates_and_nul_do_not_stop_the_rest(tmp_path: Path) -> None:
    text = '{"entities": [' + json.dumps(dataset("good")) + ', {"typeName": "DataSet", "attributes": '
    text += '{"qualifiedName": "b\\ud800", "name": "n"}}]}'
    report = imported(written(tmp_path, text))
    assert report.created == 1
    assert len(report.refused) == 1


def test_dry_run_writes_nothing(tmp_path: Path) -> None:
    content = {"entities": [dataset("good"), {"typeName": "thing", "attributes": {"qualifiedName": "q", "name": "n"}}]}
    content["entityDefs"] = [{"name": "thing", "superTypes": ["DataSet"]}]
    report = imported(written(tmp_path, content), dry_run=True)
    assert (report.created, report.types, report.refused) == (2, 1, [])
    assert not Entity.objects.exists()
    assert "thing" not in type_registry().entity_types


def test_a_wide_table_and_a_circle_come_in(tmp_path: Path) -> None:
    wide = table()
    wide["relationshipAttributes"] = {"columns": [{"guid": f"-{number}"} for number in range(2, 1202)]}
    columns = [column(f"c{number}", {"guid": "-1"}, guid=f"-{number}") for number in range(2, 1202)]
    job = {"typeName": "Process", "guid": "-5000", "attributes": {"qualifiedName": "p@x", "name": "p"}}
    job["relationshipAttributes"] = {"inputs": [{"guid": "-1"}], "outputs": [{"guid": "-1"}]}
    wide["relationshipAttributes"]["inputToProcesses"] = [{"guid": "-5000"}]
    report = imported(written(tmp_path, {"entities": [wide, *columns, job]}))
    assert (report.created, report.refused) == (1202, [])
    assert Entity.objects.filter(parent__qualified_name="t@x").count() == 1200
