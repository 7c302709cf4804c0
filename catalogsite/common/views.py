"""Pages for failures that no view of ours saw: unknown addresses, refused forms, broken code."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from catalogsite.common.errors import CatalogError, InvalidInput, NotAllowed, NotFound
from catalogsite.common.middleware import error_response


def _answer(request: HttpRequest, error: CatalogError) -> HttpResponse:
    if request.path.startswith(("/api/", "/graphql")):
        body = {"error": {"code": error.error_code, "message": error.message, "details": error.details}}
        return JsonResponse(body, status=error.status)
    return error_response(request, error)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, InvalidInput(_("This request cannot be understood.")))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, NotAllowed(_("You lack the right to do this. An administrator can grant it.")))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, NotFound(_("There is nothing at this address.")))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    sentence = _("This form is too old or came from another site. Load the page again and send it once more.")
    return _answer(request, NotAllowed(sentence, code="CSRF"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Needs no database: the shell is left out."""
    request_id = getattr(request, "request_id", "")
    if request.path.startswith(("/api/", "/graphql")):
        message = _("Something broke on our side. The request id is in the log.")
        body: dict[str, Any] = {"error": {"code": "ERROR", "message": message, "details": {"requestId": request_id}}}
        return JsonResponse(body, status=500)
    return HttpResponse(render_to_string("errors/500.html", {"request_id": request_id}), status=500)


def styleguide_page(request: HttpRequest) -> HttpResponse:
    """Every component in every state."""
    return render(request, "styleguide/page.html")


def help_page(request: HttpRequest) -> HttpResponse:
    """The keys, for those who open the link without a script or on a phone."""
    return render(request, "help.html")


@cache_control(max_age=86400, public=True)
def favicon(request: HttpRequest) -> HttpResponse:
    """The mark, for those who ask for /favicon.ico without reading the page."""
    return HttpResponse(_mark(), content_type="image/svg+xml")


@cache
def _mark() -> bytes:
    return (settings.BASE_DIR / "static" / "img" / "mark.svg").read_bytes()
