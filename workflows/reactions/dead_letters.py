"""Events a pipeline could not handle: put aside, and tried again when somebody asks for it."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F

from catalogsite.common import clock
from catalogsite.common.errors import NotFound
from workflows.events.selectors import get_event
from workflows.events.types import EventRecord
from workflows.reactions.base import Reaction
from workflows.reactions.config import Pipeline
from workflows.reactions.models import DeadLetter
from workflows.reactions.receipts import write_receipts


def bury(pipeline: str, event: EventRecord, error: Exception, *, attempts: int) -> None:
    """Puts an event aside with the reason. One row per event, also when a replay meets it again."""
    DeadLetter.objects.update_or_create(
        pipeline=pipeline,
        position=event.position,
        defaults={
            "event_key": event.key,
            "event_kind": event.kind,
            "error": reason(error),
            "attempts": attempts,
            "at": clock.now(),
            "retry_at": None,
            "resolved_at": None,
            "resolution": "",
        },
    )


def reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:4000] if str(error) else type(error).__name__


def retry_due(pipeline: Pipeline, reaction: Reaction) -> None:
    """Tries the dead letters that somebody asked to retry. A worker killed meanwhile leaves them due again later."""
    due = DeadLetter.objects.filter(pipeline=pipeline.name, resolved_at=None, retry_at__lte=clock.now())
    for letter in due.order_by("position"):
        later = clock.now() + timedelta(seconds=pipeline.lease)
        if DeadLetter.objects.filter(pk=letter.pk, retry_at=letter.retry_at).update(retry_at=later) == 1:
            _retry(letter, pipeline, reaction)


def _retry(letter: DeadLetter, pipeline: Pipeline, reaction: Reaction) -> None:
    row = DeadLetter.objects.filter(pk=letter.pk)
    try:
        event = get_event(letter.position)
    except NotFound as error:
        row.update(retry_at=None, error=error.message)
        return
    try:
        if reaction.is_transactional:
            with transaction.atomic():
                reaction.react([event])
                _resolve(letter, pipeline, event)
        else:
            reaction.react([event])
            _resolve(letter, pipeline, event)
    except Exception as error:  # noqa: BLE001 – as in the runner: any failure stays beside its event
        row.update(retry_at=None, attempts=F("attempts") + 1, error=reason(error), at=clock.now())


def _resolve(letter: DeadLetter, pipeline: Pipeline, event: EventRecord) -> None:
    moment = clock.now()
    with transaction.atomic():
        DeadLetter.objects.filter(pk=letter.pk).update(
            retry_at=None, attempts=F("attempts") + 1, resolved_at=moment, resolution=f"retried by {letter.retried_by}"
        )
        write_receipts(pipeline.name, [event], moment)
