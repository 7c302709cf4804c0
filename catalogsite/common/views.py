"""Pages for failures that no view of ours saw: unknown addresses, refused forms, broken code."""

import sys
from functools import cache

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie

from catalogsite.common.errors import BackendUnavailable, CatalogError, InvalidInput, NotAllowed, NotFound
from catalogsite.common.middleware import error_response, plain_error_response
from catalogsite.common.styleguide import styleguide


def _answer(request: HttpRequest, error: CatalogError) -> HttpResponse:
    return _json(error) if _is_api(request) else error_response(request, error)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith(("/api/", "/graphql"))


def _json(error: CatalogError) -> JsonResponse:
    body = {"error": {"code": error.error_code, "message": error.message, "details": error.details}}
    return JsonResponse(body, status=error.status)


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
    """A bug, or a database that does not answer. Needs no database itself: the frame is left out."""
    error: CatalogError = CatalogError(_("Something broke on our side. The request id is in the log."))
    if isinstance(sys.exc_info()[1], (OperationalError, InterfaceError)):
        error = BackendUnavailable(_("Our database does not answer. Try again in a moment."))
    error.details["requestId"] = getattr(request, "request_id", "")
    if _is_api(request):
        return _json(error)
    return plain_error_response(request, error)


def styleguide_page(request: HttpRequest) -> HttpResponse:
    """Every component in every state."""
    return render(request, "styleguide/page.html", {"page": styleguide()})


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


@ensure_csrf_cookie
def api_docs_page(request: HttpRequest) -> HttpResponse:
    """The REST API to read and to try."""
    return render(request, "catalogsite/api_docs.html")
