"""The entity page: each tab is an address, its parts that change are fragments of their own."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from catalogsite.accounts.selectors import current_actor
from discovery.atlas.models import Entity
from discovery.entities.pages.columns import build_columns, read_columns_query
from discovery.entities.pages.details import build_details
from discovery.entities.pages.head import tabs_of
from discovery.entities.pages.history import build_history, read_history_query
from discovery.entities.pages.overview import build_overview
from discovery.entities.pages.panel_tabs import build_governance, build_lineage, build_quality
from discovery.entities.selectors import Shown, get_shown
from discovery.entities.types import Tab
from discovery.usage.services import record_visit

Show = Callable[[HttpRequest, Shown], HttpResponse]


@require_safe
def entity_page(request: HttpRequest, guid: str) -> HttpResponse:
    """One tab of the page; an unknown one is the overview. A term has its page in the glossary, but for its history."""
    shown = get_shown(guid)
    wanted = request.GET.get("tab", "")
    tab = Tab(wanted) if wanted in set(tabs_of(shown.entity)) else Tab.OVERVIEW
    if shown.entity.kind == Entity.Kind.TERM and tab is Tab.OVERVIEW:
        return HttpResponseRedirect(reverse("discovery:term-page", args=[guid]))
    return _TABS[tab](request, shown)


def _overview(request: HttpRequest, shown: Shown) -> HttpResponse:
    page = build_overview(shown, actor=current_actor(request))
    return render(request, "discovery/entities/overview.html", {"page": page})


def _columns(request: HttpRequest, shown: Shown) -> HttpResponse:
    page = build_columns(shown, read_columns_query(request.GET), actor=current_actor(request))
    opened = None
    if any(row.is_open for row in page.rows):
        opened = build_details(page.query.opened)
    return render(request, "discovery/entities/columns.html", {"page": page, "details": opened})


def _history(request: HttpRequest, shown: Shown) -> HttpResponse:
    page = build_history(shown, read_history_query(request.GET), actor=current_actor(request))
    return render(request, "discovery/entities/history.html", {"page": page})


def _lineage(request: HttpRequest, shown: Shown) -> HttpResponse:
    page = build_lineage(shown, actor=current_actor(request))
    return render(request, "discovery/entities/lineage.html", {"page": page})


def _governance(request: HttpRequest, shown: Shown) -> HttpResponse:
    page = build_governance(shown, actor=current_actor(request))
    return render(request, "discovery/entities/governance.html", {"page": page})


def _quality(request: HttpRequest, shown: Shown) -> HttpResponse:
    page = build_quality(shown, actor=current_actor(request))
    return render(request, "discovery/entities/quality.html", {"page": page})


_TABS: Mapping[Tab, Show] = {
    Tab.OVERVIEW: _overview,
    Tab.COLUMNS: _columns,
    Tab.LINEAGE: _lineage,
    Tab.GOVERNANCE: _governance,
    Tab.QUALITY: _quality,
    Tab.HISTORY: _history,
}


@require_safe
def columns_panel(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: filter, segments and rows of the columns tab."""
    page = build_columns(get_shown(guid), read_columns_query(request.GET), actor=current_actor(request))
    response = render(request, "discovery/entities/_columns.html", {"page": page, "details": None})
    response["HX-Push-Url"] = page.query.address(page.page_href)
    return response


@require_safe
def tags_panel(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: an entity's texts and the path of each of its classifications."""
    span = request.GET.get("span", "")
    context = {"details": build_details(guid), "span": span if span in {"5", "6", "7"} else "6"}
    return render(request, "discovery/entities/_details.html", context)


@require_POST
def visit_record(request: HttpRequest, guid: str) -> HttpResponse:
    """Notes that this person opened the entity: sent by the page once it stands, so that reading never waits for it."""
    shown = get_shown(guid)
    record_visit(username=current_actor(request).username, guid=shown.entity.guid)
    return HttpResponse(status=204)
