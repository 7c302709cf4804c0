"""The path of one column: every column it comes from and goes to, by steps. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from discovery.lineage.column_graph import Mark
from discovery.lineage.graph import LineageGraph

MOST_AT_A_STEP = 4


@dataclass(frozen=True, slots=True)
class PathColumn:
    """A column on the path: what made it, from what, and what it carries."""

    guid: str
    name: str
    table: str
    table_guid: str
    platform: str
    status: str = "ACTIVE"
    marks: tuple[Mark, ...] = ()
    made_by: tuple[str, ...] = ()
    expression: str = ""


@dataclass(frozen=True, slots=True)
class PathStep:
    """All columns the same number of steps away; negative is upstream. `more` counts those not listed."""

    step: int
    columns: tuple[PathColumn, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class ColumnPath:
    guid: str
    name: str
    table: str
    steps: tuple[PathStep, ...]
    guids: frozenset[str]

    @property
    def count(self) -> int:
        return len(self.guids)

    @property
    def is_alone(self) -> bool:
        return self.count == 1


def build_path(graph: LineageGraph, details: Mapping[str, PathColumn], *, base: PathColumn) -> ColumnPath:
    """`graph` is the folded lineage of the column, `details` what is known of each column in it."""
    steps: dict[int, list[PathColumn]] = {}
    for node in graph.nodes.values():
        if node.guid in details:
            steps.setdefault(node.side * node.hops, []).append(details[node.guid])
    listed = tuple(_step(step, steps[step]) for step in sorted(steps))
    return ColumnPath(base.guid, base.name, base.table, listed, frozenset(details))


def _step(step: int, columns: Sequence[PathColumn]) -> PathStep:
    ordered = sorted(columns, key=lambda column: (column.table, column.name, column.guid))
    return PathStep(step, tuple(ordered[:MOST_AT_A_STEP]), max(len(ordered) - MOST_AT_A_STEP, 0))


def made_by(graph: LineageGraph, expressions: Mapping[str, str]) -> dict[str, tuple[tuple[str, ...], str]]:
    """By column: names of the processes that write it, and the first expression known."""
    names: dict[str, set[str]] = {}
    said: dict[str, str] = {}
    for edge in graph.edges:
        for guid in edge.via:
            if guid in graph.folded:
                names.setdefault(edge.target, set()).add(graph.folded[guid].name)
            if expressions.get(guid):
                said.setdefault(edge.target, expressions[guid])
    return {guid: (tuple(sorted(found)), said.get(guid, "")) for guid, found in names.items()}


def platforms_of(columns: Iterable[PathColumn]) -> frozenset[str]:
    return frozenset(column.platform for column in columns if column.platform)
