"""What the coverage pages show, put together from counts, points and the worklist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common.pagination import Page
from catalogsite.common.trend import Series, Trend, draw_trend
from catalogsite.common.ui import Figure, Link
from governance.coverage.metrics import Counts, points_of_change
from governance.coverage.selectors import GROUPS, LISTS, Group, ListedEntity, Point, WorkItem
from governance.coverage.spans import DAYS

NEXT_SHOWN = 6
GROUPS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group; a share over too few things is left out and only the count is shown."""

    name: str
    is_named: bool
    counts: Counts
    target: float | None
    list_href: str
    open_href: str
    columns_href: str


@dataclass(frozen=True, slots=True)
class CoveragePage:
    counts: Counts
    figures: Sequence[Figure]
    group_by: str
    group_label: str
    group_menu: Sequence[Link]
    groups: Sequence[GroupRow]
    groups_left: int
    target: float | None
    spans: Sequence[Link]
    span_title: str
    trend: Trend | None
    next_items: Sequence[WorkItem]
    next_total: int
    next_href: str
    csv_href: str
    shells: int
    excluded: Sequence[str]

    @property
    def is_empty(self) -> bool:
        return not (self.counts.total or self.counts.columns.total)


def group_labels() -> dict[str, str]:
    return {"db": _("Database"), "owner": _("Owner"), "type": _("Type"), "classification": _("Classification")}


def build_page(
    *,
    counts: Counts,
    groups: Sequence[Group],
    points: Sequence[Point],
    month_ago: Point | None,
    next_items: Sequence[WorkItem],
    group_by: str,
    span: str,
    today: date,
    shells: int,
    excluded: Sequence[str],
    target: float | None,
) -> CoveragePage:
    """`points` are stored ones; today's is `counts`, so that the picture never lags behind the figures."""
    address = reverse("governance:coverage-page")
    labels = group_labels()
    rows = [_group_row(group, group_by) for group in groups]
    return CoveragePage(
        counts=counts,
        figures=_figures(counts, month_ago, target),
        group_by=group_by,
        group_label=labels[group_by],
        group_menu=[
            Link(labels[one], f"{address}?{urlencode({'by': one, 'span': span})}", is_current=one == group_by)
            for one in GROUPS
        ],
        groups=rows[:GROUPS_SHOWN],
        groups_left=max(len(rows) - GROUPS_SHOWN, 0),
        target=target,
        spans=[
            Link(label, f"{address}?{urlencode({'by': group_by, 'span': one})}", is_current=one == span)
            for one, label in (("30d", _("30 d")), ("90d", _("90 d")), ("1y", _("1 y")))
        ],
        span_title=_("Described, last %(days)d days") % {"days": DAYS[span]},
        trend=_trend(points, counts, today, target),
        next_items=next_items,
        next_total=counts.total - counts.documented,
        next_href=list_href("undocumented"),
        csv_href=f"{reverse('governance:coverage-csv')}?{urlencode({'by': group_by})}",
        shells=shells,
        excluded=excluded,
    )


def list_href(what: str, *, group_by: str = "", key: str = "") -> str:
    query = {"what": what} | ({"by": group_by, "key": key} if group_by else {})
    return f"{reverse('governance:coverage-list')}?{urlencode(query)}"


def _figures(counts: Counts, before: Point | None, target: float | None) -> list[Figure]:
    columns, then = counts.columns, before.counts if before else None
    unowned = counts.total - counts.owned
    return [
        _figure(
            _("Datasets described"), counts.documented, counts.total, counts.ratio,
            note=_change(then.ratio if then else None, counts.ratio),
            href=list_href("undocumented"), is_current=True,
        ),
        _figure(
            _("Columns described"), columns.documented, columns.total, columns.ratio,
            note=_change(then.columns.ratio if then else None, columns.ratio),
            href=list_href("columns-undocumented"),
        ),
        _figure(
            _("Owned"), counts.owned, counts.total, counts.owned_ratio,
            note=ngettext("%(n)s without an owner", "%(n)s without an owner", unowned) % {"n": f"{unowned:,}"},
            href=list_href("unowned"),
        ),
        _figure(
            _("Classified"), counts.classified, counts.total, counts.classified_ratio,
            note=ngettext("%(n)s column carries a tag", "%(n)s columns carry a tag", columns.classified)
            % {"n": f"{columns.classified:,}"},
            href=list_href("classified"),
        ),
    ]  # fmt: skip


def _figure(
    label: str, part: int, whole: int, ratio: float | None, *, note: str, href: str, is_current: bool = False
) -> Figure:
    of = _("%(part)s of %(whole)s") % {"part": f"{part:,}", "whole": f"{whole:,}"}
    value = "–" if ratio is None else f"{ratio * 100:.0f}"
    return Figure(
        label=label,
        value=value,
        unit="" if ratio is None else "%",
        detail=of if whole else _("Nothing to count yet"),
        note=note if whole else "",
        href=href,
        is_current=is_current,
    )


def _change(before: float | None, now: float | None) -> str:
    change = points_of_change(before, now)
    if change is None:
        return ""
    if abs(change) < 0.05:
        return _("unchanged in 30 days")
    return _("%(points)s points in 30 days") % {"points": f"{change:+.1f}".replace("-", "−")}


def _group_row(group: Group, group_by: str) -> GroupRow:
    unnamed = {"db": _("no database"), "owner": _("no owner"), "type": _("no type"), "classification": "–"}
    return GroupRow(
        name=group.key or unnamed[group_by],
        is_named=bool(group.key),
        counts=group.counts,
        target=group.target,
        list_href=list_href("datasets", group_by=group_by, key=group.key),
        open_href=list_href("undocumented", group_by=group_by, key=group.key),
        columns_href=list_href("columns-undocumented", group_by=group_by, key=group.key),
    )


def _trend(points: Sequence[Point], counts: Counts, today: date, target: float | None) -> Trend | None:
    shown = [*(point for point in points if point.day != today), Point(today, counts)]
    shown = [point for point in shown if point.counts.ratio is not None]
    if not shown:
        return None
    series = [Series(_("Datasets"), [point.counts.ratio for point in shown], is_main=True)]
    if any(point.counts.columns.ratio is not None for point in shown):
        series.append(Series(_("Columns"), [point.counts.columns.ratio for point in shown]))
    return draw_trend(days=[point.day for point in shown], series=series, target=target)


@dataclass(frozen=True, slots=True)
class ListPage:
    title: str
    within: str
    page: Page[ListedEntity]
    kinds: Sequence[Link]
    first_href: str
    next_href: str
    back_href: str


def build_list(page: Page[ListedEntity], *, what: str, group_by: str, key: str, cursor: str | None) -> ListPage:
    """One page of the list behind a number."""
    here = list_href(what, group_by=group_by, key=key)
    return ListPage(
        title=str(LISTS[what].title),
        within=key or (_("without one") if group_by else ""),
        page=page,
        kinds=[
            Link(label, list_href(one, group_by=group_by, key=key), is_current=one == what)
            for one, label in _list_labels().items()
        ],
        first_href=here if cursor else "",
        next_href=f"{here}&{urlencode({'cursor': page.next})}" if page.next else "",
        back_href=reverse("governance:coverage-page"),
    )


def _list_labels() -> Mapping[str, str]:
    return {
        "undocumented": _("No description"),
        "columns-undocumented": _("Columns without"),
        "unowned": _("No owner"),
        "unclassified": _("No classification"),
        "classified": _("Classified"),
        "datasets": _("All counted"),
    }


def month_before(today: date) -> date:
    return today - timedelta(days=30)
