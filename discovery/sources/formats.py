"""The formats there are. A new one is a module with a `Source` and a line here."""

from collections.abc import Iterator
from pathlib import Path

from catalogsite.common.errors import InvalidInput
from discovery.sources.atlas_export import AtlasExport
from discovery.sources.atlas_json import AtlasJson
from discovery.sources.base import Source
from discovery.sources.bigquery_etl import BigQueryEtl

SOURCES: tuple[Source, ...] = (AtlasExport(), AtlasJson(), BigQueryEtl())


def sources_of(path: Path) -> Iterator[tuple[Path, Source]]:
    """The path with its format; for a folder of no format of its own, every file in it that has one.

    Raises InvalidInput with one line when there is no such path, or nothing in it that any format knows.
    """
    if not path.exists():
        raise InvalidInput(f"{path}: no such file or folder")
    source = _detect(path)
    if source is not None:
        yield path, source
        return
    inside = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else []
    found = [(each, known) for each in inside if (known := _detect(each)) is not None]
    if not found and path.suffix.lower() == ".zip":
        raise InvalidInput(f"{path}: a broken zip")
    if not found:
        raise InvalidInput(f"{path}: of no known format ({', '.join(each.title for each in SOURCES)})")
    yield from found


def _detect(path: Path) -> Source | None:
    return next((source for source in SOURCES if source.detect(path)), None)
