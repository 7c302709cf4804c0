"""`manage.py create_token USER`: prints a new personal API token, nothing else."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogsite.accounts.services import create_token
from catalogsite.common.errors import CatalogError


class Command(BaseCommand):
    help = "Prints a new personal API token for the user."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(create_token(username=options["user"], name="command line"))
        except CatalogError as error:
            raise CommandError(error.message) from error
