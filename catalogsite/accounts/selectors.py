"""Reading people."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Value
from django.http import HttpRequest

from catalogsite.accounts.types import ANONYMOUS, Actor, Role, Scope


def actor_for(user: User | AnonymousUser) -> Actor:
    """Role, scopes and groups of a person. A superuser without profile is an administrator."""
    if not isinstance(user, User) or not user.is_active:
        return ANONYMOUS
    try:
        role = Role(user.profile.role)
    except ObjectDoesNotExist:
        role = Role.ANALYST
    if user.is_superuser:
        role = Role.ADMINISTRATOR
    scopes, groups = _reach_of(user)
    return Actor(
        username=user.get_username(),
        display_name=user.get_full_name() or user.get_username(),
        role=role,
        scopes=scopes,
        groups=groups,
    )


def _reach_of(user: User) -> tuple[tuple[Scope, ...], frozenset[str]]:
    """Scopes and groups, in one query: every request of a signed-in person asks for both."""
    if "steward_scopes" in getattr(user, "_prefetched_objects_cache", {}):
        scopes = tuple(Scope(row.database, row.classification) for row in user.steward_scopes.all())
        return scopes, frozenset(group.name for group in user.groups.all())
    rows = user.groups.values_list(Value("group"), "name", Value("")).union(
        user.steward_scopes.values_list(Value("scope"), "database", "classification"), all=True
    )
    found = list(rows)
    scopes = tuple(Scope(first, second) for kind, first, second in found if kind == "scope")
    return scopes, frozenset(name for kind, name, _ in found if kind == "group")


def find_actor(username: str) -> Actor | None:
    user = get_user_model().objects.filter(username=username).select_related("profile").first()
    return actor_for(user) if user else None


def list_deciders() -> list[Actor]:
    """Every active steward and administrator: those who may be asked to decide."""
    people = get_user_model().objects.filter(is_active=True).select_related("profile")
    actors = [actor_for(person) for person in people.prefetch_related("steward_scopes", "groups")]
    return [actor for actor in actors if actor.role in {Role.STEWARD, Role.ADMINISTRATOR}]


def display_names(usernames: set[str]) -> dict[str, str]:
    """Full names by user name; an unknown name (a service, a source) stands for itself."""
    rows = get_user_model().objects.filter(username__in=usernames)
    known = {row.get_username(): row.get_full_name() or row.get_username() for row in rows}
    return {name: known.get(name, name) for name in usernames}


def current_actor(request: HttpRequest) -> Actor:
    """The actor of a request, set by middleware (session) or the API authentication (token)."""
    actor: Actor = getattr(request, "actor", ANONYMOUS)
    return actor
