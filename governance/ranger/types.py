"""What a policy template says, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Effect(StrEnum):
    """What a template does to people who are not left out."""

    MASK = "mask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Principals:
    """Ranger users, groups and roles, by name."""

    users: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.groups, *self.roles, *self.users)


@dataclass(frozen=True, slots=True)
class PolicyTemplate:
    """How one classification, and every sub-type without its own template, is protected."""

    classification: str
    effect: Effect
    components: Mapping[str, tuple[str, ...]]
    """Component ("hive") to the access types covered ("select")."""
    mask: str = ""
    value: str = ""
    clear_for: Principals = Principals()
    is_sensitive: bool = True
