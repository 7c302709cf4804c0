"""Celery's part: messages that say "look at the log". They carry no work, so losing all of them costs latency only.

A nudge is sent after each commit that recorded events, for the pipelines concerned; a tick every two seconds and every
starting worker send one to whatever is behind. One nudge per pipeline is on its way at a time.
"""

import logging
import time
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import DatabaseError

from catalogsite.common.errors import CatalogError
from workflows.reactions import runner
from workflows.reactions.leases import release_dead
from workflows.reactions.registry import get_pipeline, pipelines, reaction_of
from workflows.reactions.retention import KEEP_DAYS, purge_events
from workflows.reactions.selectors import list_unfinished
from workflows.reactions.services import clear_nudge, take_nudge

log = logging.getLogger(__name__)

NUDGE_SECONDS = 10.0
"""A nudge that no worker took within this time is worthless, and the next one may be sent."""
BROKER_REST_SECONDS = 10.0
"""After a failure to reach the broker, writes do not try again for so long; the ticks do the work meanwhile."""

_rest_until = 0.0


@shared_task(name="workflows.reactions.tick", ignore_result=True)
def tick() -> None:
    """Nudges every pipeline that is behind or has a dead letter to retry."""
    nudge(list_unfinished())


@shared_task(name="workflows.reactions.drain", ignore_result=True)
def drain(pipeline: str) -> None:
    """Drains one pipeline for about two seconds; nudges itself when something is left."""
    clear_nudge(pipeline)
    if runner.drain(get_pipeline(pipeline), reaction_of(pipeline)):
        nudge([pipeline])


@shared_task(name="workflows.reactions.purge", ignore_result=True)
def purge() -> None:
    """Deletes events that are over 90 days old and that nobody needs any more."""
    if purged := purge_events():
        log.info("%d events older than %d days are deleted.", purged, KEEP_DAYS)


def nudge(names: list[str]) -> None:
    """Sends a nudge to each pipeline that has none on its way. Raises nothing: the tick makes good what is lost."""
    global _rest_until
    if time.monotonic() < _rest_until:
        return
    try:
        for name in names:
            if take_nudge(name, seconds=NUDGE_SECONDS):
                _send(name)
    except DatabaseError as error:
        log.warning("No nudge was sent (%s); the scheduler will find what is behind.", error)
    except Exception as error:  # noqa: BLE001 – what a broker's client raises must not make a committed write look failed
        _rest_until = time.monotonic() + BROKER_REST_SECONDS
        log.warning("The broker does not take nudges (%s); the scheduler will find what is behind.", error)


def _send(name: str) -> None:
    sent = False
    try:
        drain.apply_async(args=(name,), expires=NUDGE_SECONDS, retry=False)
        sent = True
    finally:
        if not sent:
            clear_nudge(name)


def nudge_after_commit(kinds: frozenset[str]) -> None:
    """Listener of the event log: nudges the pipelines that take any of these kinds."""
    try:
        concerned = [name for name, pipeline in pipelines().items() if any(pipeline.takes(kind) for kind in kinds)]
    except CatalogError as error:
        log.warning("No nudge was sent: %s", error.message)
        return
    nudge(concerned)


@worker_ready.connect
def start_where_others_stopped(**_: Any) -> None:
    """A worker that starts takes back the leases of killed ones and drains everything that is behind."""
    release_dead()
    for name in list_unfinished():
        clear_nudge(name)
    tick()
