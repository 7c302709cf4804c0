"""The event as a value. Kinds are Atlas's operation types and ours in the same form."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from catalogsite.accounts.types import WriteContext

PARTITIONS = 16


class EventKind(StrEnum):
    """apache/atlas EntityNotification.OperationType first, then what only we have."""

    ENTITY_CREATE = "ENTITY_CREATE"
    ENTITY_UPDATE = "ENTITY_UPDATE"
    ENTITY_DELETE = "ENTITY_DELETE"
    CLASSIFICATION_ADD = "CLASSIFICATION_ADD"
    CLASSIFICATION_UPDATE = "CLASSIFICATION_UPDATE"
    CLASSIFICATION_DELETE = "CLASSIFICATION_DELETE"
    RELATIONSHIP_CREATE = "RELATIONSHIP_CREATE"
    RELATIONSHIP_UPDATE = "RELATIONSHIP_UPDATE"
    RELATIONSHIP_DELETE = "RELATIONSHIP_DELETE"
    ENTITY_PURGE = "ENTITY_PURGE"
    TYPEDEF_CREATE = "TYPEDEF_CREATE"
    TYPEDEF_UPDATE = "TYPEDEF_UPDATE"
    TYPEDEF_DELETE = "TYPEDEF_DELETE"
    TERM_ASSIGN = "TERM_ASSIGN"
    TERM_UNASSIGN = "TERM_UNASSIGN"
    DOCUMENTATION_UPDATE = "DOCUMENTATION_UPDATE"
    PROPOSAL_SUBMITTED = "PROPOSAL_SUBMITTED"
    PROPOSAL_APPROVED = "PROPOSAL_APPROVED"
    PROPOSAL_REJECTED = "PROPOSAL_REJECTED"
    PROPOSAL_WITHDRAWN = "PROPOSAL_WITHDRAWN"
    PROPOSAL_COMMENTED = "PROPOSAL_COMMENTED"
    PROPOSAL_APPLIED = "PROPOSAL_APPLIED"
    PROPOSAL_FAILED = "PROPOSAL_FAILED"
    POLICY_SYNCED = "POLICY_SYNCED"
    POLICY_REMOVED = "POLICY_REMOVED"
    POLICY_DRIFTED = "POLICY_DRIFTED"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What a writer hands to the log. `key` is the entity's guid, "proposal:7" or "policy:<name>"; payload is JSON."""

    key: str
    kind: EventKind
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as read back from the log."""

    position: int
    partition: int
    key: str
    kind: str
    payload: Mapping[str, Any]
    actor: str
    origin: str
    at: datetime
    cause: int | None
    trace: str
    hops: int = 0

    @property
    def title(self) -> str:
        """What it happened to, in words: the entity's name where the payload tells it, else the key."""
        return str(self.payload.get("name") or self.payload.get("qualifiedName") or self.key)

    def context(self, *, actor: str | None = None, origin: str = "system") -> WriteContext:
        """The context for a write that this event causes: same trace, cause = this event."""
        return WriteContext(actor=actor or self.actor, origin=origin, cause=self.position, trace=self.trace)


def partition_of(key: str) -> int:
    """Stable across processes and versions; never Python's own hash."""
    return zlib.crc32(key.encode()) % PARTITIONS
