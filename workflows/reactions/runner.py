"""The whole road of an event through a pipeline: claim a partition, read after its checkpoint, react, record, advance.

The log and the checkpoints are the truth. Whatever is killed, the next run starts from the checkpoint: an effect may
happen twice, never not at all. Reactions make their target equal to the current state, so twice does no harm.
"""

import logging
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
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
    """How a round ended: nothing to do, all done, to be tried again later, waiting for a backend, or taken over."""

    EMPTY = "empty"
    DONE = "done"
    AGAIN = "again"
    WAITING = "waiting"
    LOST = "lost"


@dataclass
class Batch:
    """Events of one claimed partition. `end`: up to there the partition is handled when the batch is done."""

    claim: Claim
    end: int
    events: Sequence[EventRecord] = ()
    is_done: bool = False


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
        outcome = _round(pipeline, reaction, patient=patient)
        if outcome is Outcome.EMPTY or (outcome is Outcome.WAITING and not patient):
            return
        if time.monotonic() >= deadline:
            return


def is_paused(name: str) -> bool:
    return PipelineState.objects.filter(pipeline=name, is_paused=True).exists()


def _round(pipeline: Pipeline, reaction: Reaction, *, patient: bool) -> Outcome:
    """Takes what fits into one batch and handles it; gives the partitions back whatever happens."""
    taken: list[Batch] = []
    try:
        _take(pipeline, taken, patient=patient)
        return _handle(pipeline, reaction, taken)
    except LeaseLost:
        log.warning("%s: a partition was taken over", pipeline.name)
        return Outcome.LOST
    finally:
        for batch in taken:
            done = {"position": batch.end, "attempts": 0, "retry_at": None} if batch.is_done else {}
            Checkpoint.objects.filter(held(batch.claim)).update(leased_by="", leased_until=None, **done)


def _take(pipeline: Pipeline, taken: list[Batch], *, patient: bool) -> None:
    """The next partition; for a serial pipeline as many as fill a batch, as each call of a single writer costs time."""
    room = pipeline.batch
    while room > 0 and (pipeline.serial or not taken):
        claim = claim_next(pipeline, ignore_waits=not patient)
        if claim is None:
            return
        batch = Batch(claim, end=claim.position)
        taken.append(batch)
        batch.events, batch.end = next_events(
            partition=claim.partition, after=claim.position, limit=room, kinds=pipeline.kinds
        )
        room -= len(batch.events)


def _handle(pipeline: Pipeline, reaction: Reaction, taken: Sequence[Batch]) -> Outcome:
    """All partitions together; when that fails, one by one."""
    if not taken:
        return Outcome.EMPTY
    if len(taken) > 1 and (together := _react_together(pipeline, reaction, taken)):
        return together
    outcomes = set()
    for batch in taken:
        outcome = _react(pipeline, reaction, batch.claim, batch.events)
        batch.is_done = outcome is Outcome.DONE
        outcomes.add(outcome)
    return next(worst for worst in (Outcome.WAITING, Outcome.AGAIN, Outcome.DONE) if worst in outcomes)


def _react_together(pipeline: Pipeline, reaction: Reaction, taken: Sequence[Batch]) -> Outcome | None:
    """One call for the events of several partitions; None when they have to be handled one partition after another."""
    busy = [batch for batch in taken if batch.events]
    events = sorted((event for batch in busy for event in batch.events), key=lambda event: event.position)
    try:
        _refuse_loops(events)
        with transaction.atomic() if reaction.is_transactional else nullcontext():
            if events:
                reaction.react(events)
            with transaction.atomic():
                for batch in busy:
                    _advance(pipeline, batch.claim, batch.events)
    except LeaseLost:
        raise
    except BackendUnavailable as error:
        for batch in busy:
            _wait(pipeline, batch.claim, error)
        return Outcome.WAITING
    except Exception:  # noqa: BLE001 – looked at again partition by partition, where it is told apart
        return None
    for batch in taken:
        batch.is_done = True
    return Outcome.DONE


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
