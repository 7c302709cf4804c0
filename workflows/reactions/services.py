"""What an operator does with pipelines, and running them here and now."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.types import Actor
from catalogsite.common import clock
from catalogsite.common.errors import Conflict, InvalidInput, NotFound
from workflows.events.selectors import count_after, last_positions
from workflows.reactions.leases import behind, ensure_checkpoints
from workflows.reactions.models import Checkpoint, DeadLetter, PipelineState
from workflows.reactions.registry import get_pipeline, pipelines, reaction_of
from workflows.reactions.runner import drain

LONGEST_REASON = 200
ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay does (or, as a dry run, would do): events after `after` are handled again."""

    pipeline: str
    after: int
    events: int
    dry_run: bool


def drain_all(*, rounds: int = ROUNDS) -> bool:
    """Runs every pipeline in this process until nothing is behind; True when it got there.

    False when a pipeline waits for a backend that does not answer, or is paused, or one feeds another for ever.
    Needs no broker and no worker: for tests and for commands that want the effects before they end.
    """
    for _ in range(rounds):
        before = _progress()
        for name, pipeline in pipelines().items():
            drain(pipeline, reaction_of(name), patient=False)
        if not _is_behind():
            return True
        if _progress() == before:
            return False
    return False


def _progress() -> list[tuple[int, int, int]]:
    rows = Checkpoint.objects.filter(pipeline__in=list(pipelines()))
    return list(rows.order_by("pk").values_list("pk", "position", "attempts"))


def _is_behind() -> bool:
    return bool(behind(*pipelines(), ignore_waits=True))


def pause(name: str, *, actor: Actor) -> None:
    """Stops a pipeline after the batch it is at. Its events wait. Raises NotAllowed, NotFound, Conflict."""
    _set_paused(name, actor=actor, to=True)


def resume(name: str, *, actor: Actor) -> None:
    """Lets a paused pipeline go on from where it stopped. Raises NotAllowed, NotFound, Conflict."""
    _set_paused(name, actor=actor, to=False)


def _set_paused(name: str, *, actor: Actor, to: bool) -> None:
    require(actor, Action.OPERATE)
    ensure_checkpoints(get_pipeline(name))
    state = PipelineState.objects.filter(pipeline=name).exclude(is_paused=to)
    if not state.update(is_paused=to, changed_by=actor.username, changed_at=clock.now()):
        raise Conflict(f"{name} is {'paused' if to else 'running'} already.", details={"paused": to})


def replay(name: str, *, actor: Actor, after: int = 0, dry_run: bool = False) -> Replay:
    """Sets the checkpoints of a pipeline back, so that all events after a position are handled again.

    0 means all there are. A batch under way is not counted. Raises NotAllowed, NotFound, InvalidInput.
    """
    require(actor, Action.OPERATE)
    pipeline = get_pipeline(name)
    last = max(last_positions().values(), default=0)
    if not 0 <= after <= last:
        raise InvalidInput(f"after must be between 0 and {last}.", details={"field": "after", "maximum": last})
    ensure_checkpoints(pipeline)
    with transaction.atomic():
        later = Checkpoint.objects.filter(pipeline=name, position__gt=after)
        reached = dict(later.values_list("partition", "position"))
        count = count_after(after, up_to=reached, kinds=pipeline.kinds)
        if not dry_run:
            later.update(position=after, attempts=0, retry_at=None, leased_by="", leased_until=None)
            Checkpoint.objects.filter(pipeline=name).update(attempts=0, retry_at=None)
    return Replay(name, after, count, dry_run)


def retry_letter(letter_id: int, *, actor: Actor) -> DeadLetter:
    """Asks a worker to try a dead letter again; open until that worked. Raises NotAllowed, NotFound, Conflict."""
    require(actor, Action.OPERATE)
    letter = _open_letter(letter_id)
    get_pipeline(letter.pipeline)
    DeadLetter.objects.filter(pk=letter.pk).update(retry_at=clock.now(), retried_by=actor.username)
    letter.refresh_from_db()
    return letter


def retry_letters(name: str, *, actor: Actor) -> int:
    """The same for all open dead letters of a pipeline; returns how many."""
    require(actor, Action.OPERATE)
    get_pipeline(name)
    letters = DeadLetter.objects.filter(pipeline=name, resolved_at=None, retry_at=None)
    return letters.update(retry_at=clock.now(), retried_by=actor.username)


def dismiss_letter(letter_id: int, *, actor: Actor, reason: str) -> DeadLetter:
    """Closes a dead letter without handling its event. Raises NotAllowed, NotFound, Conflict, InvalidInput."""
    require(actor, Action.OPERATE)
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= LONGEST_REASON:
        raise InvalidInput(
            f"Dismissing needs a reason of at most {LONGEST_REASON} characters.", details={"field": "reason"}
        )
    letter = _open_letter(letter_id)
    words = f"dismissed by {actor.username}: {reason}"[:255]
    DeadLetter.objects.filter(pk=letter.pk).update(resolved_at=clock.now(), resolution=words, retry_at=None)
    letter.refresh_from_db()
    return letter


def _open_letter(letter_id: int) -> DeadLetter:
    letter = DeadLetter.objects.filter(pk=letter_id).first()
    if letter is None:
        raise NotFound("There is no such dead letter.")
    if letter.resolved_at:
        raise Conflict(f"This dead letter is closed: {letter.resolution}.", details={"resolution": letter.resolution})
    return letter


def take_nudge(name: str, *, seconds: float) -> bool:
    """True when no nudge for a pipeline is on its way, and notes that one now is. Two callers never both get True."""
    moment = clock.now()
    state = PipelineState.objects.filter(pipeline=name)
    free = state.filter(Q(nudged_until=None) | Q(nudged_until__lte=moment))
    until = moment + timedelta(seconds=seconds)
    if free.update(nudged_until=until) == 1:
        return True
    if state.exists():
        return False
    PipelineState.objects.bulk_create([PipelineState(pipeline=name, nudged_until=until)], ignore_conflicts=True)
    return True


def clear_nudge(name: str) -> None:
    """The nudge has arrived: what is committed from now on needs a new one. Before the log is read, not after."""
    PipelineState.objects.filter(pipeline=name).exclude(nudged_until=None).update(nudged_until=None)
