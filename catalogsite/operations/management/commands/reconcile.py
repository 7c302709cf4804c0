"""`manage.py reconcile`: finds and mends differences between the tables and what is derived from them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from catalogsite.operations.comparing import COPIES, compare


class Command(BaseCommand):
    help = "Compares the index and the policies with the tables, mends what differs, and says how much that was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("copies", nargs="*", metavar="COPY", help="Only these: index, policies.")

    def handle(self, *args: Any, **options: Any) -> None:
        problems = []
        if unknown := sorted(set(options["copies"]) - set(COPIES)):
            raise CommandError(f"There is no copy called {unknown[0]}; there are {', '.join(COPIES)}.")
        for copy in options["copies"] or COPIES:
            row = compare(copy)
            if row.problem:
                problems.append(f"{copy}: {row.problem}")
                continue
            detail = f" ({row.detail})" if row.detail else ""
            found = f"{row.differences} of {row.compared} differed, {row.mended} mended{detail}"
            self.stdout.write(f"{copy}: {found}, {row.seconds:.1f} s")
        if problems:
            raise CommandError("; ".join(problems))
