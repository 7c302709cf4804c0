"""Health, status and trace."""

from django.contrib import messages
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from catalogsite.accounts.policy import Action, may, require
from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import NotFound
from catalogsite.operations.comparing import COPIES, compare
from catalogsite.operations.selectors import find_guid, get_status, get_trace
from catalogsite.operations.text import status_text, trace_text
from catalogsite.operations.waiting import list_waiting


def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, else 503; needs no session and tells nothing else."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "database unavailable"}, status=503)
    return JsonResponse({"status": "ok"})


@require_GET
def status_page(request: HttpRequest) -> HttpResponse:
    """Every station of the road, the pipelines, the copies."""
    return render(request, "operations/status.html", _status(request))


@require_GET
def status_results(request: HttpRequest) -> HttpResponse:
    """What the page reads again every ten seconds."""
    return render(request, "operations/_status.html", _status(request))


def _status(request: HttpRequest) -> dict[str, object]:
    page = get_status()
    text = status_text(page.verdict, page.boundaries, page.rows, page.comparisons)
    return {"page": page, "text": text, "may_compare": may(current_actor(request), Action.OPERATE)}


@require_POST
def status_compare(request: HttpRequest) -> HttpResponse:
    """Compares every copy with its source now and mends what differs."""
    require(current_actor(request), Action.OPERATE)
    for copy in COPIES:
        row = compare(copy)
        if row.problem:
            messages.error(request, f"{copy}: {row.problem}")
    messages.success(request, _("All copies are compared."))
    return redirect("operations:status-page")


@require_GET
def trace_page(request: HttpRequest) -> HttpResponse:
    """Where the last change of one thing has got to."""
    asked = request.GET.get("q", "").strip()
    context: dict[str, object] = {"asked": asked, "may_operate": may(current_actor(request), Action.OPERATE)}
    if not asked:
        return render(request, "operations/trace.html", context)
    try:
        trace = get_trace(find_guid(asked))
    except NotFound as error:
        return render(request, "operations/trace.html", context | {"problem": error.message}, status=404)
    return render(request, "operations/trace.html", context | {"page": trace, "text": trace_text(trace)})


@require_GET
def home_waiting(request: HttpRequest) -> HttpResponse:
    """Fragment of the home page: what waits for the reader."""
    return render(request, "operations/_waiting.html", {"lines": list_waiting(current_actor(request))})
