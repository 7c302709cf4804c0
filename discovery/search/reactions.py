"""Keeps the search index equal to the tables as events come in."""

from collections.abc import Sequence
from typing import Any

from discovery.search.affected import affected_guids
from discovery.search.services import needs_building, reindex, update_index
from workflows.events.selectors import last_positions
from workflows.events.types import EventRecord
from workflows.reactions.base import Reaction


class UpdateSearchIndex(Reaction):
    """Reads again what the events speak of. An index that holds nothing yet is built whole instead.

    What happened before such a building is in it, so those events need nothing more; it is remembered for the life of
    the process only, and after that doing it again does no harm.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._built_through: dict[int, int] = {}

    def react(self, events: Sequence[EventRecord]) -> None:
        if needs_building():
            happened = last_positions()
            reindex()
            self._built_through = happened
            return
        later = [event for event in events if event.position > self._built_through.get(event.partition, 0)]
        if later:
            update_index(affected_guids(later))
