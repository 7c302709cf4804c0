"""What somebody asks of the event log, read from a query string. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalogsite.common.errors import InvalidInput
from workflows.events.types import EventKind

MOST_POSITION = 2**63 - 1


@dataclass(frozen=True, slots=True)
class EventQuery:
    """`after` and `before` are positions; `key` is a guid, "proposal:7" or "policy:<name>"."""

    kinds: tuple[str, ...] = ()
    key: str = ""
    actor: str = ""
    trace: str = ""
    after: int = 0
    before: int | None = None

    @property
    def is_filtered(self) -> bool:
        return bool(self.kinds or self.key or self.actor or self.trace)


def read_position(raw: str | None, *, field: str) -> int | None:
    """A position of the log; None when not given. Raises InvalidInput naming the field."""
    if raw is None or raw == "":
        return None
    if not (raw.isascii() and raw.isdigit() and int(raw) <= MOST_POSITION):
        raise InvalidInput(f"{field} must be a position, a whole number from 0.", details={"field": field})
    return int(raw)


def read_kinds(raw: Sequence[str]) -> tuple[str, ...]:
    """Event kinds; several parameters or one with commas. Raises InvalidInput for an unknown one."""
    kinds = tuple(kind.strip() for value in raw for kind in value.split(",") if kind.strip())
    for kind in kinds:
        if kind not in EventKind.__members__:
            raise InvalidInput(f"There is no event kind “{kind}”.", details={"field": "kind"})
    return kinds


def read_query(params: Mapping[str, str], kinds: Sequence[str]) -> EventQuery:
    """The filters of the page. Raises InvalidInput."""
    return EventQuery(
        kinds=read_kinds(kinds),
        key=params.get("guid", "").strip(),
        actor=params.get("actor", "").strip(),
        trace=params.get("trace", "").strip(),
        after=read_position(params.get("after"), field="after") or 0,
        before=read_position(params.get("before"), field="before"),
    )
