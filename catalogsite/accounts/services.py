"""Making people and tokens."""

import hashlib
import secrets
from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, User
from django.db import transaction

from catalogsite.accounts.models import ApiToken, Profile, StewardScope
from catalogsite.accounts.types import Actor, Role, Scope, TokenKind
from catalogsite.common import clock
from catalogsite.common.errors import InvalidInput, NotFound

CHOICES = ("single_keys", "absolute_times")
"""What a person may choose about the pages; fields of Profile."""
TOKEN_SCOPES = ("read", "write", "ingest")


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_token(
    *, username: str, kind: TokenKind = TokenKind.PERSONAL, name: str = "", scopes: Sequence[str] = ()
) -> str:
    """Makes a token and returns its secret, the only time it can be read. Raises NotFound, InvalidInput."""
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        raise NotFound(f"There is no user {username!r}.")
    if unknown := set(scopes) - set(TOKEN_SCOPES):
        raise InvalidInput(f"Unknown scope: {', '.join(sorted(unknown))}.", details={"field": "scopes"})
    secret = f"cs_{secrets.token_urlsafe(32)}"
    ApiToken.objects.create(
        user=user,
        name=name,
        kind=kind,
        scopes=list(scopes),
        digest=digest_of(secret),
        hint=secret[:7],
        created_at=clock.now(),
    )
    return secret


def revoke_token(*, actor: Actor, token_id: int) -> None:
    """Deletes one of the actor's own tokens. Raises NotFound for anybody else's."""
    deleted, _ = ApiToken.objects.filter(pk=token_id, user__username=actor.username).delete()
    if not deleted:
        raise NotFound("You have no such token.")


def save_choice(*, actor: Actor, choice: str, is_on: bool) -> None:
    """Switches one of CHOICES for the actor. Raises InvalidInput for anything else."""
    if choice not in CHOICES:
        raise InvalidInput("There is no such choice.", details={"field": "choice"})
    user = User.objects.get(username=actor.username)
    Profile.objects.update_or_create(user=user, defaults={choice: is_on})


@transaction.atomic
def save_person(
    *,
    username: str,
    first_name: str = "",
    last_name: str = "",
    email: str = "",
    role: Role = Role.ANALYST,
    scopes: Sequence[Scope] = (),
    groups: Sequence[str] = (),
    password: str | None = None,
) -> User:
    """Creates or updates a person; scopes and groups are replaced. Without a password sign-in by password is off."""
    user, created = User.objects.get_or_create(username=username)
    user.first_name, user.last_name, user.email = first_name, last_name, email
    if password is not None:
        user.set_password(password)
    elif created:
        user.set_unusable_password()
    user.save()
    Profile.objects.update_or_create(user=user, defaults={"role": role})
    StewardScope.objects.filter(user=user).delete()
    StewardScope.objects.bulk_create(
        [StewardScope(user=user, database=scope.database, classification=scope.classification) for scope in scopes]
    )
    user.groups.set([Group.objects.get_or_create(name=name)[0] for name in groups])
    return user
