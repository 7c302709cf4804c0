"""Values that components of the pages are made from. Views fill them, templates/components/ shows them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Tone(StrEnum):
    """What a colour says. LINE is an outline, TERM the ground of glossary words."""

    INFO = "info"
    OK = "ok"
    WARN = "warn"
    BROKEN = "broken"
    QUIET = "quiet"
    LINE = "line"
    TERM = "term"


class ChipOrigin(StrEnum):
    """How a classification chip looks: filled, outlined with arrow, dashed, dashed with minus, quiet with clock."""

    DIRECT = "DIRECT"
    PROPAGATED = "PROPAGATED"
    PROPOSED = "PROPOSED"
    REMOVAL = "REMOVAL"
    INACTIVE = "INACTIVE"


CHIP_ICONS = {
    ChipOrigin.DIRECT: "tag",
    ChipOrigin.PROPAGATED: "corner-down-right",
    ChipOrigin.PROPOSED: "circle-dashed",
    ChipOrigin.REMOVAL: "minus",
    ChipOrigin.INACTIVE: "clock",
}


@dataclass(frozen=True, slots=True)
class Chip:
    """A classification on something. `source` and `href` say and show where a propagated one comes from.

    `note` is a word behind the name ("on 5 columns"); `remove_href` makes the chip removable.
    """

    name: str
    origin: ChipOrigin = ChipOrigin.DIRECT
    is_sensitive: bool = False
    source: str = ""
    href: str = ""
    attributes: Sequence[tuple[str, str]] = ()
    note: str = ""

    @property
    def icon(self) -> str:
        return CHIP_ICONS[self.origin]

    @property
    def css(self) -> str:
        shape = f" chip--{self.origin.value.lower()}" if self.origin is not ChipOrigin.DIRECT else ""
        colour = " chip--pii" if self.is_sensitive and self.origin is not ChipOrigin.INACTIVE else ""
        return f"chip{shape}{colour}"


@dataclass(frozen=True, slots=True)
class Badge:
    """Where something stands, as icon and word: Certified, Open, Applying 4 of 6, Drift."""

    label: str
    tone: Tone = Tone.QUIET
    icon: str = ""
    title: str = ""


class EffectKind(StrEnum):
    """What a policy does to what somebody sees."""

    CLEAR = "clear"
    MASKED = "masked"
    FILTERED = "filtered"
    DENIED = "denied"
    NONE = "none"
    """Nothing allows it."""
    UNDECIDED = "undecided"
    """Only Ranger's plug-in can decide."""


EFFECT_ICONS = {
    EffectKind.CLEAR: "eye",
    EffectKind.MASKED: "scan-eye",
    EffectKind.FILTERED: "funnel",
    EffectKind.DENIED: "ban",
    EffectKind.NONE: "",
    EffectKind.UNDECIDED: "circle-question-mark",
}


@dataclass(frozen=True, slots=True)
class Effect:
    """What one sees, in a word ("Last 4 shown"). `before` makes it a change; `has_drift` marks Ranger's difference.

    `is_gain` colours a clear that is won. `detail` goes into the title: the row filter, the open condition.
    """

    kind: EffectKind
    label: str
    href: str = ""
    before: str = ""
    detail: str = ""
    has_drift: bool = False
    is_gain: bool = False

    @property
    def icon(self) -> str:
        return "triangle-alert" if self.has_drift else EFFECT_ICONS[self.kind]

    @property
    def css(self) -> str:
        drift = " effect--drift" if self.has_drift else ""
        gain = " effect--gain" if self.is_gain else ""
        after = " effect--after" if self.before else ""
        return f"effect effect--{self.kind}{drift}{gain}{after}"


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of tabs, a segmented control or breadcrumbs. `count` None shows none; `note` follows the count."""

    label: str
    href: str
    count: int | None = None
    is_current: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell of a figure strip. `ratio` (0..1) adds a meter, `target` a tick on it.

    `unit` follows the value smaller ("%"); `note` is a second line under `detail`; `person` shows the disc of
    a name before the value, `dot` a state dot (a Tone), `effect` an effect in place of the value.
    """

    label: str
    value: str
    detail: str = ""
    href: str = ""
    ratio: float | None = None
    target: float | None = None
    is_current: bool = False
    unit: str = ""
    note: str = ""
    dot: Tone | None = None
    person: str = ""
    effect: Effect | None = None
    trend: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of facts. `is_code` sets the value in mono; `href` links it; `copy` adds a copy button."""

    label: str
    value: str
    href: str = ""
    is_code: bool = False
    copy: str = ""


class StepState(StrEnum):
    DONE = "done"
    NOW = "now"
    NEXT = "next"
    BROKEN = "broken"
    SKIPPED = "skipped"


STEP_ICONS = {
    StepState.DONE: "check",
    StepState.NOW: "ellipsis",
    StepState.NEXT: "",
    StepState.BROKEN: "x",
    StepState.SKIPPED: "",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a timeline. `offset` ("+0.82 s") replaces the time when the step follows a start."""

    what: str
    state: StepState
    detail: str = ""
    at: datetime | None = None
    offset: str = ""
    href: str = ""

    @property
    def icon(self) -> str:
        return STEP_ICONS[self.state]


@dataclass(frozen=True, slots=True)
class Hop:
    """One stop of a path. `transform` stands on the arrow that leads here; a broken hop is drawn dashed."""

    name: str
    place: str = ""
    href: str = ""
    transform: str = ""
    chip: Chip | None = None
    effect: Effect | None = None
    is_broken: bool = False


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
