"""The search page put together from what was found. Times of other systems never enter: everything is local."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.accounts.selectors import current_actor, display_names
from catalogsite.accounts.types import Actor
from catalogsite.common.pagination import Page, read_limit
from catalogsite.common.ui import Link
from discovery.atlas.selectors.entities import platform_title
from discovery.search import ranking, wording
from discovery.search.hits import ColumnView, HitView, column_views, hit_views
from discovery.search.params import NAMES, Address, read_query
from discovery.search.query import Part
from discovery.search.question import ask
from discovery.search.selectors import Found, count_bands, find_entities
from discovery.search.types import FACETS, KINDS, FacetValue, Hit, SearchQuery

PAGE_SIZE = 20
COLUMNS_SHOWN = 4
SHOWN_FIRST = 5
_WITHOUT_COLUMNS = tuple(kind for kind in KINDS if kind != "column")


@dataclass(frozen=True, slots=True)
class FacetLine:
    label: str
    count: int
    href: str
    is_chosen: bool
    is_none: bool = False


@dataclass(frozen=True, slots=True)
class FacetView:
    """One facet: the first values, and the rest behind "n more"."""

    title: str
    first: Sequence[FacetLine]
    more: Sequence[FacetLine]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A filter or piece of the text that narrows, with the link that takes it out."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the ladder: its place, its name, how many hits stand on it, whether the hit looked at does."""

    place: int
    label: str
    count: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class Why:
    """Why a hit stands where it stands."""

    steps: Sequence[Step]
    bonuses: Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class SearchPageView:
    """What templates/discovery/search/page.html shows."""

    text: str
    total: int
    took_ms: float
    hits: Sequence[HitView]
    columns: Sequence[ColumnView]
    columns_total: int
    columns_href: str
    kinds: Sequence[Link]
    facets: Sequence[FacetView]
    chosen: Sequence[Chosen]
    sorts: Sequence[Link]
    sort_label: str
    csv_href: str
    clear_href: str
    pages: Page[HitView | ColumnView]
    start: int
    first_href: str = ""
    next_href: str = ""
    why_guid: str = ""
    why: Why | None = None
    is_column_list: bool = False
    why_query: str = "?why="
    """The query string of this very page, up to the guid of a hit to explain."""

    @property
    def is_empty(self) -> bool:
        return not self.hits and not self.columns

    @property
    def is_asked(self) -> bool:
        """False for an empty box without filters: then everything is shown."""
        return bool(self.text.strip() or self.chosen)


def build_page(request: HttpRequest) -> SearchPageView:
    """Reads the address, asks the index (datasets and columns apart when no kind is chosen) and words the answer."""
    actor = current_actor(request)
    limit = read_limit(request.GET.get("limit"), default=PAGE_SIZE)
    query = read_query(request.GET, limit=limit)
    cursor = request.GET.get("cursor")
    address = Address(dict(request.GET.lists()), path=reverse("discovery:search-page"))
    found, all_found, columns = _ask(query, actor=actor, cursor=cursor)
    facets = all_found.page.facets
    question = ask(found.query)
    is_column_list = tuple(all_found.query.kinds) == ("column",)
    hits = hit_views([] if is_column_list else found.page.hits, question)
    column_hits = found.page.hits if is_column_list else columns
    shown_columns = column_views(column_hits, question)
    total = sum(value.count for value in facets.get("kind", ()) if _is_asked_kind(value.value, all_found.query))
    start = _start(request)
    why_guid = request.GET.get("why", "")
    return SearchPageView(
        text=query.text,
        total=total,
        took_ms=all_found.page.took_ms + found.page.took_ms,
        hits=hits,
        columns=shown_columns,
        columns_total=_count(facets.get("kind", ()), "column"),
        columns_href=address.with_only("kind", "column"),
        kinds=_kinds(facets.get("kind", ()), all_found.query, address),
        facets=_facets(facets, all_found.query, address),
        chosen=_chosen(query, found, address),
        sorts=[
            Link(
                str(label),
                address.with_only("sort", "" if name == "relevance" else name),
                is_current=name == query.sort,
            )
            for name, label in wording.SORTS.items()
        ],
        sort_label=str(wording.SORTS.get(query.sort, query.sort)),
        csv_href=Address(dict(request.GET.lists()), path=reverse("discovery:search-csv")).href(),
        clear_href=address.without_filters(found.asked.words),
        pages=Page(results=[*hits] or [*shown_columns], total=found.page.total, next=found.next),
        start=start,
        first_href=address.href() if cursor else "",
        next_href=address.href(cursor=found.next, start=str(start + len(found.page.hits))) if found.next else "",
        why_guid=why_guid,
        why=why_of(query, why_guid, found.page.hits, actor=actor) if why_guid else None,
        is_column_list=is_column_list,
        why_query=_why_query(request),
    )


