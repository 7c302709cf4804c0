"""Columns inside the tables of a picture, and the edges between them. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

MOST_ROWS = 8
"""Rows a table shows; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A classification on a column: set here or inherited."""

    name: str
    is_direct: bool
    propagates: bool = True
    is_sensitive: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column that takes part in column lineage. `table` is its table's guid."""

    guid: str
    name: str
    table: str
    position: int = 0
    status: str = "ACTIVE"
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnEdge:
    """Data of one column flows into another; `expression` says how when the source of the metadata knows."""

    source: str
    target: str
    expression: str = ""
    process: str = ""
    """Name of the process between."""

    @property
    def key(self) -> tuple[str, str]:
        return self.source, self.target


@dataclass(frozen=True)
class ColumnGraph:
    columns: Mapping[str, Column]
    edges: tuple[ColumnEdge, ...]

    @cached_property
    def sources_of(self) -> dict[str, list[ColumnEdge]]:
        """Edges by the column they lead to."""
        found: dict[str, list[ColumnEdge]] = {}
        for edge in self.edges:
            found.setdefault(edge.target, []).append(edge)
        return found

    @cached_property
    def with_targets(self) -> frozenset[str]:
        """Columns from which something flows."""
        return frozenset(edge.source for edge in self.edges)

    def path_of(self, guid: str) -> frozenset[str]:
        """Every column upstream and downstream of one, itself included; empty when it is not here."""
        if guid not in self.columns:
            return frozenset()
        found = {guid}
        for start, end in (("source", "target"), ("target", "source")):
            following: dict[str, list[str]] = {}
            for edge in self.edges:
                following.setdefault(getattr(edge, start), []).append(getattr(edge, end))
            seen, waiting = {guid}, [guid]
            while waiting:
                for other in following.get(waiting.pop(), ()):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            found |= seen
        return frozenset(found)

    def note_on(self, guid: str) -> str:
        """ "sha2, stops" on a column where a classification of its source ends; "" elsewhere."""
        names = {mark.name for mark in self.columns[guid].marks}
        for edge in self.sources_of.get(guid, ()):
            if edge.source not in self.columns:
                continue
            if any(mark.name not in names for mark in self.columns[edge.source].marks):
                return f"{edge.expression}, stops" if edge.expression else "stops"
        return ""


NO_COLUMNS = ColumnGraph({}, ())


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The rows a table shows, in their own order, and how many more take part."""

    rows: tuple[Column, ...]
    more: int = 0


def rows_by_table(graph: ColumnGraph, *, chosen: Iterable[str] = ()) -> dict[str, TableColumns]:
    """At most MOST_ROWS columns of each table: those on the chosen path first, then classified, then in order."""
    path = frozenset(chosen)
    tables: dict[str, list[Column]] = {}
    linked = {end for edge in graph.edges for end in edge.key}
    for column in graph.columns.values():
        if column.guid in linked or column.guid in path:
            tables.setdefault(column.table, []).append(column)
    return {table: _pick(columns, path) for table, columns in tables.items()}


def _pick(columns: Sequence[Column], path: frozenset[str]) -> TableColumns:
    best = sorted(columns, key=lambda column: (column.guid not in path, not column.marks, _place(column)))
    rows = sorted(best[:MOST_ROWS], key=_place)
    return TableColumns(tuple(rows), len(columns) - len(rows))


def _place(column: Column) -> tuple[int, str, str]:
    return column.position, column.name, column.guid
