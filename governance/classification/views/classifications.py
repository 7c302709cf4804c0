"""The list of classification types, one type, and the fragments on an entity's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from governance.classification.pages.panel import count_open, governance_panel, open_chips
from governance.classification.pages.types import classification_page as build_page
from governance.classification.pages.types import classifications_page as build_list


@require_GET
def classifications_page(request: HttpRequest) -> HttpResponse:
    """Every classification type, as a tree, with its use and what follows from it."""
    return render(request, "governance/classifications/list.html", {"page": build_list()})


@require_GET
def classification_page(request: HttpRequest, name: str) -> HttpResponse:
    """One classification type and what carries it."""
    page = build_page(name, cursor=request.GET.get("cursor") or None)
    return render(request, "governance/classifications/detail.html", {"page": page})


@require_GET
def entity_governance(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: the Governance tab of an entity."""
    return render(request, "governance/classifications/_governance.html", {"panel": governance_panel(guid)})


@require_GET
def entity_wishes(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: chips of what is proposed, beside the name."""
    return render(request, "governance/classifications/_wishes.html", {"chips": open_chips(guid)})


@require_GET
def entity_open_count(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: the words beside the Governance tab."""
    return render(request, "governance/classifications/_open_count.html", {"count": count_open(guid)})