def _ask(query: SearchQuery, *, actor: Actor, cursor: str | None) -> tuple[Found, Found, Sequence[Hit]]:
    """The hits to list, the search that counted everything, and the columns of the block below."""
    counted = find_entities(replace(query, limit=0), actor=actor)
    if counted.query.kinds:
        return find_entities(replace(query, with_facets=False), actor=actor, cursor=cursor), counted, ()
    rest = replace(query, kinds=_WITHOUT_COLUMNS, with_facets=False)
    listed = find_entities(rest, actor=actor, cursor=cursor)
    columns: Sequence[Hit] = ()
    if cursor is None and _count(counted.page.facets.get("kind", ()), "column"):
        shown = COLUMNS_SHOWN if listed.page.hits else PAGE_SIZE
        few = replace(query, kinds=("column",), limit=shown, with_facets=False)
        columns = find_entities(few, actor=actor).page.hits
    return listed, counted, columns


def why_of(query: SearchQuery, guid: str, hits: Sequence[Hit], *, actor: Actor) -> Why | None:
    """The ladder with its counts, and this hit's tie-break; None when the hit is not among `hits`."""
    hit = next((hit for hit in hits if hit.document.guid == guid), None)
    if hit is None:
        return None
    counts = count_bands(query, actor=actor)
    steps = [
        Step(place, str(label), counts.get(band, 0), band == hit.match.band)
        for place, (band, label) in enumerate(wording.BANDS.items(), start=1)
        if counts.get(band, 0) or band == hit.match.band
    ]
    bonuses = [(_bonus_words(part.reason, hit), part.value) for part in ranking.bonus_parts(hit.document)]
    return Why(steps=steps, bonuses=bonuses)


def _bonus_words(reason: str, hit: Hit) -> str:
    if reason == "usage":
        return _("%(n)s queries in 30 days") % {"n": f"{hit.document.queries_30d:,}"}
    return str(wording.BONUSES[reason])


def _is_asked_kind(kind: str, query: SearchQuery) -> bool:
    return not query.kinds or kind in query.kinds


def _count(values: Sequence[FacetValue], wanted: str) -> int:
    return next((value.count for value in values if value.value == wanted), 0)


def _kinds(values: Sequence[FacetValue], query: SearchQuery, address: Address) -> list[Link]:
    counts = {value.value: value.count for value in values}
    links = [Link(_("All"), address.with_only("kind", ""), sum(counts.values()), not query.kinds)]
    for kind, label in wording.KINDS.items():
        if kind in {"dataset", "column", "process", "term"} or counts.get(kind) or kind in query.kinds:
            links.append(Link(str(label), address.with_only("kind", kind), counts.get(kind, 0), kind in query.kinds))
    return links


def _facets(facets: Mapping[str, Sequence[FacetValue]], query: SearchQuery, address: Address) -> list[FacetView]:
    people = display_names({value.value for value in facets.get("owner", ()) if value.value})
    views = []
    for name in FACETS:
        chosen = {value.casefold() for value in query.filters.get(name, ())}
        lines = [
            FacetLine(
                label=_label(name, value.value, people),
                count=value.count,
                href=address.toggled(NAMES[name], value.value),
                is_chosen=value.value.casefold() in chosen,
                is_none=not value.value,
            )
            for value in facets.get(name, ())
        ]
        has_something = any(value.value for value in facets.get(name, ()))
        if lines and (has_something or chosen):
            lines.sort(key=lambda line: (not line.is_chosen, line.is_none))
            views.append(FacetView(str(wording.FACETS[name]), lines[:SHOWN_FIRST], lines[SHOWN_FIRST:]))
    return views


def _label(name: str, value: str, people: Mapping[str, str]) -> str:
    if name == "owner" and value:
        return people.get(value, value)
    if name == "platform" and value:
        return platform_title(value)
    return wording.value_words(name, value)


def _chosen(query: SearchQuery, found: Found, address: Address) -> list[Chosen]:
    """Filters of the address, then the pieces of the text that were read as more than words."""
    people = display_names({value for value in query.filters.get("owner", ()) if value})
    chips = [
        Chosen(f"{wording.FACETS[name]}: {_label(name, value, people)}", address.toggled(NAMES[name], value))
        for name, values in query.filters.items()
        for value in values
    ]
    for part in found.asked.parts:
        if part.role in {"filter", "phrase"} or part.is_excluded:
            chips.append(Chosen(_part_words(part), address.with_only("q", found.asked.without_part(part))))
    return chips


def _part_words(part: Part) -> str:
    if part.role == "filter":
        title = {"kind": _("Kind"), "status": _("Status")}.get(part.key) or str(wording.FACETS[part.key])
        words = f"{title}: {wording.value_words(part.key, part.value)}"
    elif part.role == "phrase":
        words = _("exactly “%(text)s”") % {"text": part.value}
    else:
        words = part.value
    return _("not %(what)s") % {"what": words} if part.is_excluded else words


def _why_query(request: HttpRequest) -> str:
    parameters = request.GET.copy()
    parameters.pop("why", None)
    return f"?{parameters.urlencode()}&why=" if parameters else "?why="


def _start(request: HttpRequest) -> int:
    raw = request.GET.get("start", "")
    return max(int(raw), 1) if raw.isascii() and raw.isdecimal() and len(raw) < 10 else 1
