"""Every request knows its actor; pages need one unless anonymous reading is on."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from catalogsite.accounts.selectors import actor_for
from catalogsite.common.reading import choose_times

OPEN_PATHS = (
    "/sign-in/",
    "/static/",
    "/healthz",
    "/api/",
    "/graphql",
    "/favicon.ico",
    "/theme/",
    "/help/",
    "/datahub/",
)
"""Addresses that answer without a session: sign-in, files, health, and the APIs, which check for themselves."""


class CurrentActor:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user: User | AnonymousUser = request.user
        request.actor = SimpleLazyObject(lambda: actor_for(_real(user)))  # type: ignore[attr-defined]
        choose_times(lambda: _wants_absolute(request))
        if not user.is_authenticated and not self._is_open(request):
            return redirect_to_login(request.get_full_path())
        return self.get_response(request)

    @staticmethod
    def _is_open(request: HttpRequest) -> bool:
        if request.path.startswith(OPEN_PATHS):
            return True
        return bool(settings.ANONYMOUS_READ) and request.method in {"GET", "HEAD"}


def _wants_absolute(request: HttpRequest) -> bool:
    profile = getattr(request.user, "profile", None) if request.user.is_authenticated else None
    return bool(profile and profile.absolute_times)


def _real(user: User | AnonymousUser) -> User | AnonymousUser:
    """The user behind request.user, which Django hands out lazily."""
    return user._wrapped if isinstance(user, SimpleLazyObject) and user.pk is not None else user
