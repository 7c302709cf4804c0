"""The columns tab: a hundred at a time, filtered and sorted by the server; every choice stands in the address."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.accounts.types import Actor
from catalogsite.common.pagination import Page
from catalogsite.common.ui import Link
from discovery.atlas.models import Entity
from discovery.atlas.selectors import terms_of
from discovery.entities.pages.head import Head, build_head
from discovery.entities.pages.rows import ColumnRow, column_rows
from discovery.entities.panels import list_actions
from discovery.entities.selectors import Shown, column_page, place_of, tags_of
from discovery.entities.selectors.columns import COLUMNS_PER_PAGE
from discovery.entities.types import ColumnCounts, ColumnsShown, Tab

LONGEST_FILTER = 200


@dataclass(frozen=True, slots=True)
class ColumnsQuery:
    """What is asked for. `start` is the first row, from 0; `at` the name of a column to jump to."""

    q: str = ""
    shown: ColumnsShown = ColumnsShown.ALL
    by_name: bool = False
    start: int = 0
    at: str = ""
    opened: str = ""

    def address(self, page: str, **changes: str | int) -> str:
        """The address of this view of `page`, with some choices changed; what is as always is left out."""
        values: dict[str, str | int] = {
            "tab": "columns",
            "q": self.q,
            "show": "" if self.shown is ColumnsShown.ALL else self.shown.value,
            "sort": "name" if self.by_name else "",
            "start": self.start,
        }
        return f"{page}?{urlencode({name: value for name, value in (values | changes).items() if value})}"


def read_columns_query(values: QueryDict) -> ColumnsQuery:
    """Anything that makes no sense is as if it was not said: a page never fails over its address."""
    shown = values.get("show", "")
    start = values.get("start", "")
    return ColumnsQuery(
        q=values.get("q", "").replace("\0", "").strip()[:LONGEST_FILTER],
        shown=ColumnsShown(shown) if shown in set(ColumnsShown) else ColumnsShown.ALL,
        by_name=values.get("sort") == "name",
        start=int(start) if start.isascii() and start.isdigit() and len(start) < 8 else 0,
        at=values.get("at", "").replace("\0", ""),
        opened=values.get("open", ""),
    )


@dataclass(frozen=True, slots=True)
class BatchAct:
    """A button of the bar under selected columns; the form goes to its address by GET with `guid` of each."""

    label: str
    icon: str
    address: str


@dataclass(frozen=True, slots=True)
class ColumnsTab:
    head: Head
    guid: str
    query: ColumnsQuery
    rows: Sequence[ColumnRow]
    counts: ColumnCounts
    pager: Page[ColumnRow]
    start: int
    segments: Sequence[Link]
    first_href: str
    previous_href: str
    next_href: str
    order_href: str
    name_href: str
    clear_href: str
    panel_href: str
    page_href: str
    acts: Sequence[BatchAct]
    missing: str
    has_queries: bool

    @property
    def span(self) -> int:
        """Columns of the table on the page."""
        return 5 + bool(self.acts) + self.has_queries


def build_columns(shown: Shown, query: ColumnsQuery, *, actor: Actor) -> ColumnsTab:
    entity = shown.entity
    start, missing = query.start, ""
    if query.at:
        place = place_of(entity, query.at, by_name=query.by_name)
        start, missing = (place or 0), "" if place is not None else query.at
    counts = shown.counts
    found = column_page(entity, counts=counts, q=query.q, shown=query.shown, by_name=query.by_name, start=start)
    guids = [column.guid for column in found.columns]
    tags, terms = tags_of(entity, shown=[entity.guid, *guids]), terms_of(guids)
    rows = column_rows(found.columns, tags=tags, terms=terms, marked=query.at, opened=query.opened)
    page = reverse("discovery:entity-page", args=[entity.guid])
    last_start = found.start + COLUMNS_PER_PAGE
    return ColumnsTab(
        head=build_head(shown, tab=Tab.COLUMNS, tags=tags, actor=actor),
        guid=entity.guid,
        query=query,
        rows=rows,
        counts=counts,
        pager=Page(results=rows, total=found.matching),
        start=found.start + 1,
        segments=_segments(query, counts, page),
        first_href=query.address(page, start=0) if found.start else "",
        previous_href=query.address(page, start=max(found.start - COLUMNS_PER_PAGE, 0)) if found.start else "",
        next_href=query.address(page, start=last_start) if found.end < found.matching else "",
        order_href=query.address(page, sort="", start=0),
        name_href=query.address(page, sort="name", start=0),
        clear_href=f"{page}?tab=columns",
        panel_href=reverse("discovery:entity-columns", args=[entity.guid]),
        page_href=page,
        acts=_acts(entity),
        missing=missing,
        has_queries=any(row.queries is not None for row in rows),
    )


def _segments(query: ColumnsQuery, counts: ColumnCounts, page: str) -> list[Link]:
    labels = {
        ColumnsShown.ALL: (_("All"), counts.all),
        ColumnsShown.CLASSIFIED: (_("Classified"), counts.classified),
        ColumnsShown.UNDOCUMENTED: (_("No description"), counts.undocumented),
    }
    return [
        Link(
            label=label,
            href=query.address(page, show="" if one is ColumnsShown.ALL else one.value, start=0),
            count=count,
            is_current=one is query.shown,
        )
        for one, (label, count) in labels.items()
    ]


def _acts(entity: Entity) -> list[BatchAct]:
    if entity.status != Entity.Status.ACTIVE:
        return []
    return [
        BatchAct(label=str(action.label), icon=action.icon, address=action.address())
        for action in list_actions(Entity.Kind.COLUMN)
        if action.takes_columns
    ]
