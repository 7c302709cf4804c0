"""The zip that Atlas's export makes: types, the order of entities, and one JSON file per entity.

Nothing is unpacked to disk. Names that lead out of the archive and archives that swell are refused.
"""

import json
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from discovery.sources.atlas_json import read_text
from discovery.sources.base import Found, Item, Noted, Refused, Source, Types

MAX_FILE = 200 * 1024 * 1024
MAX_TOTAL = 2 * 1024 * 1024 * 1024
MAX_FILES = 500_000
MAX_RATIO = 300
"""Compression that real exports do not reach; only looked at above a megabyte."""

_ORDER, _TYPES, _INFO = "export-order.json", "typesdef.json", "export-info.json"


class AtlasExport(Source):
    key = "atlas"
    title = "Atlas export zip"
    is_excerpt = True

    def detect(self, path: Path) -> bool:
        return path.is_file() and zipfile.is_zipfile(path)

    def read(self, path: Path) -> Iterator[Item]:
        try:
            with zipfile.ZipFile(path) as archive:
                yield from _read_archive(archive, str(path))
        except (zipfile.BadZipFile, OSError) as error:
            yield Refused(str(path), f"broken zip: {error}")


def _read_archive(archive: zipfile.ZipFile, path: str) -> Iterator[Item]:
    entries, problems = _safe_entries(archive, path)
    yield from problems
    if not entries:
        if not problems:
            yield Refused(path, "the zip holds no files")
        return
    order: list[Any] = []
    documents: dict[str, zipfile.ZipInfo] = {}
    types: list[Types] = []
    for name, entry in entries.items():
        if name.endswith(_INFO):
            continue
        if not name.endswith((_ORDER, _TYPES)):
            documents[name.removesuffix(".json")] = entry
            continue
        content, problem = _parsed(archive, entry, path)
        if problem:
            yield problem
        elif name.endswith(_TYPES) and isinstance(content, dict):
            types.append(Types(f"{path}!{entry.filename}", content))
        elif name.endswith(_ORDER) and isinstance(content, list):
            order = content
    yield from types
    yield from _documents(archive, path, documents, order)


def _documents(
    archive: zipfile.ZipFile, path: str, documents: dict[str, zipfile.ZipInfo], order: list[Any]
) -> Iterator[Item]:
    """Entities in the export's order, then what the order does not name."""
    wanted = dict.fromkeys([*(str(guid) for guid in order), *documents])
    for guid in wanted:
        entry = documents.get(guid)
        if entry is None:
            yield Noted(path, f"the order names {guid}, for which there is no file")
            continue
        text, problem = _load(archive, entry, path)
        if problem:
            yield problem
            continue
        for item in read_text(text, f"{path}!{entry.filename}"):
            # In an archive guids are real and mean the same in every file.
            yield Found(item.place, item.entity, path) if isinstance(item, Found) else item


def _safe_entries(archive: zipfile.ZipFile, path: str) -> tuple[dict[str, zipfile.ZipInfo], list[Refused]]:
    """JSON files by their last name, and what is refused; everything is when the sizes look like a trap."""
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        return {}, [Refused(path, f"more than {MAX_FILES:,} files")]
    if sum(info.file_size for info in infos) > MAX_TOTAL:
        return {}, [Refused(path, f"unpacks to more than {MAX_TOTAL >> 30} GB")]
    entries: dict[str, zipfile.ZipInfo] = {}
    refused = []
    for info in infos:
        name = PurePosixPath(info.filename.replace("\\", "/"))
        place = f"{path}!{info.filename}"
        if info.is_dir() or name.suffix.lower() != ".json":
            continue
        if name.is_absolute() or ".." in name.parts or ":" in name.parts[0]:
            refused.append(Refused(place, "the name leads out of the archive"))
        elif info.file_size > MAX_FILE or _swells(info):
            refused.append(Refused(place, f"unpacks to {info.file_size:,} bytes out of {info.compress_size:,}"))
        elif info.flag_bits & 0x1:
            refused.append(Refused(place, "is encrypted"))
        else:
            entries[name.name] = info
    return entries, refused


def _swells(info: zipfile.ZipInfo) -> bool:
    return info.file_size > 1 << 20 and info.file_size > MAX_RATIO * max(info.compress_size, 1)


def _parsed(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str) -> tuple[Any, Refused | None]:
    text, problem = _load(archive, entry, path)
    if problem:
        return None, problem
    try:
        return json.loads(text), None
    except (ValueError, RecursionError) as error:
        return None, Refused(f"{path}!{entry.filename}", f"broken JSON: {error}")


def _load(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str) -> tuple[bytes, Refused | None]:
    place = f"{path}!{entry.filename}"
    try:
        with archive.open(entry) as stream:
            # The directory of a zip may lie about sizes: never read more than it promised.
            content = stream.read(entry.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        return b"", Refused(place, f"broken file in the zip: {error}")
    if len(content) > entry.file_size:
        return b"", Refused(place, "holds more than it says")
    return content, None
