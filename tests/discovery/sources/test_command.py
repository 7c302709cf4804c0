"""The command names the format, prints a report, and ends non-zero with one line when anything was refused."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from discovery.atlas.models import Entity

pytestmark = pytest.mark.django_db

GOOD = {"typeName": "DataSet", "attributes": {"qualifiedName": "q", "name": "n"}}


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("import_metadata", *arguments, stdout=out)
    return out.getvalue()


def test_report_names_format_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"entities": [GOOD]}))
    said = run(str(path))
    assert f"{path}: Atlas v2 JSON" in said
    assert "1 created, 0 updated, 0 unchanged, 0 refused" in said
    assert "0 created, 0 updated, 1 unchanged, 0 refused" in run(str(path))


def test_refusals_end_non_zero_and_name_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"entities": [GOOD, {"typeName": "nope"}]}))
    out = StringIO()
    with pytest.raises(CommandError, match="1 refused") as ended:
        call_command("import_metadata", str(path), stdout=out)
    assert "\n" not in str(ended.value)
    assert f"refused: {path}: entities[1]: there is no entity type nope" in out.getvalue()
    assert Entity.objects.count() == 1


@pytest.mark.parametrize("name", ["missing.json", "notes.txt", "empty"])
def test_bad_paths_get_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CommandError) as ended:
        run(str(tmp_path / name))
    assert str(tmp_path / name) in str(ended.value)
    assert "\n" not in str(ended.value)


def test_a_folder_of_files_is_taken_file_by_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        entity = {**GOOD, "attributes": {"qualifiedName": name, "name": name}}
        (tmp_path / f"{name}.json").write_text(json.dumps(entity))
    assert run(str(tmp_path)).count("Atlas v2 JSON") == 2
    assert Entity.objects.count() == 2


def test_dry_run_says_what_would_happen(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(GOOD))
    assert "1 would be created" in run("--dry-run", str(path))
    assert not Entity.objects.exists()


def test_one_bad_path_does_not_keep_the_others_out(tmp_path: Path) -> None:
    broken, good, missing = tmp_path / "broken.zip", tmp_path / "good.json", tmp_path / "missing"
    broken.write_bytes(b"no zip at all")
    good.write_text(json.dumps({"entities": [GOOD]}))
    out = StringIO()
    with pytest.raises(CommandError, match="2 refused; everything else came in"):
        call_command("import_metadata", str(broken), str(good), str(missing), stdout=out)
    assert f"refused: {broken}: a broken zip" in out.getvalue()
    assert f"refused: {missing}" in out.getvalue()
    assert Entity.objects.count() == 1


def test_nothing_came_in_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="2 refused; nothing came in"):
        run(str(tmp_path / "missing"), str(tmp_path / "lost"))
