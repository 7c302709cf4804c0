"""Words and values of proposals, free of Django."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ProposalState(StrEnum):
    """People move OPEN to APPROVED, REJECTED or WITHDRAWN; approved ones go on to APPLYING, APPLIED or FAILED."""

    OPEN = "OPEN"
    APPROVED = "APPROVED"
    APPLYING = "APPLYING"
    APPLIED = "APPLIED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"
    FAILED = "FAILED"


FINAL = frozenset({ProposalState.APPLIED, ProposalState.REJECTED, ProposalState.WITHDRAWN, ProposalState.FAILED})
"""Nothing follows any more."""
UNDER_WAY = frozenset({ProposalState.APPROVED, ProposalState.APPLYING})


class ChangeAction(StrEnum):
    ADD = "ADD"
    UPDATE = "UPDATE"
    REMOVE = "REMOVE"


class Decision(StrEnum):
    APPROVE = "APPROVE"
    REJECT = "REJECT"
    COMMENT = "COMMENT"


class Segment(StrEnum):
    """The four views of the queue."""

    WAITING = "waiting"
    MINE = "mine"
    OPEN = "open"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class ChangeInput:
    """One wish for one entity. None means "not said": the default on ADD, unchanged on UPDATE.

    `source_guid` is only for REMOVE: the entity a propagated classification came from, when its path is gone.
    """

    guid: str
    action: ChangeAction
    classification: str
    attributes: Mapping[str, Any] | None = None
    propagate: bool | None = None
    source_guid: str = ""
