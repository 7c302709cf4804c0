"""What is asked of the lineage, read from a query string and written back into one. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from catalogsite.common.errors import InvalidInput
from discovery.lineage.graph import Direction

MOST_STEPS = 100
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


@dataclass(frozen=True, slots=True)
class LineageQuery:
    """One view of a lineage. Depth 0 means as far as it goes. `opened` counts the siblings shown of each stack."""

    direction: Direction = Direction.BOTH
    depth: int = 1
    columns: bool = False
    processes: bool = False
    deleted: bool = False
    view: str = "picture"
    column: str = ""
    """The column whose path is shown; columns are drawn then."""
    find: str = ""
    opened: Mapping[str, int] = field(default_factory=dict)

    @property
    def draws_columns(self) -> bool:
        return self.columns or bool(self.column)

    def url(self, **changes: object) -> str:
        """The query string of this view with changes, defaults left out; "?" when all is default."""
        query = replace(self, **changes)  # type: ignore[arg-type]
        pairs = [
            (name, value)
            for name, value, default in (
                ("direction", str(query.direction), "BOTH"),
                ("depth", str(query.depth), "1"),
                ("columns", _flag(query.columns), ""),
                ("processes", _flag(query.processes), ""),
                ("deleted", _flag(query.deleted), ""),
                ("view", query.view, "picture"),
                ("column", query.column, ""),
                ("find", query.find, ""),
            )
            if value != default
        ]
        pairs += [("open", f"{name}:{count}") for name, count in sorted(query.opened.items())]
        return "?" + urlencode(pairs)

    def opening(self, stack: str, count: int) -> str:
        """The query string that shows `count` siblings of a stack."""
        return self.url(opened={**self.opened, stack: count})


def _flag(value: bool) -> str:
    return "1" if value else ""


def read_flag(params: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """A yes or no of a query string; anything else raises InvalidInput that names it."""
    raw = params.get(name)
    if raw is None:
        return default
    if raw.lower() in _TRUE:
        return True
    if raw.lower() in _FALSE:
        return False
    raise InvalidInput(f"{name} must be true or false.", details={"field": name})


def read_direction(params: Mapping[str, str]) -> Direction:
    raw = params.get("direction") or Direction.BOTH
    try:
        return Direction(raw.upper())
    except ValueError as error:
        raise InvalidInput("direction must be BOTH, INPUT or OUTPUT.", details={"field": "direction"}) from error


def read_depth(params: Mapping[str, str], *, default: int) -> int:
    """Steps to follow; 0 is as far as it goes."""
    raw = params.get("depth")
    if raw is None or raw == "":
        return default
    if not raw.isascii() or not raw.isdigit() or int(raw) > MOST_STEPS:
        raise InvalidInput(
            f"depth must be a whole number from 0 (no limit) to {MOST_STEPS}.", details={"field": "depth"}
        )
    return int(raw)


def read_opened(values: list[str]) -> dict[str, int]:
    """`open=down-<guid>:18` as {"down-<guid>": 18}; what does not read so is refused."""
    opened: dict[str, int] = {}
    for value in values:
        name, _, count = value.rpartition(":")
        if not name.startswith(("down-", "up-")) or not count.isascii() or not count.isdigit():
            raise InvalidInput("open must read down-<guid>:<count> or up-<guid>:<count>.", details={"field": "open"})
        opened[name] = min(int(count), 100_000)
    return opened
