"""`manage.py ranger plan|apply`: print, or carry out, what would make Ranger equal to the desired state."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogsite.accounts.types import SYSTEM
from catalogsite.common.errors import CatalogError
from governance.ranger import services
from governance.ranger.answers import plan_lines
from governance.ranger.plan import PlanAction
from governance.ranger.selectors import get_plan

DRIFT_EXIT = 2


class Command(BaseCommand):
    help = (
        "plan: print what would change; exits 2 when somebody edited a policy by hand. "
        "apply: create and update; removes only with --remove."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", choices=["plan", "apply"])
        parser.add_argument("names", nargs="*", help="only these policies (apply)")
        parser.add_argument("--remove", action="store_true", help="also remove what nothing needs any more")
        parser.add_argument("--confirm-removals", type=int, help="how many are removed, when nothing is desired")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._plan() if options["act"] == "plan" else self._apply(options)
        except CatalogError as error:
            raise CommandError(error.message) from error

    def _plan(self) -> None:
        plan = get_plan()
        for line in plan_lines(plan):
            self.stdout.write(line)
        if plan.of(PlanAction.DRIFT):
            sys.exit(DRIFT_EXIT)

    def _apply(self, options: dict[str, Any]) -> None:
        plan = get_plan()
        wanted = plan.of(PlanAction.CREATE, PlanAction.UPDATE)
        if options["remove"]:
            wanted += plan.of(PlanAction.REMOVE)
        names = options["names"] or [item.name for item in wanted]
        results = services.apply_plan(actor=SYSTEM, names=names, confirm_removals=options["confirm_removals"])
        for result in results:
            receipt = f"policy {result.policy_id} v{result.version}" if result.policy_id else "removed"
            self.stdout.write(f"{result.action} {result.name}: {result.problem or receipt}")
        if not results:
            self.stdout.write("Nothing to do.")
        if any(result.problem for result in results):
            raise CommandError("Some policies were refused; the others are in force.")
