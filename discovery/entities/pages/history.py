"""The history tab: the entity's events by day, each with what it changed, and its texts compared and restored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.accounts.selectors import display_names
from catalogsite.accounts.types import Actor
from catalogsite.common.ui import FieldChange, Link
from discovery.atlas.models import Entity
from discovery.atlas.selectors import entities_by_guid
from discovery.documentation.comparing import Comparison, compare
from discovery.documentation.models import TextRevision
from discovery.documentation.selectors import texts_of_revisions
from discovery.documentation.worddiff import diff_words
from discovery.entities.pages.head import Head, build_head
from discovery.entities.pages.sentences import field_changes, guids_in, sentence_of
from discovery.entities.selectors import Shown, tags_of
from discovery.entities.types import Tab
from workflows.events.selectors import list_history
from workflows.events.types import EventKind, EventRecord

EVENTS_PER_PAGE = 100
MOST_DIFFS = 25
"""Text changes of one page that are compared word by word; the others have a link."""
LONGEST_DIFF = 20_000
TEXT_ATTRIBUTES = frozenset({"userDescription", "longDescription"})


class HistoryShown(StrEnum):
    EVERYTHING = "everything"
    TEXTS = "texts"
    CLASSIFICATIONS = "classifications"
    SCHEMA = "schema"


_PREFIXES = {
    HistoryShown.EVERYTHING: ("",),
    HistoryShown.TEXTS: ("DOCUMENTATION_", "TERM_"),
    HistoryShown.CLASSIFICATIONS: ("CLASSIFICATION_", "PROPOSAL_"),
    HistoryShown.SCHEMA: ("ENTITY_", "RELATIONSHIP_"),
}


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event in words. `revision` is set for a text; `restore` is the earlier one that can be brought back."""

    at: datetime
    who: str
    is_person: bool
    sentence: str
    name: str
    name_href: str
    origin: str
    changes: Sequence[FieldChange]
    compare_href: str = ""
    restore: int | None = None
    restore_href: str = ""
    proposal: str = ""
    """Number of the proposal that led to it."""


@dataclass(frozen=True, slots=True)
class HistoryDay:
    day: date
    lines: Sequence[HistoryLine]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    head: Head
    days: Sequence[HistoryDay]
    segments: Sequence[Link]
    revisions: Sequence[TextRevision]
    next_revision: int
    comparison: Comparison | None
    page_href: str
    older_href: str
    is_filtered: bool


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    shown: HistoryShown = HistoryShown.EVERYTHING
    before: int | None = None
    first: int | None = None
    second: int | None = None


def read_history_query(values: QueryDict) -> HistoryQuery:
    shown = values.get("show", "")
    return HistoryQuery(
        shown=HistoryShown(shown) if shown in set(HistoryShown) else HistoryShown.EVERYTHING,
        before=_number(values.get("before")),
        first=_number(values.get("from")),
        second=_number(values.get("to")),
    )


def _number(raw: str | None) -> int | None:
    return int(raw) if raw and raw.isascii() and raw.isdigit() and len(raw) < 16 else None


def build_history(shown: Shown, query: HistoryQuery, *, actor: Actor) -> HistoryPage:
    """Events of one page, newest first. Raises NotFound for a revision to compare that is not there."""
    entity = shown.entity
    page = reverse("discovery:entity-page", args=[entity.guid])
    events = list_history(entity.guid, limit=EVENTS_PER_PAGE, before=query.before)
    older = f"{page}?tab=history&show={query.shown}&before={events[-1].position}" if _is_full(events) else ""
    told = [event for event in _told_once(events) if event.kind.startswith(_PREFIXES[query.shown])]
    texts = texts_of_revisions(entity.guid)
    head = build_head(shown, tab=Tab.HISTORY, tags=tags_of(entity), actor=actor)
    comparison = None
    if query.first is not None and query.second is not None:
        comparison = compare(entity.guid, query.first, query.second)
    return HistoryPage(
        head=head,
        days=_days(told, page=page, texts={row.revision: row for row in texts}, may_edit=head.may_edit),
        segments=_segments(query, page),
        revisions=texts,
        next_revision=(texts[0].revision if texts else 0) + 1,
        comparison=comparison,
        page_href=page,
        older_href=older,
        is_filtered=query.shown is not HistoryShown.EVERYTHING,
    )


