"""The lineage graph as a value, and how nodes are taken out of it without tearing it. Pure.

Edges run as the data flows: dataset → process → dataset. A node is known by its guid, never by its name: two tables
of the same name in two clusters are two nodes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

MOST_PAIRS = 400
"""A process with more inputs × outputs than this stays a node; a deleted dataset with more is not bridged."""


class Direction(StrEnum):
    INPUT = "INPUT"
    OUTPUT = "OUTPUT"
    BOTH = "BOTH"


class Kind(StrEnum):
    DATASET = "dataset"
    COLUMN = "column"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class Node:
    """An entity in the graph. Hops are the shortest way from the base in each direction, None when there is none."""

    guid: str
    type_name: str
    kind: str
    name: str
    qualified_name: str = ""
    place: str = ""
    """Where it lives, in a word or two: its database, its platform, a column's table."""
    platform: str = ""
    status: str = "ACTIVE"
    owners: tuple[str, ...] = ()
    input_hops: int | None = None
    output_hops: int | None = None
    use: int = 0
    """Queries in 30 days; the most used of many siblings are shown first."""

    @property
    def is_process(self) -> bool:
        return self.kind == Kind.PROCESS

    @property
    def is_deleted(self) -> bool:
        return self.status == "DELETED"

    def hops_in(self, direction: "Direction") -> int | None:
        return self.output_hops if direction is Direction.OUTPUT else self.input_hops

    @property
    def side(self) -> int:
        """-1 upstream, 0 the base, 1 downstream; in a cycle the shorter way counts, then downstream."""
        if self.hops == 0:
            return 0
        if self.output_hops is None:
            return -1
        return -1 if self.input_hops is not None and self.input_hops < self.output_hops else 1

    @property
    def hops(self) -> int:
        known = [hops for hops in (self.input_hops, self.output_hops) if hops is not None]
        return min(known) if known else 0


@dataclass(frozen=True, slots=True)
class Edge:
    """Data flows from source to target. `via` names the folded processes on the way."""

    source: str
    target: str
    via: tuple[str, ...] = ()
    is_indirect: bool = False
    """True when a deleted dataset stood between and was taken out."""
    is_broken: bool = False
    """True when the flow is gone although both ends may live: the process or only the edge was deleted."""

    @property
    def key(self) -> tuple[str, str]:
        return self.source, self.target


@dataclass(frozen=True, slots=True)
class Stack:
    """Many siblings drawn as one counted node: the neighbours of `parent` in one direction that are not shown."""

    id: str
    parent: str
    direction: Direction
    members: tuple[str, ...]
    shown_siblings: int
    """How many of the same siblings are drawn beside it."""
    places: tuple[tuple[str, int], ...] = ()
    """Where the members live, most first."""
    noun: str = "datasets"
    """tables, topics, … when all members are of one type."""


@dataclass(frozen=True, slots=True)
class HiddenCount:
    """Direct neighbours of a node that exist but are not in the answer."""

    upstream: int = 0
    downstream: int = 0


@dataclass(frozen=True, slots=True)
class LineageGraph:
    """Nodes and edges around a base. `folded` holds processes that stand on edges; `stacks` what was collapsed."""

    base: str
    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]
    folded: Mapping[str, Node] = field(default_factory=dict)
    stacks: Mapping[str, Stack] = field(default_factory=dict)
    hidden: Mapping[str, HiddenCount] = field(default_factory=dict)
    is_partial: bool = False
    """True when reading stopped at its limit: there is more than the graph holds."""

    @property
    def datasets(self) -> list[Node]:
        return [node for node in self.nodes.values() if not node.is_process]

    @property
    def is_empty(self) -> bool:
        return not self.edges


