"""Keeping today's point up to date."""

from collections.abc import Sequence
from typing import ClassVar

from catalogsite.common.errors import BackendUnavailable, Conflict
from governance.coverage.services import take_snapshot
from workflows.events.selectors import list_events
from workflows.events.types import EventKind, EventRecord
from workflows.reactions.base import Reaction

KINDS = frozenset(
    {
        EventKind.ENTITY_CREATE,
        EventKind.ENTITY_UPDATE,
        EventKind.ENTITY_DELETE,
        EventKind.ENTITY_PURGE,
        EventKind.CLASSIFICATION_ADD,
        EventKind.CLASSIFICATION_DELETE,
        EventKind.DOCUMENTATION_UPDATE,
    }
)
_LOOK_AHEAD = 200


class RefreshCoverage(Reaction):
    """Writes today's point after changes. Once for a batch, and not while more changes of the partition wait."""

    is_transactional: ClassVar[bool] = False

    def react(self, events: Sequence[EventRecord]) -> None:
        relevant = [event for event in events if event.kind in KINDS]
        if not relevant or self._more_wait(events[-1]):
            return
        try:
            take_snapshot()
        except Conflict as error:
            raise BackendUnavailable(error.message) from error

    @staticmethod
    def _more_wait(last: EventRecord) -> bool:
        """The batch that brings those will measure; counting everything 75 times during an import helps nobody."""
        following = list_events(partition=last.partition, after=last.position, limit=_LOOK_AHEAD)
        return any(event.kind in KINDS for event in following)
