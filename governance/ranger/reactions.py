"""Keeping the tag policies equal to what classifications and templates ask for."""

from collections.abc import Sequence
from typing import ClassVar

from catalogsite.accounts.types import SYSTEM, WriteContext
from governance.ranger.services import sync
from workflows.events.types import EventKind, EventRecord
from workflows.reactions.base import Reaction

KINDS = frozenset(
    {
        EventKind.CLASSIFICATION_ADD,
        EventKind.CLASSIFICATION_UPDATE,
        EventKind.CLASSIFICATION_DELETE,
        EventKind.PROPOSAL_APPLIED,
        EventKind.TYPEDEF_CREATE,
        EventKind.TYPEDEF_UPDATE,
    }
)


class SyncRanger(Reaction):
    """Creates and updates tag policies. One comparison for a whole batch: the state decides, events only nudge."""

    is_transactional: ClassVar[bool] = False

    def react(self, events: Sequence[EventRecord]) -> None:
        relevant = [event for event in events if event.kind in KINDS]
        if not relevant:
            return
        sync(context=_context(relevant[-1]), causes=_causes(relevant))


def _causes(events: Sequence[EventRecord]) -> dict[str, WriteContext]:
    """The first event of each classification: what is written for it happens in its name and joins its trace."""
    causes: dict[str, WriteContext] = {}
    for event in events:
        if name := event.payload.get("classification", {}).get("typeName"):
            causes.setdefault(str(name), _context(event))
    return causes


def _context(event: EventRecord) -> WriteContext:
    return event.context(actor=SYSTEM.username)
