"""An index of its own for each test."""

from pathlib import Path
from typing import Any

import pytest

from discovery.search.index import SearchIndex
from discovery.search.selectors import search_index


@pytest.fixture(autouse=True)
def index(tmp_path: Path, settings: Any) -> SearchIndex:
    chosen = settings.BACKENDS["search_index"] | {"PATH": str(tmp_path / "index")}
    settings.BACKENDS = settings.BACKENDS | {"search_index": chosen}
    return search_index()
