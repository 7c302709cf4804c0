"""What the pages and the API say about pipelines."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PipelineCondition(StrEnum):
    """How a pipeline is, the worst first."""

    STUCK = "stuck"
    """An event stands aside that it could not handle."""
    WAITING = "waiting"
    """It waits before it tries again."""
    PAUSED = "paused"
    BEHIND = "behind"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class PartitionStatus:
    """One checkpoint. `waiting` counts events after it that the pipeline takes."""

    partition: int
    position: int
    waiting: int
    handled: int
    attempts: int
    retry_at: datetime | None
    last_error: str
    last_error_at: datetime | None
    last_success_at: datetime | None


@dataclass(frozen=True, slots=True)
class PipelineStatus:
    """Where a pipeline stands. `lag` is the age in seconds of the oldest event it has not handled."""

    name: str
    about: str
    reaction: str
    kinds: Sequence[str]
    serial: bool
    batch: int
    condition: PipelineCondition
    paused_by: str
    paused_at: datetime | None
    position: int
    """Up to this position everything is handled."""
    waiting: int
    lag: float
    per_minute: int
    handled: int
    dead_letters: int
    last_error: str
    last_error_at: datetime | None
    last_success_at: datetime | None
    retry_at: datetime | None
    partitions: Sequence[PartitionStatus] = ()

    @property
    def has_healed(self) -> bool:
        """True when something worked after the last error."""
        return bool(self.last_error_at and self.last_success_at and self.last_success_at > self.last_error_at)


@dataclass(frozen=True, slots=True)
class Letter:
    """A dead letter with its event's name."""

    id: int
    pipeline: str
    position: int
    event_key: str
    event_kind: str
    event_title: str
    error: str
    attempts: int
    at: datetime
    retry_at: datetime | None
    resolved_at: datetime | None
    resolution: str
