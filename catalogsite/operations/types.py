"""The road of data, boundary by boundary: how each is, and what that means for one entity. Free of Django's models."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from catalogsite.common.ui import Fact


class BoundaryState(StrEnum):
    """How a boundary is, for all data or for one entity."""

    OK = "ok"
    LATE = "late"
    """Something is on its way or differs a little; nobody has to act at once."""
    BROKEN = "broken"
    IDLE = "idle"
    """Nothing to do here, e.g. no policy follows."""
    NOT_REACHED = "not reached"


DOTS = {
    BoundaryState.OK: "ok",
    BoundaryState.LATE: "warn",
    BoundaryState.BROKEN: "broken",
    BoundaryState.IDLE: "hollow",
    BoundaryState.NOT_REACHED: "hollow",
}


@dataclass(frozen=True, slots=True)
class Boundary:
    """One station of the road. `headline` is its number or word, `detail` the line under it."""

    key: str
    name: str
    state: BoundaryState
    headline: str = ""
    detail: str = ""
    lag: float | None = None
    """Seconds behind the station before, None where it has no meaning."""
    at: datetime | None = None
    """Last success, or when this entity passed here."""
    error: str = ""
    differences: int | None = None
    href: str = ""
    meaning: str = ""
    """What a break means in words."""
    letters: Sequence[int] = ()
    """Dead letters that stand here."""

    @property
    def dot(self) -> str:
        return DOTS[self.state]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One sentence: the bold start, the rest, and where to go."""

    tone: str
    bold: str
    rest: str = ""
    href: str = ""
    act: str = ""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """What the last comparison of a copy found."""

    name: str
    state: BoundaryState
    words: str
    found: str
    at: datetime | None
    seconds: float

    @property
    def dot(self) -> str:
        return DOTS[self.state]


@dataclass(frozen=True, slots=True)
class Trace:
    """Where the last change of one entity has got to."""

    guid: str
    title: str
    type_name: str
    verdict: Verdict
    boundaries: Sequence[Boundary]
    facts: Sequence[Fact] = field(default_factory=tuple)
