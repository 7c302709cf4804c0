"""Values of the entity page, free of Django."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Tab(StrEnum):
    """The tabs of an entity, each its own address (`?tab=`)."""

    OVERVIEW = "overview"
    COLUMNS = "columns"
    LINEAGE = "lineage"
    GOVERNANCE = "governance"
    QUALITY = "quality"
    HISTORY = "history"


class ColumnsShown(StrEnum):
    """Segments of the columns tab."""

    ALL = "all"
    CLASSIFIED = "classified"
    UNDOCUMENTED = "undocumented"


@dataclass(frozen=True, slots=True)
class UsageNumbers:
    """What a source last said about use; None instead of this value means that no source says anything."""

    queries: int
    people: int
    weekly: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnCounts:
    """Over all columns of a table. `changed_ms`: when one last came or went; None without columns."""

    all: int = 0
    classified: int = 0
    undocumented: int = 0
    changed_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """One classification of one entity, as light as chips need it: no path, only where it came from.

    `is_gone`: the source is no longer ACTIVE, or the edge it came over is gone.
    """

    guid: str
    type_name: str
    origin: str
    source_guid: str
    source_title: str
    source_path: tuple[str, ...]
    attributes: Mapping[str, Any] | None
    validity_periods: Sequence[Mapping[str, Any]]
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class TagSummary:
    """How many columns of a table carry a classification, and how many of them have it set themselves."""

    type_name: str
    columns: int
    direct: int
    sources: tuple[str, ...] = ()

    @property
    def inherited(self) -> int:
        return self.columns - self.direct


@dataclass(frozen=True, slots=True)
class Tags:
    """The classifications of an entity and of its columns."""

    by_guid: Mapping[str, Sequence[Tag]] = field(default_factory=dict)
    summary: Sequence[TagSummary] = ()

    def of(self, guid: str) -> Sequence[Tag]:
        return self.by_guid.get(guid, ())
