"""Values that components of the pages are made from. Views fill them, templates/components/ shows them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class ChipOrigin(StrEnum):
    """How a classification chip looks: filled, outlined with arrow, dashed, dashed with minus, quiet with clock."""

    DIRECT = "DIRECT"
    PROPAGATED = "PROPAGATED"
    PROPOSED = "PROPOSED"
    REMOVAL = "REMOVAL"
    INACTIVE = "INACTIVE"


@dataclass(frozen=True, slots=True)
class Chip:
    """A classification on something. `source` and `href` say and show where a propagated one comes from."""

    name: str
    origin: ChipOrigin = ChipOrigin.DIRECT
    is_sensitive: bool = False
    source: str = ""
    href: str = ""
    attributes: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of tabs, a segmented control or breadcrumbs. `count` None shows none."""

    label: str
    href: str
    count: int | None = None
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell of a figure strip. `ratio` (0..1) adds a meter, `target` a tick on it."""

    label: str
    value: str
    detail: str = ""
    href: str = ""
    ratio: float | None = None
    target: float | None = None
    is_current: bool = False


class StepState(StrEnum):
    DONE = "done"
    NOW = "now"
    NEXT = "next"
    BROKEN = "broken"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a timeline. `offset` ("+0.82 s") replaces the time when the step follows a start."""

    what: str
    state: StepState
    detail: str = ""
    at: datetime | None = None
    offset: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class WordChange:
    """A piece of a word diff: kind "same", "added" or "removed"."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after; `words` replaces the two values for texts."""

    label: str
    before: str = ""
    after: str = ""
    words: Sequence[WordChange] = field(default_factory=tuple)
