"""The pictures of the README come from here: `make pictures` writes them, every run sees that they can be made."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT, Desk
from tests.browser.test_journeys import guid_of

FOLDER = ROOT / "docs" / "pictures"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("entity", "/entity/{guid}"),
        ("lineage", "/entity/{guid}/lineage?depth=2"),
        ("proposal", "/proposals/2"),
    ],
)
def test_a_picture_for_the_readme(desk: Callable[..., Desk], tmp_path: Path, name: str, address: str) -> None:
    jonas = desk("steward", viewport={"width": 1280, "height": 860})
    guid = guid_of(jonas, "hive_table", "core.customers@prod")
    page = jonas.open(address.format(guid=guid))
    page.wait_for_load_state("networkidle")
    folder = FOLDER if os.environ.get("UPDATE_PICTURES") else tmp_path
    folder.mkdir(exist_ok=True)
    page.screenshot(path=folder / f"{name}.png")
    assert (folder / f"{name}.png").stat().st_size > 20_000
