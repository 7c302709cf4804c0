"""The lineage page, its CSV, and the fragments that the entity page shows."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogsite.common.spreadsheet import csv_response
from discovery.lineage.export import HEADER, impact_cells
from discovery.lineage.pages import build_page, overview_of, panel_of
from discovery.lineage.params import read_query
from discovery.lineage.selectors import get_impact, get_view


@require_safe
def lineage_page(request: HttpRequest, guid: str) -> HttpResponse:
    """The full page: picture or list, all choices in the address."""
    query = read_query(request.GET)
    if not query.view and _is_phone(request):
        query = replace(query, view="list")
    page = build_page(get_view(guid, query))
    return render(request, "discovery/lineage/page.html", {"page": page})


def _is_phone(request: HttpRequest) -> bool:
    """A picture wider than the screen is worse than the list, which says the same."""
    return "Mobi" in request.headers.get("User-Agent", "")


@require_safe
def lineage_csv(request: HttpRequest, guid: str) -> HttpResponseBase:
    """The list in full, without collapsing: every dataset within the depth of the page it was asked from."""
    query = read_query(request.GET)
    impact = get_impact(guid, direction=query.direction, depth=query.depth)
    return csv_response(name=f"lineage-{guid}.csv", header=HEADER, rows=impact_cells(impact.rows))


@require_safe
def lineage_panel(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: the picture at depth 1 with a link to the full page."""
    return render(request, "discovery/lineage/_panel.html", {"page": panel_of(guid)})


@require_safe
def lineage_overview(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: the small picture."""
    return render(request, "discovery/lineage/_overview.html", {"overview": overview_of(guid)})
