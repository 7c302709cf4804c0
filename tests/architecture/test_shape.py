"""The rules of the house that a machine can check."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

PACKAGES = ("catalogsite", "workflows", "discovery", "governance")
LONGEST_FILE = 400


def python_files() -> list[Path]:
    root: Path = settings.BASE_DIR
    return [path for package in PACKAGES for path in (root / package).rglob("*.py") if "migrations" not in path.parts]


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())


def test_every_slice_says_what_it_is_for() -> None:
    silent = [
        str(path.parent)
        for path in python_files()
        if path.name == "apps.py" and not (path.parent / "__init__.py").read_text().startswith('"""')
    ]
    assert silent == []


def test_no_module_is_longer_than_a_person_can_hold() -> None:
    long = {str(path): len(path.read_text().splitlines()) for path in python_files()}
    assert {path: lines for path, lines in long.items() if lines > LONGEST_FILE} == {}
