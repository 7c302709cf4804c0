"""Collecting static files: one sheet, hashed imports."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command


@pytest.fixture
def collected(tmp_path, settings):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "catalogsite.common.storage.HashedStatic"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_the_site_sheet_is_one_file_with_all_components(collected: Path):
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    sheet = (collected / names["css/site.css"]).read_text()
    assert "@import" not in sheet
    assert "--canvas:#F6F6F3" in sheet
    assert ".batch-bar {" in sheet


def test_modules_import_each_other_by_hashed_names(collected: Path):
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    module = (collected / names["js/app.js"]).read_text()
    imported = re.findall(r'import\s*"\./([^"]+)"', module)
    assert imported
    assert all(re.fullmatch(r"[a-z-]+\.[0-9a-f]{12}\.js", name) for name in imported)
    assert all((collected / "js" / name).exists() for name in imported)
