"""The home page: what colleagues use, where to browse, what one opened, what changed; read from our tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.selectors import display_names
from catalogsite.accounts.types import Actor
from discovery.atlas.models import Entity, Relationship
from discovery.atlas.selectors import entities_by_guid
from discovery.atlas.selectors.entities import platform_title
from discovery.atlas.selectors.terms import ASSIGNMENT
from discovery.search.home_blocks import HomeBlock, home_blocks
from discovery.search.params import Address
from discovery.search.question import Question
from discovery.search.wording import one_line
from discovery.usage.models import Usage, Visit
from workflows.events.selectors import find_events
from workflows.events.types import EventKind, EventRecord

EXAMPLES = ("orders", "customer email", "tag:PII -documented:yes", "kind:column documented:no")
_USED, _OPENED, _CHANGED, _TERMS = 6, 8, 5, 5
_LOOKED_AT = 40
_KINDS = (
    EventKind.DOCUMENTATION_UPDATE,
    EventKind.CLASSIFICATION_ADD,
    EventKind.TERM_ASSIGN,
    EventKind.PROPOSAL_SUBMITTED,
)


@dataclass(frozen=True, slots=True)
class UsedLine:
    href: str
    kind: str
    type_name: str
    name: str
    place: str
    text: str
    owner: str
    weekly: Sequence[int]
    people: int


@dataclass(frozen=True, slots=True)
class SourceTile:
    title: str
    href: str
    words: str
    kind: str
    type_name: str


@dataclass(frozen=True, slots=True)
class OpenedLine:
    href: str
    name: str
    kind: str
    type_name: str


@dataclass(frozen=True, slots=True)
class ChangeLine:
    who: str
    what: str
    name: str
    href: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TermLine:
    name: str
    href: str
    count: int


@dataclass(frozen=True, slots=True)
class HomeView:
    """What templates/discovery/search/home.html shows."""

    examples: Sequence[tuple[str, str]]
    used: Sequence[UsedLine]
    sources: Sequence[SourceTile]
    entities: int
    opened: Sequence[OpenedLine]
    changed: Sequence[ChangeLine]
    terms: Sequence[TermLine]
    blocks: Sequence[HomeBlock]

    @property
    def is_empty(self) -> bool:
        return self.entities == 0


def build_home(actor: Actor) -> HomeView:
    sources, entities = _sources()
    search = reverse("discovery:search-page")
    return HomeView(
        examples=[(text, Address({"q": [text]}, path=search).href()) for text in EXAMPLES],
        used=_used(),
        sources=sources,
        entities=entities,
        opened=_opened(actor),
        changed=_changed(),
        terms=_terms(),
        blocks=home_blocks(),
    )


def _used() -> list[UsedLine]:
    rows = list(Usage.objects.filter(queries_30d__gt=0).order_by("-queries_30d", "guid")[: _USED * 2])
    known = entities_by_guid(row.guid for row in rows)
    shown = [
        (row, known[row.guid]) for row in rows if row.guid in known and known[row.guid].status == Entity.Status.ACTIVE
    ][:_USED]
    people = display_names({owner for _row, entity in shown for owner in entity.owners[:1]})
    return [
        UsedLine(
            href=_page(entity.guid),
            kind=entity.kind,
            type_name=entity.type_name,
            name=entity.title,
            place=entity.database or platform_title(entity.platform),
            text=one_line(entity.text, Question()),
            owner=people[entity.owners[0]] if entity.owners else "",
            weekly=row.weekly,
            people=row.people_30d,
        )
        for row, entity in shown
    ]


def _sources() -> tuple[list[SourceTile], int]:
    """A tile per platform with its most frequent kind of thing, and the number of everything that can be found."""
    rows = (
        Entity.objects.filter(status=Entity.Status.ACTIVE)
        .exclude(kind=Entity.Kind.INTERNAL)
        .values_list("platform", "kind", "type_name")
        .annotate(number=Count("pk"))
        .order_by("-number")
    )
    counts = list(rows)
    tiles: dict[str, SourceTile] = {}
    totals: dict[tuple[str, str], int] = {}
    for platform, kind, _type_name, number in counts:
        totals[platform, kind] = totals.get((platform, kind), 0) + number
    for kind, words in ((Entity.Kind.DATASET, _datasets), (Entity.Kind.PROCESS, _jobs)):
        for platform, found, type_name, _number in counts:
            if platform and found == kind and platform not in tiles:
                href = Address({"platform": [platform]}, path=reverse("discovery:search-page")).href()
                number = totals[platform, kind]
                tiles[platform] = SourceTile(platform_title(platform), href, words(number), kind, type_name)
    return list(tiles.values()), sum(number for *_key, number in counts)


def _datasets(number: int) -> str:
    return ngettext("%(n)s dataset", "%(n)s datasets", number) % {"n": f"{number:,}"}


def _jobs(number: int) -> str:
    return ngettext("%(n)s job", "%(n)s jobs", number) % {"n": f"{number:,}"}


def _opened(actor: Actor) -> list[OpenedLine]:
    if not actor.is_signed_in:
        return []
    guids = list(
        Visit.objects.filter(user__username=actor.username).order_by("-at").values_list("guid", flat=True)[:_OPENED]
    )
    known = entities_by_guid(guids)
    return [
        OpenedLine(_page(guid), _short_name(known[guid]), known[guid].kind, known[guid].type_name)
        for guid in guids
        if guid in known
    ]


def _short_name(entity: Entity) -> str:
    """core.orders for a table, orders.order_id for a column."""
    if entity.kind in {Entity.Kind.DATASET, Entity.Kind.COLUMN} and entity.parent:
        return f"{entity.parent.name}.{entity.title}"
    return entity.title


def _changed() -> list[ChangeLine]:
    """The newest changes that people made; what they set in motion is left out, one line for each thing and act."""
    events = [
        event
        for event in find_events(kinds=_KINDS, limit=_LOOKED_AT, newest_first=True)
        if event.origin == "human" and event.payload.get("origin", "DIRECT") != "PROPAGATED"
    ]
    latest: dict[tuple[str, str, str], EventRecord] = {}
    for event in events:
        latest.setdefault((event.actor, event.kind, _guid_of(event)), event)
    chosen = list(latest.values())
    known = entities_by_guid(map(_guid_of, chosen))
    people = display_names({event.actor for event in chosen})
    lines = [
        _change(event, known[_guid_of(event)], people[event.actor]) for event in chosen if _guid_of(event) in known
    ]
    return lines[:_CHANGED]


def _guid_of(event: EventRecord) -> str:
    guids = event.payload.get("guids") or [event.key]
    return str(guids[0])


def _change(event: EventRecord, entity: Entity, who: str) -> ChangeLine:
    payload = event.payload
    names = ", ".join(
        payload.get("classifications") or [str((payload.get("classification") or {}).get("typeName", ""))]
    )
    if event.kind == EventKind.DOCUMENTATION_UPDATE:
        what = _("described")
    elif event.kind == EventKind.TERM_ASSIGN:
        what = _("assigned the term %(name)s to") % {"name": (payload.get("term") or {}).get("name", "")}
    elif event.kind == EventKind.PROPOSAL_SUBMITTED:
        what = _("proposed %(name)s on") % {"name": names}
    else:
        what = _("set %(name)s on") % {"name": names}
    return ChangeLine(who=who, what=what, name=_short_name(entity), href=_page(entity.guid), at=event.at)


def _terms() -> list[TermLine]:
    """Terms by how much they are assigned."""
    rows = (
        Relationship.objects.filter(
            type_name=ASSIGNMENT,
            status=Entity.Status.ACTIVE,
            end1__status=Entity.Status.ACTIVE,
            end2__status=Entity.Status.ACTIVE,
        )
        .values_list("end1__name")
        .annotate(number=Count("end2", distinct=True))
        .order_by("-number", "end1__name")[:_TERMS]
    )
    search = reverse("discovery:search-page")
    return [TermLine(name, Address({"term": [name]}, path=search).href(), number) for name, number in rows]


def _page(guid: str) -> str:
    return reverse("discovery:entity-page", args=[guid])