def _is_full(events: Sequence[EventRecord]) -> bool:
    return len(events) == EVENTS_PER_PAGE


def _told_once(events: Sequence[EventRecord]) -> list[EventRecord]:
    """A saved text is two events, the attribute and the revision; only the second one is told."""
    saved = [event.position for event in events if event.kind == EventKind.DOCUMENTATION_UPDATE]
    return [event for event in events if not _is_echo(event, saved) and not _is_empty(event)]


def _is_echo(event: EventRecord, saved: Sequence[int]) -> bool:
    changes = event.payload.get("changes")
    if event.kind != EventKind.ENTITY_UPDATE or not changes or not set(changes) <= TEXT_ATTRIBUTES:
        return False
    return any(0 < position - event.position <= 3 for position in saved)


def _is_empty(event: EventRecord) -> bool:
    """Atlas also tells of entities that were touched only through a relation."""
    return event.kind == EventKind.ENTITY_UPDATE and not event.payload.get("changes")


def _days(
    events: Sequence[EventRecord], *, page: str, texts: Mapping[int, TextRevision], may_edit: bool
) -> list[HistoryDay]:
    names = display_names({event.actor for event in events})
    entities = entities_by_guid(guid for event in events for guid in guids_in(event))
    lines = []
    diffs = 0
    for event in events:
        is_text = event.kind == EventKind.DOCUMENTATION_UPDATE
        diffs += is_text
        lines.append(_line(event, names, entities, texts if diffs <= MOST_DIFFS else {}, page=page, may_edit=may_edit))
    return [HistoryDay(day, list(of_day)) for day, of_day in groupby(lines, key=lambda line: line.at.date())]


def _line(
    event: EventRecord,
    names: Mapping[str, str],
    entities: Mapping[str, Entity],
    texts: Mapping[int, TextRevision],
    *,
    page: str,
    may_edit: bool,
) -> HistoryLine:
    sentence, about = sentence_of(event, entities)
    revision = int(event.payload.get("revision") or 0) if event.kind == EventKind.DOCUMENTATION_UPDATE else 0
    changes = _text_change(revision, texts) if revision else field_changes(event, entities)
    can_restore = may_edit and revision > 1 and revision - 1 in texts
    return HistoryLine(
        at=event.at,
        who=names.get(event.actor, event.actor),
        is_person=event.origin in {"human", ""},
        sentence=sentence,
        name=about.title if about else "",
        name_href=reverse("discovery:entity-page", args=[about.guid]) if about else "",
        origin=_("person") if event.origin == "human" else event.origin,
        changes=changes,
        compare_href=f"{page}?tab=history&from={revision - 1}&to={revision}" if revision > 1 else "",
        restore=revision - 1 if can_restore else None,
        proposal=_proposal(event),
        restore_href=reverse("discovery:revision-restore", args=[event.key, revision - 1]) if can_restore else "",
    )


def _proposal(event: EventRecord) -> str:
    """Events of one undertaking carry its trace: "proposal:7"."""
    kind, _colon, number = event.trace.partition(":")
    return number if kind == "proposal" and number.isdigit() else ""


def _text_change(revision: int, texts: Mapping[int, TextRevision]) -> list[FieldChange]:
    after, before = texts.get(revision), texts.get(revision - 1)
    if after is None or (before is None and revision > 1):
        return []
    old = before.text if before else ""
    if max(len(old), len(after.text)) > LONGEST_DIFF:
        return []
    return [FieldChange(label="", before=old, after=after.text, words=diff_words(old, after.text))]


def _segments(query: HistoryQuery, page: str) -> list[Link]:
    labels = {
        HistoryShown.EVERYTHING: _("Everything"),
        HistoryShown.TEXTS: _("Texts"),
        HistoryShown.CLASSIFICATIONS: _("Classifications"),
        HistoryShown.SCHEMA: _("Schema"),
    }
    return [
        Link(label=label, href=f"{page}?tab=history&show={one}", is_current=one is query.shown)
        for one, label in labels.items()
    ]
