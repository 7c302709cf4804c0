"""Reading the log."""

from collections.abc import Iterable

from django.db.models import Max

from workflows.events.models import Event
from workflows.events.types import EventRecord


def to_record(row: Event) -> EventRecord:
    return EventRecord(
        position=row.position,
        partition=row.partition,
        key=row.key,
        kind=row.kind,
        payload=row.payload,
        actor=row.actor,
        origin=row.origin,
        at=row.at,
        cause=row.cause,
        trace=row.trace,
        hops=row.hops,
    )


def list_events(*, partition: int, after: int, limit: int) -> list[EventRecord]:
    """The next events of one partition in commit order, after a position."""
    rows = Event.objects.filter(partition=partition, position__gt=after).order_by("position")[:limit]
    return [to_record(row) for row in rows]


def last_positions() -> dict[int, int]:
    """The newest position of each partition that has any."""
    rows = Event.objects.values_list("partition").annotate(last=Max("position"))
    return dict(rows)


def list_history(key: str, *, limit: int = 100, before: int | None = None) -> list[EventRecord]:
    """What happened to one key, newest first."""
    rows = Event.objects.filter(key=key)
    if before is not None:
        rows = rows.filter(position__lt=before)
    return [to_record(row) for row in rows.order_by("-position")[:limit]]


def list_trace(trace: str) -> list[EventRecord]:
    """Every event of one undertaking, e.g. "proposal:7", oldest first."""
    return [to_record(row) for row in Event.objects.filter(trace=trace).order_by("position")]


def find_events(
    *, after: int = 0, kinds: Iterable[str] = (), key: str = "", limit: int = 50, newest_first: bool = False
) -> list[EventRecord]:
    """Events after a position, filtered; `newest_first` gives the last ones before reading backwards."""
    rows = Event.objects.filter(position__gt=after)
    if wanted := list(kinds):
        rows = rows.filter(kind__in=wanted)
    if key:
        rows = rows.filter(key=key)
    rows = rows.order_by("-position" if newest_first else "position")
    return [to_record(row) for row in rows[:limit]]
