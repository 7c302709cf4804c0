"""Who is at it: leases on checkpoint rows, taken and given back by conditional UPDATE, on any database.

A worker that is killed leaves its lease behind. It runs out by itself, and the next worker that starts on the same
machine takes it back at once, because it sees that the process is gone.
"""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from django.db.models import F, Q

from catalogsite.common import clock
from workflows.events.selectors import last_positions
from workflows.events.types import PARTITIONS
from workflows.reactions.config import Pipeline
from workflows.reactions.models import Checkpoint, PipelineState
from workflows.reactions.selectors import checkpoints


@dataclass(frozen=True, slots=True)
class Claim:
    """One partition of one pipeline, ours for a while. `position` and `attempts` as they were when it was taken."""

    checkpoint: int
    partition: int
    position: int
    attempts: int
    holder: str


class LeaseLost(RuntimeError):
    """Somebody else has the partition now (a replay, or our lease ran out); what we did is not counted."""


@cache
def machine() -> str:
    """This machine and its process-id namespace: only inside of it process ids can be compared."""
    try:
        namespace = os.readlink("/proc/self/ns/pid")
    except OSError:
        namespace = ""
    return f"{socket.gethostname()}{namespace}"


def holder() -> str:
    """This thread, as leases name it."""
    return f"{machine()}/{os.getpid()}/{threading.get_ident()}"[-200:]


def ensure_checkpoints(pipeline: Pipeline) -> None:
    """Gives a new pipeline its rows: at the beginning of the log, or at its end when it says `start: latest`."""
    if Checkpoint.objects.filter(pipeline=pipeline.name).count() >= PARTITIONS:
        return
    last = last_positions() if pipeline.start == "latest" else {}
    rows = [
        Checkpoint(pipeline=pipeline.name, partition=partition, position=last.get(partition, 0))
        for partition in range(PARTITIONS)
    ]
    Checkpoint.objects.bulk_create(rows, ignore_conflicts=True)
    PipelineState.objects.bulk_create([PipelineState(pipeline=pipeline.name)], ignore_conflicts=True)


def behind(*names: str, ignore_waits: bool = False, only_free: bool = False) -> list[Checkpoint]:
    """Checkpoints that have events after them and may be worked on now, the furthest behind first. One query."""
    rows = checkpoints(names).filter(position__lt=F("last"))
    if not ignore_waits:
        rows = rows.filter(Q(retry_at=None) | Q(retry_at__lte=clock.now()))
    if only_free:
        rows = rows.filter(_is_free())
    return list(rows.order_by("position"))


def claim_next(pipeline: Pipeline, *, ignore_waits: bool = False) -> Claim | None:
    """Takes the partition that is furthest behind and free; None when there is none."""
    moment = clock.now()
    for row in behind(pipeline.name, ignore_waits=ignore_waits):
        free = Checkpoint.objects.filter(_is_free(), pk=row.pk, position=row.position)
        who = holder()
        if free.update(leased_by=who, leased_until=moment + timedelta(seconds=pipeline.lease)) == 1:
            return Claim(row.pk, row.partition, row.position, row.attempts, who)
    return None


def _is_free() -> Q:
    return Q(leased_until=None) | Q(leased_until__lte=clock.now())


def held(claim: Claim) -> Q:
    """Matches the claimed row as long as it is ours."""
    return Q(pk=claim.checkpoint, leased_by=claim.holder)


@contextmanager
def alone_at(pipeline: Pipeline) -> Iterator[bool]:
    """For a serial pipeline: yields True while nobody else reacts for it, False when somebody does."""
    if not pipeline.serial:
        yield True
        return
    who = holder()
    mine = PipelineState.objects.filter(pipeline=pipeline.name)
    until = clock.now() + timedelta(seconds=pipeline.lease)
    if mine.filter(_is_free()).update(leased_by=who, leased_until=until) != 1:
        yield False
        return
    try:
        yield True
    finally:
        mine.filter(leased_by=who).update(leased_by="", leased_until=None)


def release_dead() -> int:
    """Takes back leases of processes of this machine that are gone; returns how many. Called when a worker starts."""
    released = 0
    for model in (Checkpoint, PipelineState):
        taken = model.objects.exclude(leased_by="").values_list("leased_by", flat=True)
        dead = [who for who in set(taken) if _is_dead(who)]
        if dead:
            released += model.objects.filter(leased_by__in=dead).update(leased_by="", leased_until=None)
    return released


def _is_dead(who: str) -> bool:
    where, _, rest = who.rpartition("/")[0].rpartition("/")
    if where != machine()[-len(where) :] or not rest.isdigit():
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
