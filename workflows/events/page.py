"""What the pages of the event log show."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from catalogsite.accounts.selectors import display_names
from workflows.events.filters import EventQuery
from workflows.events.links import link_to
from workflows.events.selectors import count_events, get_event, list_chain, search_events
from workflows.events.types import EventKind, EventRecord

ROWS = 100


@dataclass(frozen=True, slots=True)
class EventRow:
    """A line of the log. `href` is the page of the thing, "" when it has none."""

    event: EventRecord
    actor: str
    href: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class EventsPage:
    """`newest` is the position behind which new events wait; `older_href` is "" on the last page."""

    rows: Sequence[EventRow]
    query: EventQuery
    kinds: Sequence[str]
    newest: int
    older_href: str
    newest_href: str
    filter_query: str


@dataclass(frozen=True, slots=True)
class EventPage:
    """One event with its payload and the chain it belongs to."""

    row: EventRow
    payload: str
    chain: Sequence[EventRow]


def events_page(query: EventQuery) -> EventsPage:
    """Newest first, 100 a page."""
    events = search_events(query, limit=ROWS + 1)
    shown = events[:ROWS]
    filters = _filters(query)
    older = urlencode([*filters, ("before", str(shown[-1].position))]) if len(events) > ROWS else ""
    return EventsPage(
        rows=_rows(shown),
        query=query,
        kinds=[str(kind) for kind in EventKind],
        newest=shown[0].position if shown and query.before is None else 0,
        older_href=f"?{older}" if older else "",
        newest_href=f"?{urlencode(filters)}" if query.before is not None else "",
        filter_query=urlencode(filters),
    )


def count_new(query: EventQuery) -> int:
    """Events that came after the newest one shown."""
    return count_events(query) if query.after else 0


def event_page(position: int) -> EventPage:
    """Raises NotFound."""
    event = get_event(position)
    chain = list_chain(event)
    rows = [replace(row, is_current=row.event.position == position) for row in _rows(chain)]
    payload = json.dumps(event.payload, indent=2, ensure_ascii=False)
    return EventPage(row=_rows([event])[0], payload=payload, chain=rows if len(rows) > 1 else [])


def _rows(events: Sequence[EventRecord]) -> list[EventRow]:
    names = display_names({event.actor for event in events})
    return [EventRow(event, names[event.actor], link_to(event.key)) for event in events]


def _filters(query: EventQuery) -> list[tuple[str, str]]:
    pairs = [("kind", kind) for kind in query.kinds]
    named = (("guid", query.key), ("actor", query.actor), ("trace", query.trace))
    return pairs + [(name, value) for name, value in named if value]
