"""Brings what a source found into the catalog: types first, then entities in batches that do not starve the pages."""

from collections.abc import Callable, Iterable
from pathlib import Path

from catalogsite.accounts.types import WriteContext
from catalogsite.common.bulk import seldom_collecting
from discovery.atlas.selectors import type_registry
from discovery.atlas.typesystem import TypeRegistry
from discovery.sources.base import Found, ImportReport, Item, Noted, Refused, Source, Types
from discovery.sources.checking import check
from discovery.sources.typedefs import import_types, registry_with
from discovery.sources.writing import count_only, write

Progress = Callable[[int, int], None]
"""(entities done, entities in all)"""


def import_path(
    path: Path, source: Source, *, dry_run: bool = False, progress: Progress = lambda done, total: None
) -> ImportReport:
    """Imports one path of a known format. With `dry_run` everything is read and checked and nothing is written."""
    report = ImportReport(path=str(path), title=source.title)
    context = WriteContext(actor="import", origin=f"ingest:{source.key}")
    with seldom_collecting():
        found, types = _sorted_out(source.read(path), report)
        registry = _import_types(types, report, context=context, dry_run=dry_run)
        nodes = check(found, registry, report, is_excerpt=source.is_excerpt)
        if dry_run:
            count_only(nodes, report)
        else:
            write(nodes, report, context=context, progress=progress)
    return report


def _sorted_out(items: Iterable[Item], report: ImportReport) -> tuple[list[Found], list[Types]]:
    found, types = [], []
    for item in items:
        match item:
            case Found():
                found.append(item)
            case Types():
                types.append(item)
            case Refused():
                report.refused.append(item)
            case Noted():
                report.noted.append(item)
    return found, types


def _import_types(types: list[Types], report: ImportReport, *, context: WriteContext, dry_run: bool) -> TypeRegistry:
    """The types there are afterwards."""
    if dry_run:
        return registry_with(types, report)
    for each in types:
        for outcome in import_types(each, context=context):
            match outcome:
                case Refused():
                    report.refused.append(outcome)
                case Noted():
                    report.noted.append(outcome)
                case _:
                    report.types += 1
    return type_registry()
