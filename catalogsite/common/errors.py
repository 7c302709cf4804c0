"""The typed failures of the product. One mapper per interface (HTML, REST, GraphQL, commands) turns them into answers.

`code` is stable and part of the contract; `message` is a sentence for a person; `details` is JSON for a program.
"""

from typing import Any, ClassVar


class CatalogError(Exception):
    """A failure the caller can understand. `status` is the HTTP status of every interface that has one."""

    code: ClassVar[str] = "ERROR"
    status: ClassVar[int] = 500

    def __init__(self, message: str, *, code: str | None = None, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.error_code = code or self.code
        self.details: dict[str, Any] = details or {}


class InvalidInput(CatalogError):
    """The request cannot be understood or breaks a rule; `details["field"]` names the place where it is known."""

    code = "INVALID_INPUT"
    status = 400


class NotFound(CatalogError):
    code = "NOT_FOUND"
    status = 404


class NotAllowed(CatalogError):
    """The actor lacks the right. The message names the missing right and who can grant it."""

    code = "NOT_ALLOWED"
    status = 403


class NotSignedIn(CatalogError):
    code = "NOT_SIGNED_IN"
    status = 401


class Conflict(CatalogError):
    """The state changed meanwhile, or is not the one this act needs; `details` holds the current state."""

    code = "CONFLICT"
    status = 409


class PreconditionRequired(CatalogError):
    """A write came without the revision it was based on."""

    code = "PRECONDITION_REQUIRED"
    status = 428


class BackendRejected(CatalogError):
    """A server behind us refused for good; trying again with the same input is useless."""

    code = "BACKEND_REJECTED"
    status = 502


class BackendUnavailable(CatalogError):
    """A server behind us did not answer; the same call may work later."""

    code = "BACKEND_UNAVAILABLE"
    status = 503
