"""What the lineage page, the panel and the small picture show: one value each, filled by the views."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.common.ui import Link
from discovery.atlas.models import Entity
from discovery.lineage.collapse import PICTURE
from discovery.lineage.column_path import ColumnPath
from discovery.lineage.graph import Direction, Node
from discovery.lineage.labels import this_word
from discovery.lineage.listing import ListRow, list_rows, reach_sentence
from discovery.lineage.overview import Overview, draw_overview
from discovery.lineage.params import LineageQuery
from discovery.lineage.picture import Addresses, draw
from discovery.lineage.selectors import LineageView, get_view
from discovery.lineage.shapes import Picture

MOST_ROWS = 500
"""Rows of the list on the page; the CSV has all."""


@dataclass(frozen=True, slots=True)
class Toggle:
    label: str
    href: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A hit of "find in lineage": drawn on this picture, or only reachable by its own page."""

    name: str
    place: str
    href: str
    is_drawn: bool


@dataclass(frozen=True, slots=True)
class Reach:
    lead: str
    sentence: str


@dataclass(frozen=True, slots=True)
class LineagePage:
    guid: str
    title: str
    crumbs: Sequence[Link]
    view: LineageView
    picture: Picture | None
    rows: Sequence[ListRow]
    rows_left: int
    reach: Sequence[Reach]
    directions: Sequence[Link]
    depths: Sequence[Link]
    toggles: Sequence[Toggle]
    forms: Sequence[Link]
    kept: Sequence[tuple[str, str]]
    """Fields that the find form carries along."""
    found: Sequence[Found]
    path: ColumnPath | None
    path_list_href: str
    path_clear_href: str
    csv_href: str
    deleted_href: str
    picture_href: str
    list_href: str
    empty: str
    empty_why: str

    @property
    def legend_has_columns(self) -> bool:
        return self.view.query.draws_columns


def entity_url(guid: str) -> str:
    return reverse("discovery:entity-page", args=[guid])


def lineage_url(guid: str, query: LineageQuery | None = None) -> str:
    suffix = query.url() if query else "?"
    return reverse("discovery:lineage-page", args=[guid]) + (suffix if suffix != "?" else "")


def _addresses(guid: str) -> Addresses:
    page = reverse("discovery:lineage-page", args=[guid])
    return Addresses(
        entity=entity_url,
        view=lambda query: page + query,
        columns=lambda one: f"{entity_url(one)}?tab=columns",
    )


def draw_view(view: LineageView) -> Picture:
    return draw(
        view.drawn,
        query=view.query,
        addresses=_addresses(view.base.guid),
        columns=view.columns,
        path=view.path.guids if view.path else frozenset(),
        found=frozenset(node.guid for node in view.found),
    )


def build_page(view: LineageView) -> LineagePage:
    """Everything of the full page; the picture or the list is made, not both."""
    query, guid = view.query, view.base.guid
    address = _addresses(guid).view
    is_list = query.view == "list"
    rows = _rows(view, address) if is_list and not view.drawn.is_empty else []
    return LineagePage(
        guid=guid,
        title=view.base.title,
        crumbs=_crumbs(view.base),
        view=view,
        picture=None if is_list or view.drawn.is_empty else draw_view(view),
        rows=rows[:MOST_ROWS],
        rows_left=max(len(rows) - MOST_ROWS, 0),
        reach=_reach(view),
        directions=_directions(query, address),
        depths=_depths(query, address),
        toggles=_toggles(query, address),
        forms=[
            Link(_("Picture"), address(query.url(view="picture")), is_current=not is_list),
            Link(_("List"), address(query.url(view="list")), is_current=is_list),
        ],
        kept=query.pairs(without="find"),
        found=[_found(node, view) for node in view.found],
        path=view.path,
        path_list_href=address(query.url(view="list")),
        path_clear_href=address(query.url(column="")),
        csv_href=reverse("discovery:lineage-csv", args=[guid]) + query.url(),
        deleted_href=address(query.url(deleted=True)),
        picture_href=address(query.url(view="picture")),
        list_href=address(query.url(view="list")),
        empty=_("There is no lineage."),
        empty_why=empty_reason(view),
    )


