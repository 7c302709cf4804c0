"""Shipped types come in with migrate, once, and never take anything away."""

from pathlib import Path

import pytest
import yaml
from django.core.management import call_command

from catalogsite.common.errors import CatalogError
from discovery.atlas.models import Setup, TypeDef
from discovery.atlas.registry import type_registry
from discovery.atlas.typedef_loader import FOLDER, load_typedefs

pytestmark = pytest.mark.django_db


def write_model(folder: Path, **groups: object) -> Path:
    (folder / "model.yaml").write_text(yaml.safe_dump({"service": "test", **groups}))
    return folder


def types_version() -> int:
    return Setup.objects.get().types_version


def test_migrate_has_loaded_them() -> None:
    assert type_registry().get_entity_type("hive_table").all_super_types >= {"DataSet", "Asset", "Referenceable"}
    assert type_registry().classification_types["PII"].attributes["kind"].type_name == "string"


def test_second_load_changes_nothing() -> None:
    before = types_version()
    assert load_typedefs() == 0
    call_command("migrate", verbosity=0)
    assert types_version() == before


def test_other_files_with_the_same_types_change_no_type(tmp_path: Path) -> None:
    for path in FOLDER.glob("*.yaml"):
        (tmp_path / path.name).write_bytes(path.read_bytes() + b"\n# another comment\n")
    before = types_version()
    assert load_typedefs(tmp_path) == 0
    assert types_version() == before


def test_additions_come_in_and_those_of_people_stay(tmp_path: Path) -> None:
    folder = write_model(tmp_path, entities={"thing": {"extends": ["DataSet"], "attributes": {"a": "string"}}})
    load_typedefs(folder)
    row = TypeDef.objects.get(name="thing")
    row.definition["attributeDefs"].append({**row.definition["attributeDefs"][0], "name": "mine"})
    row.save()

    write_model(
        tmp_path, entities={"thing": {"extends": ["DataSet"], "attributes": {"a": "string indexed", "b": "int"}}}
    )
    before = types_version()
    assert load_typedefs(folder) == 1
    assert types_version() > before
    thing = type_registry().get_entity_type("thing")
    assert {"a", "b", "mine"} <= set(thing.attributes)
    assert thing.attributes["a"].is_indexable
    assert TypeDef.objects.get(name="thing").version == 2


@pytest.mark.parametrize(
    ("attributes", "says"),
    [({"b": "int"}, "thing.a would be removed"), ({"a": "int"}, "thing.a would change from string to int")],
)
def test_what_takes_away_is_refused_with_one_line(tmp_path: Path, attributes: dict[str, str], says: str) -> None:
    folder = write_model(tmp_path, entities={"thing": {"extends": ["DataSet"], "attributes": {"a": "string"}}})
    load_typedefs(folder)
    write_model(tmp_path, entities={"thing": {"extends": ["DataSet"], "attributes": attributes}})
    with pytest.raises(CatalogError, match=says) as refused:
        load_typedefs(folder)
    assert "\n" not in str(refused.value)
    assert set(type_registry().get_entity_type("thing").attributes) >= {"a"}


def test_broken_file_is_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path, entities={"thing": {"attributes": {"a": "string shiny"}}})
    with pytest.raises(CatalogError, match=r"typedefs/model\.yaml: thing: 'shiny'"):
        load_typedefs(folder)
