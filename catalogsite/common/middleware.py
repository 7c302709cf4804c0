"""Request ids, the content security policy, and the one mapper from typed failures to HTML pages."""

import logging
import uuid
from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from catalogsite.common.errors import CatalogError
from catalogsite.common.failures import failure_of

GetResponse = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
POLICY_FOR_TOOLS = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Swagger UI and GraphiQL write style attributes; nothing else of ours does."""
TOOL_PATHS = ("/api/docs", "/graphql")


class RequestId:
    """Gives each request a short id, answered in X-Request-Id and shown on error pages and in the log."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = uuid.uuid4().hex[:12]  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        return response


class ContentSecurityPolicy:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Content-Security-Policy"] = POLICY_FOR_TOOLS if request.path.startswith(TOOL_PATHS) else POLICY
        return response


class ErrorPages:
    """Turns a CatalogError of an HTML view into its page (a fragment for htmx). APIs have mappers of their own."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, CatalogError):
            return None
        if exception.status >= 500:
            log.error("request %s: %s", getattr(request, "request_id", "-"), exception.message)
        return error_response(request, exception)


def error_response(request: HttpRequest, error: CatalogError) -> HttpResponse:
    """The page (or, for htmx, the fragment) that tells of a failure; status and request id included."""
    context = {
        "error": error,
        "page": failure_of(error, path=request.get_full_path()),
        "request_id": getattr(request, "request_id", ""),
    }
    if getattr(request, "htmx", False):
        response = render(request, "errors/_error.html", context, status=error.status)
        response["HX-Reswap"] = "innerHTML"
        return response
    try:
        return render(request, "errors/error.html", context, status=error.status)
    except DatabaseError:
        log.exception("request %s: the frame cannot be read", context["request_id"])
        return plain_error_response(request, error)


def plain_error_response(request: HttpRequest, error: CatalogError) -> HttpResponse:
    """The same without the frame: needs no database, no session and no context processor."""
    theme = request.COOKIES.get("theme", "auto")
    context = {
        "page": failure_of(error, path=request.get_full_path()),
        "request_id": getattr(request, "request_id", ""),
        "theme": theme if theme in {"light", "dark"} else "auto",
    }
    return HttpResponse(render_to_string("errors/plain.html", context), status=error.status)
