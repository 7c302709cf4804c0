"""The five people of the suite: their rights differ, their names say how."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from catalogsite.accounts.selectors import actor_for
from catalogsite.accounts.services import save_person
from catalogsite.accounts.types import ANONYMOUS, Actor, Role, Scope


@dataclass(frozen=True)
class People:
    analyst: User
    steward: User
    other_steward: User
    admin: User

    def actor(self, name: str) -> Actor:
        return ANONYMOUS if name == "anonymous" else actor_for(getattr(self, name))


def make_people() -> People:
    """analyst; steward of everything; steward of database "hr" only; administrator."""
    return People(
        analyst=save_person(username="analyst", first_name="Ana", last_name="Analyst", groups=["analysts"]),
        steward=save_person(username="steward", first_name="Stella", role=Role.STEWARD, scopes=[Scope()]),
        other_steward=save_person(username="other", first_name="Otto", role=Role.STEWARD, scopes=[Scope("hr", "")]),
        admin=save_person(username="admin", first_name="Ada", role=Role.ADMINISTRATOR),
    )
