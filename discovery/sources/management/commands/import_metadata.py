"""`manage.py import_metadata PATH…`: loads files of any known format and tells what became of them."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from catalogsite.common.errors import CatalogError
from discovery.sources.base import ImportReport, Source
from discovery.sources.formats import sources_of
from discovery.sources.services import import_path

SHOWN = 20


class Command(BaseCommand):
    help = "Loads metadata: Atlas v2 JSON, Atlas export zips, folders as bigquery-etl keeps them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--dry-run", action="store_true", help="read and check everything, write nothing")
        parser.add_argument("--all", action="store_true", help="list every refusal and note, not only the first ones")

    def handle(self, *args: Any, **options: Any) -> None:
        refused = came_in = 0
        limit = None if options["all"] else SHOWN
        for path in options["paths"]:
            try:
                for inside, source in sources_of(path):
                    report = self._import(inside, source, dry_run=options["dry_run"])
                    self._print(report, dry_run=options["dry_run"], limit=limit)
                    refused += len(report.refused)
                    came_in += report.entities + report.types
            except (CatalogError, OSError) as error:
                if len(options["paths"]) == 1:
                    raise CommandError(str(error)) from error
                self.stdout.write(f"  refused: {error}")
                refused += 1
        if refused:
            raise CommandError(_ending(refused, came_in, dry_run=options["dry_run"]))

    def _import(self, path: Path, source: Source, *, dry_run: bool) -> ImportReport:
        self.stdout.write(f"{path}: {source.title}")
        with tqdm(unit=" entities", disable=not sys.stderr.isatty(), leave=False) as bar:

            def progress(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            return import_path(path, source, dry_run=dry_run, progress=progress)

    def _print(self, report: ImportReport, *, dry_run: bool, limit: int | None) -> None:
        would = "would be " if dry_run else ""
        self.stdout.write(
            f"  {report.types:,} types {would}created or extended; entities: {report.created:,} {would}created, "
            f"{report.updated:,} {'known' if dry_run else 'updated'}, {report.unchanged:,} unchanged, "
            f"{len(report.refused):,} refused"
        )
        for title, items in (("refused", report.refused), ("noted", report.noted)):
            for item in items[:limit]:
                self.stdout.write(f"  {title}: {item.place}: {item.reason}")
            if limit is not None and len(items) > limit:
                self.stdout.write(f"  … and {len(items) - limit:,} more {title} (--all lists them)")


def _ending(refused: int, came_in: int, *, dry_run: bool) -> str:
    if dry_run:
        return f"{refused:,} would be refused."
    return f"{refused:,} refused; {'everything else came in' if came_in else 'nothing came in'}."