class Adjacency:
    """A graph that can be changed: edges by both ends, one per pair."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self.out: dict[str, dict[str, Edge]] = {}
        self.into: dict[str, dict[str, Edge]] = {}
        for edge in edges:
            self.add(edge)

    def add(self, edge: Edge) -> None:
        """Adds an edge; a parallel one is merged. Self edges are dropped: a job that rewrites its source is no step."""
        if edge.source == edge.target:
            return
        known = self.out.get(edge.source, {}).get(edge.target)
        merged = edge if known is None else merge_edges(known, edge)
        self.out.setdefault(edge.source, {})[edge.target] = merged
        self.into.setdefault(edge.target, {})[edge.source] = merged

    def remove(self, node: str) -> None:
        for target in self.out.pop(node, {}):
            self.into[target].pop(node, None)
        for source in self.into.pop(node, {}):
            self.out[source].pop(node, None)

    def pairs(self, node: str) -> int:
        return len(self.into.get(node, {})) * len(self.out.get(node, {}))

    def bridge(self, node: str, join: Callable[[Edge, Edge], Edge]) -> None:
        """Takes a node out and joins everything before it to everything after it."""
        before, after = list(self.into.get(node, {}).values()), list(self.out.get(node, {}).values())
        self.remove(node)
        for first in before:
            for second in after:
                self.add(join(first, second))

    def edges(self) -> tuple[Edge, ...]:
        return tuple(edge for targets in self.out.values() for edge in targets.values())

    def closure(self, start: str) -> set[str]:
        """Everything upstream and everything downstream of `start`, itself included."""
        found = {start}
        for neighbours in (self.out, self.into):
            seen, waiting = {start}, [start]
            while waiting:
                for other in neighbours.get(waiting.pop(), {}):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            found |= seen
        return found


def merge_edges(one: Edge, other: Edge) -> Edge:
    """Two edges of one pair as one: a living flow wins over a broken one, a direct over an indirect."""
    if one.is_broken != other.is_broken:
        return other if one.is_broken else one
    if one.is_indirect != other.is_indirect:
        return other if one.is_indirect else one
    return replace(one, via=tuple(sorted({*one.via, *other.via})))


def fold_processes(graph: LineageGraph) -> LineageGraph:
    """Processes become marks on the edges between their inputs and outputs. A process that is the base stays."""
    adjacency = Adjacency(graph.edges)
    folded: dict[str, Node] = dict(graph.folded)
    for guid, node in graph.nodes.items():
        if not node.is_process or guid == graph.base or adjacency.pairs(guid) > MOST_PAIRS:
            continue
        folded[guid] = node
        adjacency.bridge(guid, lambda first, second, process=node: _through_process(process, first, second))  # type: ignore[misc]
    nodes = {guid: node for guid, node in graph.nodes.items() if guid not in folded}
    return replace(graph, nodes=nodes, edges=adjacency.edges(), folded=folded)


def _through_process(process: Node, first: Edge, second: Edge) -> Edge:
    return Edge(
        first.source,
        second.target,
        via=tuple(sorted({*first.via, process.guid, *second.via})),
        is_indirect=first.is_indirect or second.is_indirect,
        is_broken=first.is_broken or second.is_broken or process.is_deleted,
    )


def without_deleted(graph: LineageGraph) -> LineageGraph:
    """Leaves only what lives, and the base. Datasets on both sides of a deleted one are joined by an indirect edge.

    Composes with `fold_processes` in either order.
    """
    adjacency = Adjacency(edge for edge in graph.edges if not edge.is_broken)
    gone = [node for node in graph.nodes.values() if node.is_deleted and node.guid != graph.base]
    for node in gone:
        if node.is_process or adjacency.pairs(node.guid) > MOST_PAIRS:
            adjacency.remove(node.guid)
        else:
            adjacency.bridge(node.guid, _past_deleted)
    kept = adjacency.closure(graph.base) - {node.guid for node in gone}
    return replace(
        graph,
        nodes={guid: node for guid, node in graph.nodes.items() if guid in kept},
        edges=tuple(edge for edge in adjacency.edges() if edge.source in kept and edge.target in kept),
    )


def _past_deleted(first: Edge, second: Edge) -> Edge:
    return Edge(first.source, second.target, via=tuple(sorted({*first.via, *second.via})), is_indirect=True)
