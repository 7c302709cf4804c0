"""Writing the log. The event is written with the change, in the same transaction, or not at all."""

from collections.abc import Callable, Sequence

from django.db import connection, transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from catalogsite.common.bulk import insert_rows
from workflows.events.models import Event
from workflows.events.types import NewEvent, partition_of

Listener = Callable[[frozenset[str]], None]
_after_commit: list[Listener] = []
_LOCK_SPACE = 0x6361


def call_after_commit(listener: Listener) -> None:
    """Registers a nudge: called after a transaction that recorded events, with their kinds.

    It must be quick, must not raise, and may be lost: the log is the truth.
    """
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
    hops = _hops_after(context.cause)
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
            hops=hops,
            trace=context.trace,
        )
        for event in events
    ]
    insert_rows(rows)
    _nudge_on_commit({str(event.kind) for event in events})
    return [row.position for row in rows]


def _hops_after(cause: int | None) -> int:
    if cause is None:
        return 0
    hops = Event.objects.filter(pk=cause).values_list("hops", flat=True).first()
    return 0 if hops is None else hops + 1


def _lock_partitions(partitions: set[int]) -> None:
    """On PostgreSQL a position must not become visible after a later one of its partition; SQLite has one writer."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for partition in sorted(partitions):
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK_SPACE, partition])


class _Nudge:
    """Runs the listeners once for all events recorded by one transaction."""

    def __init__(self, kinds: set[str]) -> None:
        self.kinds = kinds

    def __call__(self) -> None:
        for listener in _after_commit:
            listener(frozenset(self.kinds))


def _nudge_on_commit(kinds: set[str]) -> None:
    """Joins the nudge already waiting for this commit, unless a savepoint in between could roll one of them back."""
    waiting = connection.run_on_commit[-1] if connection.run_on_commit else None
    if waiting and isinstance(waiting[1], _Nudge) and waiting[0] == set(connection.savepoint_ids):
        waiting[1].kinds |= kinds
    else:
        transaction.on_commit(_Nudge(kinds))
