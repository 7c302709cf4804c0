"""Values that describe who acts and on what, free of Django."""

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a person may do in general; a steward's reach is narrowed by scopes."""

    ANALYST = "ANALYST"
    STEWARD = "STEWARD"
    ADMINISTRATOR = "ADMINISTRATOR"


class TokenKind(StrEnum):
    """PERSONAL acts as its person. SERVICE belongs to a program, has scopes and can never approve."""

    PERSONAL = "PERSONAL"
    SERVICE = "SERVICE"


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a steward may decide. Empty means any: `Scope("", "PII")` is PII in every database."""

    database: str = ""
    classification: str = ""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does it. `username` is "" for an anonymous reader."""

    username: str
    display_name: str = ""
    role: Role | None = None
    scopes: tuple[Scope, ...] = ()
    groups: frozenset[str] = frozenset()
    token_kind: TokenKind | None = None
    token_scopes: frozenset[str] = frozenset()

    @property
    def is_signed_in(self) -> bool:
        return self.username != ""


@dataclass(frozen=True, slots=True)
class Target:
    """What it is done to, in the words the policy needs: the database's name, classifications, owners, proposer."""

    database: str = ""
    classifications: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()
    proposer: str = ""


ANONYMOUS = Actor(username="")
SYSTEM = Actor(username="catalogsite", display_name="catalogsite", role=Role.ADMINISTRATOR)
"""The product itself, for what it does on its own: reactions, importers started by an operator."""


@dataclass(frozen=True, slots=True)
class WriteContext:
    """Travels with every write into the event log.

    actor: user name. origin: "human", "ingest:<source>", "propagated", "detected" or "system".
    cause: position of the event that led to this write. trace: joins all events of one undertaking, e.g. "proposal:7".
    """

    actor: str
    origin: str = "human"
    cause: int | None = None
    trace: str = ""
    note: str = field(default="", compare=False)
