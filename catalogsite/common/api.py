"""REST: one shape for every error, and what all endpoints share."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from catalogsite.common.errors import CatalogError, InvalidInput, NotAllowed, NotFound, NotSignedIn


def error_body(error: CatalogError) -> dict[str, Any]:
    return {"error": {"code": error.error_code, "message": error.message, "details": error.details}}


def exception_handler(exception: Exception, context: dict[str, Any]) -> Response | None:
    """Our errors and the framework's own as {"error": {code, message, details}}; None lets a bug through as 500."""
    error = _translate(exception)
    if error is None:
        return None
    set_rollback()
    return Response(error_body(error), status=error.status)


def _translate(exception: Exception) -> CatalogError | None:
    if isinstance(exception, CatalogError):
        return exception
    if isinstance(exception, Http404):
        return NotFound("There is nothing at this address.")
    if isinstance(exception, (exceptions.NotAuthenticated, exceptions.AuthenticationFailed)):
        return NotSignedIn(str(exception.detail))
    if isinstance(exception, (PermissionDenied, exceptions.PermissionDenied)):
        return NotAllowed(str(getattr(exception, "detail", exception)))
    if isinstance(exception, exceptions.ValidationError):
        return InvalidInput("The request has wrong or missing fields.", details={"fields": exception.detail})
    if isinstance(exception, exceptions.APIException):
        error = InvalidInput(str(exception.detail), code=str(exception.default_code).upper())
        error.status = exception.status_code  # type: ignore[misc]
        return error
    return None
