"""How long reactions take with the broker that needs no server: from an approval to its effects, and for a burst.

Runs the whole product (`manage.py up`) in a folder of its own; this process writes and reads the same database.
"""

import os
import statistics
import tempfile
import time
from typing import Any

APPROVALS = 8
BURST = 300
PATIENCE = 60.0
POLL_SECONDS = 0.005


def wait_until(done: Any) -> float:
    """Seconds until `done()` holds."""
    began = time.monotonic()
    while not done():
        if time.monotonic() - began > PATIENCE:
            raise SystemExit(f"nothing happened within {PATIENCE:.0f} s")
        time.sleep(POLL_SECONDS)
    return time.monotonic() - began


def caught_up(names: list[str] | None = None) -> bool:
    from workflows.reactions.leases import behind
    from workflows.reactions.models import Checkpoint
    from workflows.reactions.registry import pipelines

    has_begun = Checkpoint.objects.values("pipeline").distinct().count() == len(pipelines())
    return has_begun and not behind(*(names or pipelines()), ignore_waits=True)


def approve_one(number: int) -> dict[str, float]:
    """Proposes and approves PII on a column nobody has classified; seconds from the approval to each effect."""
    from catalogsite.accounts.selectors import find_actor
    from discovery.atlas.models import Entity
    from governance.classification.models import Proposal
    from governance.classification.services import approve_proposal, submit_proposal
    from governance.classification.services.proposals import ChangeInput
    from governance.classification.types import ChangeAction
    from workflows.reactions.models import Receipt

    analyst, steward = find_actor("analyst"), find_actor("steward")
    assert analyst is not None
    assert steward is not None
    column = Entity.objects.filter(kind="column", status="ACTIVE", classifications=None).order_by("pk")[number]
    changes = [ChangeInput(guid=column.guid, action=ChangeAction.ADD, classification="PII")]
    proposal = submit_proposal(actor=analyst, reason="Measured.", changes=changes)
    wait_until(caught_up)
    approve_proposal(actor=steward, proposal_id=proposal.pk)
    began = time.monotonic()

    def since(done: Any) -> float:
        wait_until(done)
        return time.monotonic() - began

    applied = since(lambda: Proposal.objects.filter(pk=proposal.pk, state="APPLIED").exists())
    receipts = Receipt.objects.filter(trace=proposal.trace)
    told = since(lambda: receipts.filter(pipeline="notify", handled__gte=3).exists())
    found = since(
        lambda: receipts.filter(pipeline="update_search_index").exists() and caught_up(["update_search_index"])
    )
    return {"applied": applied, "told": told, "found in search": found, "everything": since(caught_up)}


def measure_approvals() -> None:
    wait_until(caught_up)
    runs = [approve_one(number) for number in range(APPROVALS)]
    for name in runs[0]:
        seconds = [run[name] for run in runs]
        print(f"approval → {name}: median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s")


def measure_burst() -> None:
    """300 writes of one event each, as fast as one process writes them."""
    from django.db import transaction

    from catalogsite.accounts.types import SYSTEM, WriteContext
    from discovery.atlas.models import Entity
    from workflows.events.services import record
    from workflows.events.types import EventKind, NewEvent

    guids = list(Entity.objects.filter(status="ACTIVE").values_list("guid", flat=True)[:BURST])
    context = WriteContext(actor=SYSTEM.username, origin="system")
    began = time.monotonic()
    for number in range(BURST):
        with transaction.atomic():
            record(NewEvent(guids[number % len(guids)], EventKind.ENTITY_UPDATE, {"changes": {}}), context=context)
    written = time.monotonic() - began
    wait_until(caught_up)
    done = time.monotonic() - began
    print(f"burst of {BURST} events: written in {written:.2f} s, all pipelines done {done:.2f} s after the first")


def main() -> None:
    from benchmarks.bench_start import start, stop

    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "catalogsite.settings", "DEMO": "1"}
        process, _ = start(folder)
        try:
            import django

            django.setup()
            import catalogsite.celery  # noqa: F401

            measure_approvals()
            measure_burst()
        finally:
            stop(process)


if __name__ == "__main__":
    main()
