"""What is asked of the lineage, read from a query string and written back into one. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol
from urllib.parse import urlencode

from catalogsite.common.errors import InvalidInput
from discovery.lineage.graph import Direction

MOST_STEPS = 100
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


class SingleParams(Protocol):
    def get(self, name: str, /) -> str | None: ...


class QueryParams(SingleParams, Protocol):
    """What a query string offers: a QueryDict does."""

    def getlist(self, name: str, /) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class LineageQuery:
    """One view of a lineage. Depth 0 means as far as it goes. `opened` counts the siblings shown of each stack."""

    direction: Direction = Direction.BOTH
    depth: int = 1
    columns: bool = False
    processes: bool = False
    deleted: bool = False
    view: str = ""
    """picture or list; "" leaves it to the reader's screen."""
    column: str = ""
    """The column whose path is shown; columns are drawn then."""
    find: str = ""
    opened: Mapping[str, int] = field(default_factory=dict)

    @property
    def draws_columns(self) -> bool:
        return self.columns or bool(self.column)

    def pairs(self, *, without: str = "") -> list[tuple[str, str]]:
        """Names and values of the query string, defaults left out."""
        values = {
            "direction": (str(self.direction), "BOTH"),
            "depth": (str(self.depth), "1"),
            "columns": (_flag(self.columns), ""),
            "processes": (_flag(self.processes), ""),
            "deleted": (_flag(self.deleted), ""),
            "view": (self.view, ""),
            "column": (self.column, ""),
            "find": (self.find, ""),
        }
        pairs = [(name, value) for name, (value, default) in values.items() if value != default and name != without]
        return pairs + [("open", f"{name}:{count}") for name, count in sorted(self.opened.items())]

    def url(self, **changes: object) -> str:
        """The query string of this view with changes; "?" when all is default."""
        return "?" + urlencode(replace(self, **changes).pairs())  # type: ignore[arg-type]

    def opening(self, stack: str, count: int) -> str:
        """The query string that shows `count` siblings of a stack."""
        return self.url(opened={**self.opened, stack: count})


def _flag(value: bool) -> str:
    return "1" if value else ""


def read_flag(params: SingleParams, name: str, *, default: bool = False) -> bool:
    """A yes or no of a query string; anything else raises InvalidInput that names it."""
    raw = params.get(name)
    if raw is None:
        return default
    if raw.lower() in _TRUE:
        return True
    if raw.lower() in _FALSE:
        return False
    raise InvalidInput(f"{name} must be true or false.", details={"field": name})


def read_direction(params: SingleParams) -> Direction:
    raw = params.get("direction") or Direction.BOTH
    try:
        return Direction(raw.upper())
    except ValueError as error:
        raise InvalidInput("direction must be BOTH, INPUT or OUTPUT.", details={"field": "direction"}) from error


def read_depth(params: SingleParams, *, default: int) -> int:
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


def read_query(params: QueryParams) -> LineageQuery:
    """The view a page's query string asks for."""
    view = params.get("view") or ""
    if view not in {"", "picture", "list"}:
        raise InvalidInput("view must be picture or list.", details={"field": "view"})
    return LineageQuery(
        direction=read_direction(params),
        depth=read_depth(params, default=1),
        columns=read_flag(params, "columns"),
        processes=read_flag(params, "processes"),
        deleted=read_flag(params, "deleted"),
        view=view,
        column=params.get("column") or "",
        find=(params.get("find") or "")[:200],
        opened=read_opened(params.getlist("open")),
    )
