"""Comparing each derived copy with its source, mending what differs, and keeping the numbers."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from catalogsite.accounts.types import SYSTEM, WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import CatalogError
from catalogsite.operations.models import Comparison
from discovery.atlas.models import Entity
from discovery.search.services import needs_building, reconcile_index, reindex
from governance.ranger.plan import PlanAction
from governance.ranger.selectors import get_plan
from governance.ranger.services import note_drift, sync
from workflows.reactions.leases import behind

INDEX, POLICIES = "index", "policies"


@dataclass(frozen=True, slots=True)
class Found:
    """What one comparison found: of so many things, so many differed, so many are mended."""

    compared: int
    differences: int
    mended: int
    detail: str = ""


def compare_index() -> Found:
    """Every entity against the index; all differences are mended. An index that holds nothing is built whole."""
    if needs_building():
        built = reindex()
        return Found(built, built, built, "built anew")
    found = reconcile_index()
    detail = f"{found.missing} missing, {found.stale} stale, {found.surplus} surplus" if found.total else ""
    return Found(Entity.objects.count(), found.total, found.total, detail)


def compare_policies() -> Found:
    """The policies against the plan: what is missing or old is written, hand edits are noted and left alone."""
    plan = get_plan()
    note_drift(plan)
    ours = plan.of(PlanAction.CREATE, PlanAction.UPDATE)
    theirs = plan.of(PlanAction.DRIFT, PlanAction.BLOCKED)
    if ours:
        sync(context=WriteContext(actor=SYSTEM.username, origin="system"))
    foreign = len(plan.of(PlanAction.FOREIGN))
    names = ", ".join(item.name for item in (*ours, *theirs)[:5])
    return Found(len(plan.items) - foreign, len(ours) + len(theirs), len(ours), names)


COPIES: dict[str, Callable[[], Found]] = {INDEX: compare_index, POLICIES: compare_policies}
FEEDERS = {INDEX: "update_search_index", POLICIES: "sync_ranger"}
"""Copy → the pipeline that keeps it equal."""


def list_due(*, older_than: timedelta) -> list[str]:
    """Copies never compared, compared too long ago or in vain, and an index that holds nothing yet.

    A copy whose pipeline is still at work is left out: what it has not done yet is no difference.
    """
    fresh = set(Comparison.objects.filter(at__gte=clock.now() - older_than, problem="").values_list("copy", flat=True))
    busy = {row.pipeline for row in behind(*FEEDERS.values(), ignore_waits=True)}
    idle = [copy for copy in COPIES if FEEDERS[copy] not in busy]
    return [copy for copy in idle if copy not in fresh or (copy == INDEX and _is_empty())]


def _is_empty() -> bool:
    try:
        return needs_building()
    except CatalogError:
        return False


def compare(copy: str) -> Comparison:
    """Compares one copy and keeps what was found. A copy that cannot be compared is kept with the reason."""
    began = time.monotonic()
    problem, found = "", Found(0, 0, 0)
    try:
        found = COPIES[copy]()
    except CatalogError as error:
        problem = error.message
    row, _ = Comparison.objects.update_or_create(
        copy=copy,
        defaults={
            "at": clock.now(),
            "seconds": time.monotonic() - began,
            "compared": found.compared,
            "differences": found.differences,
            "mended": found.mended,
            "detail": found.detail,
            "problem": problem,
        },
    )
    return row
