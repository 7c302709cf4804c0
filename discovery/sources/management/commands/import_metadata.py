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
        refused = 0
        limit = None if options["all"] else SHOWN
        try:
            found = [each for path in options["paths"] for each in sources_of(path)]
            for path, source in found:
                report = self._import(path, source, dry_run=options["dry_run"])
                self._print(report, dry_run=options["dry_run"], limit=limit)
                refused += len(report.refused)
        except (CatalogError, OSError) as error:
            raise CommandError(str(error)) from error
        if refused:
            end = "would be refused" if options["dry_run"] else "refused; everything else came in"
            raise CommandError(f"{refused:,} {end}.")

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
