"""Export zips: all real ones come in, twice the same; traps are refused."""

import json
import zipfile
from pathlib import Path

import pytest

from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.sources.atlas_export import AtlasExport
from discovery.sources.base import ImportReport, Refused
from discovery.sources.services import import_path
from tests.shared_data import FOLDER, shared_data

GUID = "11111111-1111-4111-8111-111111111111"
ENTITY = {"entity": {"guid": GUID, "typeName": "DataSet", "attributes": {"qualifiedName": "q", "name": "n"}}}
ZIPS = sorted(path.name for path in (FOLDER / "atlas-exports").glob("*.zip")) or ["stocks.zip"]


def imported(path: Path) -> ImportReport:
    assert AtlasExport().detect(path)
    return import_path(path, AtlasExport())


def zipped(folder: Path, files: dict[str, object]) -> Path:
    path = folder / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, bytes | str) else json.dumps(content))
    return path


@pytest.mark.django_db
@pytest.mark.parametrize("name", ZIPS)
def test_a_real_export_comes_in_and_changes_nothing_the_second_time(name: str) -> None:
    path = shared_data(f"atlas-exports/{name}")
    first = imported(path)
    assert first.refused == []
    assert first.created > 0
    rows = (Entity.objects.count(), Relationship.objects.count(), EntityClassification.objects.count())
    second = imported(path)
    assert (second.created, second.updated, second.types, second.refused) == (0, 0, 0, [])
    assert rows == (Entity.objects.count(), Relationship.objects.count(), EntityClassification.objects.count())


@pytest.mark.django_db
def test_guids_classifications_and_lineage_of_an_export_are_kept() -> None:
    imported(shared_data("atlas-exports/stocks.zip"))
    table = Entity.objects.get(type_name="hive_table")
    assert table.parent is not None
    assert table.parent.type_name == "hive_db"
    assert table.children.filter(kind="column").count() >= 5
    assert Relationship.objects.filter(type_name="process_dataset_outputs", end2=table).exists()


@pytest.mark.django_db
def test_files_without_an_order_come_in_too(tmp_path: Path) -> None:
    report = imported(zipped(tmp_path, {f"folder/{GUID}.json": ENTITY}))
    assert (report.created, report.refused) == (1, [])
    assert Entity.objects.get().guid == GUID


def refusals(path: Path) -> list[Refused]:
    return [item for item in AtlasExport().read(path) if isinstance(item, Refused)]


@pytest.mark.parametrize("name", ["../evil.json", "/etc/evil.json", "a/../../evil.json", "..\\evil.json", "C:\\e.json"])
def test_names_that_lead_out_are_refused_and_the_rest_is_read(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path, {name: ENTITY, f"{GUID}.json": ENTITY})
    assert [refusal.reason for refusal in refusals(path)] == ["the name leads out of the archive"]
    assert len(list(AtlasExport().read(path))) == 2


def test_a_file_that_swells_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path, {f"{GUID}.json": b" " * (40 << 20)})
    assert "unpacks to" in refusals(path)[0].reason


def test_an_archive_that_swells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discovery.sources.atlas_export.MAX_TOTAL", 1000)
    path = zipped(tmp_path, {f"{number}.json": " " * 500 for number in range(3)})
    assert refusals(path)[0].place == str(path)


def test_broken_parts_are_named(tmp_path: Path) -> None:
    path = zipped(tmp_path, {"bad.json": "{", "atlas-export-order.json": ["bad", "missing"], f"{GUID}.json": ENTITY})
    assert [refusal.place for refusal in refusals(path)] == [f"{path}!bad.json"]


def test_a_cut_archive_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path, {f"{GUID}.json": {"entity": {"typeName": "DataSet", "x": "y" * 5000}}})
    content = bytearray(path.read_bytes())
    content[60:70] = b"\xff" * 10
    path.write_bytes(content)
    assert len(refusals(path)) == 1
