"""Reading the log."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet

from catalogsite.common.errors import NotFound
from workflows.events.filters import EventQuery
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


def search_events(query: EventQuery, *, limit: int, newest_first: bool = True) -> list[EventRecord]:
    """Events that match, newest first or in the order of the log. One query."""
    rows = _matching(query).order_by("-position" if newest_first else "position")
    return [to_record(row) for row in rows[:limit]]


def count_events(query: EventQuery) -> int:
    """How many events match."""
    return _matching(query).count()


def _matching(query: EventQuery) -> QuerySet[Event]:
    rows = Event.objects.all()
    if query.kinds:
        rows = rows.filter(kind__in=query.kinds)
    if query.key:
        rows = rows.filter(key=query.key)
    if query.actor:
        rows = rows.filter(actor=query.actor)
    if query.trace:
        rows = rows.filter(trace=query.trace)
    if query.after:
        rows = rows.filter(position__gt=query.after)
    return rows if query.before is None else rows.filter(position__lt=query.before)


def last_position() -> int:
    """The newest position of the whole log, 0 when it is empty."""
    return Event.objects.aggregate(last=Max("position"))["last"] or 0


MOST_CAUSES = 30
MOST_EFFECTS = 200


def list_chain(event: EventRecord) -> list[EventRecord]:
    """What led to an event and what followed from it, in the order of the log, at most 200.

    Events of one undertaking (trace) belong together; others are joined by their causes, a query for each hop.
    """
    found = {event.position: event}
    if event.trace:
        rows = Event.objects.filter(trace=event.trace).order_by("position")[:MOST_EFFECTS]
        found |= {row.position: to_record(row) for row in rows}
    cause = event.cause
    while cause is not None and cause not in found and len(found) < MOST_CAUSES:
        row = Event.objects.filter(pk=cause).first()
        if row is None:
            break
        found[row.position] = to_record(row)
        cause = row.cause
    level = [event.position]
    while level and len(found) < MOST_EFFECTS:
        caused = Event.objects.filter(cause__in=level).exclude(pk__in=list(found)).order_by("position")
        level = []
        for row in caused[: MOST_EFFECTS - len(found)]:
            found[row.position] = to_record(row)
            level.append(row.position)
    return [found[position] for position in sorted(found)]


def newest_event() -> EventRecord | None:
    """The last event of the whole log."""
    row = Event.objects.order_by("-position").first()
    return to_record(row) if row else None


def last_events_of(key: str, *, limit: int = 50) -> list[EventRecord]:
    """The last events of one key in the order of the log."""
    return list_history(key, limit=limit)[::-1]
