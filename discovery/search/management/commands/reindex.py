"""`manage.py reindex`: the search index built anew from the tables."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogsite.common.errors import CatalogError
from discovery.search.services import reindex


class Command(BaseCommand):
    help = "Builds the search index anew beside the old one and switches over. Readers notice nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = reindex()
        except CatalogError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{count:,} entities are in the search index.")
