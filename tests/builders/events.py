"""Events and reactions for tests of the pipelines."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.db import transaction

from catalogsite.accounts.types import WriteContext
from workflows.events.services import record_many
from workflows.events.types import EventKind, EventRecord, NewEvent
from workflows.reactions.base import Reaction


def new_events(
    count: int = 1,
    *,
    key: str = "guid-1",
    kind: EventKind = EventKind.ENTITY_UPDATE,
    keys: Sequence[str] | None = None,
    **context: Any,
) -> list[int]:
    """Records events of one key (or one per key) in a transaction of their own; returns their positions."""
    wanted = keys if keys is not None else [key] * count
    events = [NewEvent(each, kind, {"guid": each, "name": f"name of {each}"}) for each in wanted]
    with transaction.atomic():
        return record_many(events, context=WriteContext(**({"actor": "analyst"} | context)))


class Recording(Reaction):
    """Notes the batches it was handed; `fails` may raise for an event."""

    is_transactional: ClassVar[bool] = False

    def __init__(self, fails: Callable[[EventRecord], Exception | None] = lambda event: None) -> None:
        super().__init__()
        self.fails = fails
        self.tried: list[int] = []
        self.handled: list[int] = []

    def react(self, events: Sequence[EventRecord]) -> None:
        self.tried += [event.position for event in events]
        for event in events:
            error = self.fails(event)
            if error is not None:
                raise error
        self.handled += [event.position for event in events]
