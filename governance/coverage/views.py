"""The coverage page, the lists behind its numbers, and its CSV."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogsite.common import clock
from catalogsite.common.errors import InvalidInput
from catalogsite.common.pagination import read_limit
from catalogsite.common.spreadsheet import csv_response
from governance.coverage.pages import NEXT_SHOWN, build_list, build_page, month_before
from governance.coverage.selectors import (
    GROUPS,
    count_shells,
    list_entities,
    list_groups,
    list_next,
    list_points,
    whole_of,
)
from governance.coverage.selectors.days import find_point_before
from governance.coverage.spans import DAYS
from governance.coverage.targets import targets

CSV_HEADER = (
    "group", "datasets", "documented", "documentedRatio", "owned", "classified",
    "columns", "columnsDocumented", "columnsRatio", "target",
)  # fmt: skip


@require_safe
def coverage_page(request: HttpRequest) -> HttpResponse:
    """Figures, course, groups and what to document next."""
    group_by, span = _group_by(request), _span(request)
    today = clock.now().date()
    groups = list_groups(group_by)
    page = build_page(
        counts=whole_of(group_by, groups),
        groups=groups,
        points=list_points(since=today - timedelta(days=DAYS[span] - 1), until=today),
        month_ago=find_point_before(month_before(today)),
        next_items=list_next(limit=NEXT_SHOWN),
        group_by=group_by,
        span=span,
        today=today,
        shells=count_shells(),
        excluded=[pattern.text for pattern in targets().exclude],
        target=targets().target,
    )
    return render(request, "governance/coverage/page.html", {"page": page})


@require_safe
def coverage_list(request: HttpRequest) -> HttpResponse:
    """Exactly the things a number counts."""
    what = request.GET.get("what") or "undocumented"
    group_by, key, cursor = request.GET.get("by") or "", request.GET.get("key") or "", request.GET.get("cursor")
    limit = read_limit(request.GET.get("limit"), default=50)
    found = list_entities(what, group_by=group_by, key=key, limit=max(limit, 1), cursor=cursor)
    page = build_list(found, what=what, group_by=group_by, key=key, cursor=cursor)
    return render(request, "governance/coverage/list.html", {"page": page})


@require_safe
def coverage_csv(request: HttpRequest) -> HttpResponseBase:
    """The groups as a spreadsheet."""
    group_by = _group_by(request)
    rows = (
        (
            group.key, counts.total, counts.documented, counts.ratio, counts.owned, counts.classified,
            counts.columns.total, counts.columns.documented, counts.columns.ratio, group.target,
        )
        for group in list_groups(group_by)
        for counts in [group.counts]
    )  # fmt: skip
    return csv_response(name=f"coverage-by-{group_by}.csv", header=CSV_HEADER, rows=rows)


def _group_by(request: HttpRequest) -> str:
    group_by = request.GET.get("by") or "db"
    if group_by not in GROUPS:
        raise InvalidInput(f"by must be one of {', '.join(GROUPS)}.", details={"field": "by"})
    return group_by


def _span(request: HttpRequest) -> str:
    span = request.GET.get("span") or "90d"
    if span not in DAYS:
        raise InvalidInput(f"span must be one of {', '.join(DAYS)}.", details={"field": "span"})
    return span
