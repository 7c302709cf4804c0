"""What follows from a change, and what a dataset stands on. Pure."""

from collections import Counter
from dataclasses import dataclass

from discovery.lineage.collapse import noun_of
from discovery.lineage.graph import Direction, LineageGraph, Node, fold_processes, without_deleted


@dataclass(frozen=True, slots=True)
class ImpactRow:
    """One dataset that follows (or feeds), with the shortest number of steps and the last processes on the way."""

    node: Node
    direction: Direction
    hops: int
    made_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything reachable in the asked direction, nearest first."""

    base: str
    direction: Direction
    rows: tuple[ImpactRow, ...]
    is_partial: bool = False

    @property
    def owners(self) -> tuple[str, ...]:
        return tuple(sorted({owner for row in self.rows for owner in row.node.owners}))

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """Nouns with numbers, most first: (("tables", 216), ("topics", 1))."""
        found = Counter(noun_of(row.node.type_name) for row in self.rows)
        return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    @property
    def steps(self) -> int:
        return max((row.hops for row in self.rows), default=0)


def impact_of(graph: LineageGraph, *, direction: Direction) -> Impact:
    """The impact within a graph that was read."""
    living = fold_processes(without_deleted(graph))
    made_by = _made_by(living)
    rows = []
    for node in living.nodes.values():
        if node.guid == living.base or node.is_process:
            continue
        for one, hops in ((Direction.INPUT, node.input_hops), (Direction.OUTPUT, node.output_hops)):
            if hops is not None and direction in {one, Direction.BOTH}:
                rows.append(ImpactRow(node, one, hops, made_by.get(node.guid, ()) if one is Direction.OUTPUT else ()))
    rows.sort(key=lambda row: (row.direction, row.hops, row.node.place, row.node.name, row.node.guid))
    return Impact(living.base, direction, tuple(rows), living.is_partial)


def _made_by(graph: LineageGraph) -> dict[str, tuple[str, ...]]:
    names: dict[str, set[str]] = {}
    for edge in graph.edges:
        names.setdefault(edge.target, set()).update(
            graph.folded[guid].name for guid in edge.via if guid in graph.folded
        )
    return {guid: tuple(sorted(found)) for guid, found in names.items()}
