"""Writing the log. The event is written with the change, in the same transaction, or not at all."""

from collections.abc import Callable, Sequence

from django.db import connection, transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from workflows.events.models import Event
from workflows.events.types import NewEvent, partition_of

_after_commit: list[Callable[[], None]] = []
_BATCH = 400


def call_after_commit(listener: Callable[[], None]) -> None:
    """Registers a nudge, called once after each transaction that recorded events. It must be quick and may be lost."""
    if listener not in _after_commit:
        _after_commit.append(listener)


def record(event: NewEvent, *, context: WriteContext) -> int:
    """Appends one event and returns its position. Must run inside the transaction of the change it tells of."""
    return record_many([event], context=context)[0]


def record_many(events: Sequence[NewEvent], *, context: WriteContext) -> list[int]:
    """Appends events in order; returns their positions. Raises when no transaction is open."""
    if not events:
        return []
    if not connection.in_atomic_block:
        raise RuntimeError("An event is recorded in the transaction of its change; none is open.")
    _lock_partitions({partition_of(event.key) for event in events})
    at = clock.now()
    rows = [
        Event(
            partition=partition_of(event.key),
            key=event.key,
            kind=event.kind,
            payload=event.payload,
            actor=context.actor,
            origin=context.origin,
            at=at,
            cause=context.cause,
            trace=context.trace,
        )
        for event in events
    ]
    created = Event.objects.bulk_create(rows, batch_size=_BATCH)
    transaction.on_commit(_nudge)
    return [row.position for row in created]


def _lock_partitions(partitions: set[int]) -> None:
    """On PostgreSQL a position must not become visible after a later one of its partition; SQLite has one writer."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for partition in sorted(partitions):
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK_SPACE, partition])


_LOCK_SPACE = 0x6361


def _nudge() -> None:
    for listener in _after_commit:
        listener()
