"""The whole road of an event through a pipeline: claim a partition, read after its checkpoint, react, record, advance.

The log and the checkpoints are the truth. Whatever is killed, the next run starts from the checkpoint: an effect may
happen twice, never not at all. Reactions make their target equal to the current state, so twice does no harm.
"""

import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from enum import Enum
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from catalogsite.common import clock
from catalogsite.common.errors import BackendRejected, BackendUnavailable
from workflows.events.selectors import next_events
from workflows.events.types import EventRecord
from workflows.reactions.base import Reaction
from workflows.reactions.config import Pipeline
from workflows.reactions.dead_letters import bury, reason, retry_due
from workflows.reactions.leases import Claim, LeaseLost, alone_at, behind, claim_next, ensure_checkpoints, held
from workflows.reactions.models import Checkpoint, PipelineState
from workflows.reactions.receipts import write_receipts

log = logging.getLogger(__name__)

DRAIN_SECONDS = 2.0
"""A drain gives the worker back after so long, so that one busy pipeline does not keep the others waiting."""
MOST_DATABASE_WAITS = 10
"""A database error is usually a passing one; when it stays, the events are looked at one by one."""
MOST_HOPS = 24
"""Events further than this from what a person or a source did are a loop; it is stopped here."""


class Outcome(Enum):
    """How a batch ended: all done, to be tried again later, waiting for a backend, or taken over by somebody else."""

    DONE = "done"
    AGAIN = "again"
    WAITING = "waiting"
    LOST = "lost"


def drain(pipeline: Pipeline, reaction: Reaction, *, seconds: float = DRAIN_SECONDS, patient: bool = True) -> bool:
    """Handles what is behind until nothing is left or the time is over; True when something is left to do now.

    `patient=False` does not wait before a further try of an unexpected error (for running everything inline).
    """
    ensure_checkpoints(pipeline)
    with alone_at(pipeline) as is_alone:
        if not is_alone:
            return False
        retry_due(pipeline, reaction)
        _work(pipeline, reaction, deadline=time.monotonic() + seconds, patient=patient)
    return not is_paused(pipeline.name) and bool(behind(pipeline.name, only_free=True))


def _work(pipeline: Pipeline, reaction: Reaction, *, deadline: float, patient: bool) -> None:
    while not is_paused(pipeline.name):
        claim = claim_next(pipeline, ignore_waits=not patient)
        if claim is None:
            return
        outcome = _handle(pipeline, reaction, claim)
        if time.monotonic() >= deadline or (outcome is Outcome.WAITING and not patient):
            return


def is_paused(name: str) -> bool:
    return PipelineState.objects.filter(pipeline=name, is_paused=True).exists()


def _handle(pipeline: Pipeline, reaction: Reaction, claim: Claim) -> Outcome:
    """One batch of a claimed partition; gives the partition back whatever happens."""
    given_back: dict[str, Any] = {"leased_by": "", "leased_until": None}
    try:
        events, end = next_events(
            partition=claim.partition, after=claim.position, limit=pipeline.batch, kinds=pipeline.kinds
        )
        outcome = _react(pipeline, reaction, claim, events)
        if outcome is Outcome.DONE:
            given_back |= {"position": end, "attempts": 0, "retry_at": None}
        return outcome
    except LeaseLost:
        log.warning("%s: partition %d was taken over", pipeline.name, claim.partition)
        return Outcome.LOST
    finally:
        Checkpoint.objects.filter(held(claim)).update(**given_back)


def _react(pipeline: Pipeline, reaction: Reaction, claim: Claim, events: Sequence[EventRecord]) -> Outcome:
    """Reacts to events together and advances; what fails for good is taken apart until the guilty ones stand alone."""
    if not events:
        return Outcome.DONE
    try:
        _refuse_loops(events)
        if reaction.is_transactional:
            with transaction.atomic():
                reaction.react(events)
                _advance(pipeline, claim, events)
        else:
            reaction.react(events)
            _advance(pipeline, claim, events)
    except LeaseLost:
        raise
    except BackendUnavailable as error:
        return _wait(pipeline, claim, error)
    except (OperationalError, InterfaceError) as error:
        if claim.attempts < MOST_DATABASE_WAITS:
            return _wait(pipeline, claim, error)
        return _take_apart(pipeline, reaction, claim, events, error)
    except Exception as error:  # noqa: BLE001 – a reaction may fail in any way; one bad event must not stop the rest
        return _take_apart(pipeline, reaction, claim, events, error)
    return Outcome.DONE


def _take_apart(
    pipeline: Pipeline, reaction: Reaction, claim: Claim, events: Sequence[EventRecord], error: Exception
) -> Outcome:
    if len(events) == 1:
        return _give_up(pipeline, claim, events[0], error)
    middle = len(events) // 2
    first = _react(pipeline, reaction, claim, events[:middle])
    return _react(pipeline, reaction, claim, events[middle:]) if first is Outcome.DONE else first


def _refuse_loops(events: Sequence[EventRecord]) -> None:
    looping = next((event for event in events if event.hops > MOST_HOPS), None)
    if looping:
        raise BackendRejected(f"Event {looping.position} is number {looping.hops} in a chain of causes: a loop.")


def _advance(pipeline: Pipeline, claim: Claim, events: Sequence[EventRecord]) -> None:
    """Moves the checkpoint and writes the receipts in one transaction. Raises LeaseLost when it is ours no longer."""
    moment = clock.now()
    with transaction.atomic():
        _move(claim, events[-1].position, last_success_at=moment, handled=F("handled") + len(events))
        write_receipts(pipeline.name, events, moment)


def _move(claim: Claim, position: int, **changes: Any) -> None:
    row = Checkpoint.objects.filter(held(claim))
    if row.update(position=position, attempts=0, retry_at=None, **changes) != 1:
        raise LeaseLost


def _wait(pipeline: Pipeline, claim: Claim, error: Exception) -> Outcome:
    """Notes when to try again. A wait is a row, never a sleeping task."""
    attempts = Checkpoint.objects.filter(held(claim)).values_list("attempts", flat=True).first() or 0
    wait = pipeline.retry.wait(attempts + 1)
    if isinstance(error, BackendUnavailable):
        wait = max(wait, float(error.details.get("retryAfter") or 0))
    log.warning("%s: partition %d waits %.0f s: %s", pipeline.name, claim.partition, wait, error)
    _note(claim, error, attempts=attempts + 1, retry_at=clock.now() + timedelta(seconds=wait))
    return Outcome.WAITING


def _give_up(pipeline: Pipeline, claim: Claim, event: EventRecord, error: Exception) -> Outcome:
    """One event that cannot be handled: tried again if the error is unexpected, else buried, and the rest goes on."""
    tried = Checkpoint.objects.filter(held(claim)).values_list("attempts", flat=True).first() or 0
    tried += 1
    if not isinstance(error, BackendRejected) and tried < pipeline.retry.attempts:
        _note(claim, error, attempts=tried, retry_at=clock.now() + timedelta(seconds=pipeline.retry.wait(tried)))
        return Outcome.AGAIN
    log.error("%s: event %d is put aside", pipeline.name, event.position, exc_info=error)
    with transaction.atomic():
        bury(pipeline.name, event, error, attempts=tried)
        _note(claim, error)
        _move(claim, event.position)
    return Outcome.DONE


def _note(claim: Claim, error: Exception, **changes: Any) -> None:
    Checkpoint.objects.filter(held(claim)).update(last_error=reason(error), last_error_at=clock.now(), **changes)
