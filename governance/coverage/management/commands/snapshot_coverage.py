"""`manage.py snapshot_coverage`: writes today's coverage point."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogsite.common.errors import CatalogError
from governance.coverage.selectors import count_shells
from governance.coverage.services import take_snapshot


class Command(BaseCommand):
    help = "Counts what is documented, owned and classified, and writes the point of today (UTC)."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            counts = take_snapshot()
        except CatalogError as error:
            raise CommandError(error.message) from error
        share = "nothing to count" if counts.ratio is None else f"{counts.ratio * 100:.1f}%"
        self.stdout.write(
            f"Datasets: {counts.documented:,} of {counts.total:,} documented ({share}). "
            f"Columns: {counts.columns.documented:,} of {counts.columns.total:,}. "
            f"Only named by others: {count_shells():,}."
        )
