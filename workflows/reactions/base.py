"""The port that every reaction implements."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from workflows.events.types import EventRecord


class Reaction(ABC):
    """What one pipeline does about events. Made once per process from the `options` of the pipelines file.

    Events nudge, the current state decides: `react` re-reads what the events speak of and makes its target equal,
    so that a doubled, late or reordered event does no harm.

    `react` returns when the effect is durable. It raises BackendUnavailable when the same call may work later (the
    runner retries with back-off, nothing is skipped) and BackendRejected or any other error when it never will (the
    runner tries the events one by one and puts the guilty ones among the dead letters).
    """

    is_transactional: ClassVar[bool] = False
    """True when every effect is a row of our database: the runner then moves the checkpoint in the same transaction."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def react(self, events: Sequence[EventRecord]) -> None:
        """Handles events in commit order: of one partition, or of several when the pipeline is serial."""
