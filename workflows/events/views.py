"""Pages of the event log."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from workflows.events import page as pages
from workflows.events.filters import read_query


@require_GET
def events_page(request: HttpRequest) -> HttpResponse:
    """The log, newest first, filtered by kind, thing, actor and undertaking."""
    query = read_query(request.GET.dict(), request.GET.getlist("kind"))
    return render(request, "workflows/events/list.html", {"page": pages.events_page(query)})


@require_GET
def events_new(request: HttpRequest) -> HttpResponse:
    """How many events wait behind the newest one shown; empty when none."""
    query = read_query(request.GET.dict(), request.GET.getlist("kind"))
    params = request.GET.copy()
    params.pop("after", None)
    context = {"count": pages.count_new(query), "href": f"/events?{params.urlencode()}"}
    return render(request, "workflows/events/_new.html", context)


@require_GET
def event_page(request: HttpRequest, position: int) -> HttpResponse:
    """One event: payload, what led to it and what followed."""
    return render(request, "workflows/events/detail.html", {"page": pages.event_page(position)})
