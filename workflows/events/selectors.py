"""Reading the log."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Count, Max, Q

from catalogsite.common.errors import NotFound
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


def list_events(*, partition: int, after: int, limit: int, kinds: Collection[str] = ()) -> list[EventRecord]:
    """The next events of one partition in commit order, after a position; of some kinds only when told so."""
    rows = Event.objects.filter(partition=partition, position__gt=after)
    if kinds:
        rows = rows.filter(kind__in=kinds)
    return [to_record(row) for row in rows.order_by("position")[:limit]]


def next_events(
    *, partition: int, after: int, limit: int, kinds: Collection[str] = ()
) -> tuple[list[EventRecord], int]:
    """A batch for a reader, and the position up to which it is complete.

    The end is read before the events: a position becomes visible only after all earlier ones of its partition, so
    that nothing can appear below the end later.
    """
    end = Event.objects.filter(partition=partition).aggregate(last=Max("position"))["last"] or after
    rows = Event.objects.filter(partition=partition, position__gt=after, position__lte=end)
    if kinds:
        rows = rows.filter(kind__in=kinds)
    events = [to_record(row) for row in rows.order_by("position")[:limit]]
    return events, events[-1].position if len(events) == limit else end


def get_event(position: int) -> EventRecord:
    """One event. Raises NotFound when there is none at this position (any more)."""
    row = Event.objects.filter(pk=position).first()
    if row is None:
        raise NotFound(f"There is no event {position}. Events are kept for 90 days.")
    return to_record(row)


def last_positions() -> dict[int, int]:
    """The newest position of each partition that has any."""
    rows = Event.objects.values_list("partition").annotate(last=Max("position"))
    return dict(rows)


def count_after(after: int, *, up_to: Mapping[int, int], kinds: Collection[str] = ()) -> int:
    """Events after a position, up to one of their own partition (partition → position), of some kinds only if told."""
    within = Q(pk__in=[])
    for partition, position in up_to.items():
        within |= Q(partition=partition, position__gt=after, position__lte=position)
    rows = Event.objects.filter(within)
    return (rows.filter(kind__in=kinds) if kinds else rows).count()


def count_by_kind(*, since: datetime) -> dict[str, int]:
    """How many events of each kind happened since a moment."""
    rows = Event.objects.filter(at__gte=since).values_list("kind").annotate(count=Count("pk"))
    return dict(rows.order_by("kind"))


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