def empty_reason(view: LineageView) -> str:
    if view.deleted_left_out:
        return _("Everything it was connected to is deleted.")
    if view.query.direction is not Direction.BOTH:
        return _("No job is known in this direction.")
    return _("No job that reads or writes it is known yet. Jobs bring lineage when they run or are imported.")


def panel_of(guid: str) -> LineagePage:
    """What _panel.html shows: the picture at depth 1. Raises NotFound."""
    return build_page(get_view(guid, LineageQuery()))


def overview_of(guid: str) -> Overview:
    """What _overview.html shows: the small picture. Raises NotFound."""
    view = get_view(guid, LineageQuery())
    return draw_overview(view.graph, entity_url=entity_url, lineage_url=lineage_url(guid))


def _crumbs(base: Entity) -> list[Link]:
    """Platform, database, for a column its table, and the entity; each opens the filtered search or its page."""
    search = "/search?"
    links = []
    if base.platform:
        links.append(Link(base.platform.replace("_", " ").title(), f"{search}q=platform:{base.platform}"))
    if base.database:
        links.append(Link(base.database, f"{search}db={base.database}"))
    if base.kind == Entity.Kind.COLUMN and base.parent:
        links.append(Link(base.parent.title, entity_url(base.parent.guid)))
    return [*links, Link(base.title, entity_url(base.guid))]


def _directions(query: LineageQuery, address: Callable[[str], str]) -> list[Link]:
    words = ((Direction.INPUT, _("Upstream")), (Direction.BOTH, _("Both")), (Direction.OUTPUT, _("Downstream")))
    return [
        Link(word, address(query.url(direction=one, opened={})), is_current=query.direction is one)
        for one, word in words
    ]


def _depths(query: LineageQuery, address: Callable[[str], str]) -> list[Link]:
    """1, 2, 3, one more when it is deeper, and all."""
    depths = sorted(
        {1, 2, 3, *([query.depth, query.depth + 1] if query.depth > 3 else [4] if query.depth == 3 else [])}
    )
    links = [Link(str(one), address(query.url(depth=one)), is_current=query.depth == one) for one in depths]
    return [*links, Link(_("all"), address(query.url(depth=0)), is_current=query.depth == 0)]


def _toggles(query: LineageQuery, address: Callable[[str], str]) -> list[Toggle]:
    return [
        Toggle(_("Columns"), address(query.url(columns=not query.draws_columns, column="")), query.draws_columns),
        Toggle(_("Processes"), address(query.url(processes=not query.processes)), query.processes),
        Toggle(_("Deleted"), address(query.url(deleted=not query.deleted)), query.deleted),
    ]


def _rows(view: LineageView, address: Callable[[str], str]) -> list[ListRow]:
    return list_rows(
        view.drawn,
        entity_url=entity_url,
        stack_url=lambda stack: address(
            replace(view.query, view="list").opening(stack.id, stack.shown_siblings + 5 * PICTURE.opened)
        ),
        columns=view.columns,
    )


def _reach(view: LineageView) -> list[Reach]:
    word = this_word(view.drawn.nodes[view.base.guid]).lower()
    leads = {
        Direction.OUTPUT: _("If you change %(what)s") % {"what": word},
        Direction.INPUT: _("What %(what)s stands on") % {"what": word},
    }
    return [
        Reach(lead, reach_sentence(view.graph, direction))
        for direction, lead in leads.items()
        if view.query.direction in {direction, Direction.BOTH}
    ]


def _found(node: Node, view: LineageView) -> Found:
    is_drawn = node.guid in view.drawn.nodes
    return Found(node.name, node.place, entity_url(node.guid) if is_drawn else lineage_url(node.guid), is_drawn)
