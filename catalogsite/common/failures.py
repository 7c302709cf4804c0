"""What a failure's page says besides its own sentence: a title, what still holds, where to go."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from catalogsite.common.errors import CatalogError
from catalogsite.common.ui import Link


@dataclass(frozen=True, slots=True)
class Failure:
    """A page about a failure: fact, consequence, next step. The first of `ways` is the one most people need."""

    status: int
    title: str
    sentence: str
    consequence: str
    ways: tuple[Link, ...]
    nearest: tuple[Link, ...] = ()


def failure_of(error: CatalogError, *, path: str) -> Failure:
    """`path` is the address asked for; details may hold `nearest`, [name, href] pairs."""
    title, consequence = _words(error.status)
    nearest = tuple(Link(str(name), str(href)) for name, href in error.details.get("nearest", ()))
    return Failure(error.status, title, error.message, consequence, _ways(error.status, path), nearest)


def _words(status: int) -> tuple[str, str]:
    words = {
        400: (_("This request cannot be understood"), _("Nothing was changed.")),
        401: (_("Sign in first"), _("After that you come back to this page.")),
        403: (_("You may not do this"), _("Nothing was changed. Reading goes on as before.")),
        404: (_("Nothing is here"), _("It may have been deleted, or the address has a slip.")),
        409: (
            _("It changed while you looked"),
            _("Nothing of yours was saved over it. Load the page to see the new state."),
        ),
        428: (
            _("This change says not what it is based on"),
            _("Nothing was changed. Load the page and send it again."),
        ),
        502: (
            _("The system behind refused"),
            _("Reading goes on from our own tables. Trying the same again will not help."),
        ),
        503: (
            _("The system behind does not answer"),
            _("Reading goes on from our own tables. Writes are refused until it is back."),
        ),
    }
    fallback = (
        _("Something broke on our side"),
        _("Nothing you saved before is lost. The request id below is in our log."),
    )
    return words.get(status, fallback)


def _ways(status: int, path: str) -> tuple[Link, ...]:
    home, status_page = Link(_("Go home"), "/"), Link(_("See the status"), "/status")
    if status == 401:
        return (Link(_("Sign in"), f"/sign-in/?{urlencode({'next': path})}"),)
    if status == 404:
        words = path.rstrip("/").rsplit("/", 1)[-1][:100]
        return (Link(_("Search for “%(words)s”") % {"words": words}, f"/search?{urlencode({'q': words})}"), home)
    if status >= 500:
        return (Link(_("Try again"), path), status_page)
    if status in {409, 428}:
        return (Link(_("Load the page again"), path), home)
    return (home, Link(_("Search"), "/search"))
