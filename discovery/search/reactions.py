"""Keeps the search index equal to the tables as events come in."""

from collections.abc import Sequence

from discovery.search.affected import affected_guids
from discovery.search.services import needs_building, reindex, update_index
from workflows.events.types import EventRecord
from workflows.reactions.base import Reaction


class UpdateSearchIndex(Reaction):
    """Reads again what the events speak of. An index that holds nothing yet is built whole instead."""

    def react(self, events: Sequence[EventRecord]) -> None:
        if needs_building():
            reindex()
            return
        update_index(affected_guids(events))
