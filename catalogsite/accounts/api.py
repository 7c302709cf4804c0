"""Who calls the REST API: a session (with CSRF) or a bearer token (without)."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from catalogsite.accounts.models import ApiToken
from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.selectors import actor_for, current_actor
from catalogsite.accounts.services import digest_of
from catalogsite.accounts.types import Actor, TokenKind
from catalogsite.common import clock
from catalogsite.common.errors import NotSignedIn

_USE_RESOLUTION = timedelta(minutes=1)


def actor_of_token(header: str) -> tuple[User, Actor] | None:
    """The person (or program) behind an Authorization header; None when it is no bearer header.

    Raises NotSignedIn for a token that is unknown or whose person is no longer active.
    """
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = ApiToken.objects.select_related("user__profile").filter(digest=digest_of(secret.strip())).first()
    if token is None or not token.user.is_active:
        raise NotSignedIn("This token is unknown or has been revoked.")
    moment = clock.now()
    if token.last_used_at is None or moment - token.last_used_at > _USE_RESOLUTION:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=moment)
    base = actor_for(token.user)
    return token.user, Actor(
        username=base.username,
        display_name=base.display_name,
        role=base.role,
        scopes=base.scopes,
        groups=base.groups,
        token_kind=TokenKind(token.kind),
        token_scopes=frozenset(token.scopes),
    )


class ActorAuthentication(BaseAuthentication):
    """Bearer token first, else the session; both set `request.actor`."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found = actor_of_token(request.headers.get("Authorization", ""))
        if found is not None:
            user, actor = found
            request._request.actor = actor  # type: ignore[attr-defined]
            return user, actor
        session = SessionAuthentication().authenticate(request)
        if session is None:
            return None
        actor = actor_for(session[0])
        request._request.actor = actor  # type: ignore[attr-defined]
        return session[0], actor

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class ActorScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI document describes signing in."""

    target_class = "catalogsite.accounts.api.ActorAuthentication"
    name = ["bearer", "session"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, Any]]:
        return [{"type": "http", "scheme": "bearer"}, {"type": "apiKey", "in": "cookie", "name": "sessionid"}]


class MayRead(BasePermission):
    """Reading needs a signed-in actor, unless ANONYMOUS_READ is on and nothing is changed."""

    def has_permission(self, request: Request, view: Any) -> bool:
        actor = request_actor(request)
        if not actor.is_signed_in and settings.ANONYMOUS_READ and request.method in {"GET", "HEAD", "OPTIONS"}:
            return True
        if request.method in {"GET", "HEAD", "OPTIONS"}:
            require(actor, Action.READ)
        return actor.is_signed_in


def request_actor(request: Request) -> Actor:
    """The actor of a REST request."""
    raw: HttpRequest = request._request
    return current_actor(raw)
