"""Which nodes a picture shows when there are too many: the most used siblings, and a counted stack. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from discovery.lineage.graph import Adjacency, Direction, Edge, LineageGraph, Node, Stack, fold_processes


@dataclass(frozen=True, slots=True)
class Limits:
    """More than `siblings` of one parent collapse to `first` and a stack; past `nodes` on the picture all do."""

    siblings: int = 20
    nodes: int = 60
    first: int = 8
    opened: int = 10
    """How many more each opening of a stack shows."""


PICTURE = Limits()
ANSWER = Limits(siblings=100, nodes=100, first=100, opened=100)
"""What the REST answer holds at most without `expand`."""


@dataclass(slots=True)
class _Selection:
    shown: set[str]
    keep: frozenset[str]
    stacks: dict[str, Stack] = field(default_factory=dict)
    budget: int = 0


def collapse(
    graph: LineageGraph,
    *,
    limits: Limits = PICTURE,
    opened: Mapping[str, int] | None = None,
    keep: frozenset[str] = frozenset(),
) -> LineageGraph:
    """The part of a graph to draw. `opened` maps a stack's id to the number of its siblings a person wants shown.

    Members of `keep` (what was searched for) are drawn wherever their parent is.

    Works on datasets; processes that are nodes stay where both their sides are shown.
    """
    folded = fold_processes(graph)
    adjacency = Adjacency(folded.edges)
    selection = _Selection(shown={graph.base}, keep=keep, budget=limits.nodes - 1)
    for direction in (Direction.OUTPUT, Direction.INPUT):
        _select(folded, adjacency, direction, selection, limits, opened or {})
    _drop_empty(selection)
    return _apply(graph, folded, selection)


def stack_id(parent: str, direction: Direction) -> str:
    return f"{'down' if direction is Direction.OUTPUT else 'up'}-{parent}"


def _select(
    graph: LineageGraph,
    adjacency: Adjacency,
    direction: Direction,
    selection: _Selection,
    limits: Limits,
    opened: Mapping[str, int],
) -> None:
    """Walks from the base by level in one direction and decides for each parent which children are drawn."""
    neighbours = adjacency.out if direction is Direction.OUTPUT else adjacency.into
    level, seen = [graph.base], {graph.base}
    while level:
        following: list[str] = []
        for parent in level:
            children = [
                guid for guid in neighbours.get(parent, {}) if guid not in seen and _is_in(graph, guid, direction)
            ]
            seen.update(children)
            children.sort(key=lambda guid: (guid not in selection.keep, *_rank(graph.nodes[guid])))
            wanted = sum(guid in selection.keep for guid in children)
            count = max(wanted, _how_many(children, parent, direction, selection, limits, opened))
            fresh = [guid for guid in children[:count] if guid not in selection.shown]
            selection.budget -= len(fresh)
            selection.shown.update(fresh)
            following += children[:count]
            if rest := children[count:]:
                name = stack_id(parent, direction)
                selection.stacks[name] = _stack(graph, name, parent, direction, rest, count)
        level = following


def _how_many(
    children: list[str],
    parent: str,
    direction: Direction,
    selection: _Selection,
    limits: Limits,
    opened: Mapping[str, int],
) -> int:
    asked = opened.get(stack_id(parent, direction))
    if asked is not None:
        return min(asked, len(children))
    fresh = sum(guid not in selection.shown for guid in children)
    if len(children) > limits.siblings:
        return min(limits.first, max(selection.budget, 0))
    return len(children) if fresh <= selection.budget else max(selection.budget, 0)


def _is_in(graph: LineageGraph, guid: str, direction: Direction) -> bool:
    """In a cycle what is upstream may also be reached downstream, deeper than was asked for: it counts once."""
    return guid in graph.nodes and graph.nodes[guid].hops_in(direction) is not None


def _rank(node: Node) -> tuple[int, str, str]:
    return -node.use, node.name, node.guid


def _stack(graph: LineageGraph, name: str, parent: str, direction: Direction, members: list[str], shown: int) -> Stack:
    nodes = [graph.nodes[guid] for guid in members]
    places = Counter(node.place for node in nodes if node.place)
    nouns = {noun_of(node.type_name) for node in nodes}
    return Stack(
        id=name,
        parent=parent,
        direction=direction,
        members=tuple(members),
        shown_siblings=shown,
        places=tuple(sorted(places.items(), key=lambda item: (-item[1], item[0]))),
        noun=nouns.pop() if len(nouns) == 1 else "datasets",
    )


def noun_of(type_name: str) -> str:
    """The plural word for entities of a type: hive_table → tables."""
    for part, noun in NOUNS:
        if part in type_name.lower():
            return noun
    return "datasets"


NOUNS = (
    ("column", "columns"),
    ("view", "views"),
    ("table", "tables"),
    ("topic", "topics"),
    ("report", "reports"),
    ("dashboard", "dashboards"),
    ("path", "paths"),
    ("object", "files"),
    ("bucket", "buckets"),
)


def _drop_empty(selection: _Selection) -> None:
    """A member of one stack may be shown for another reason (a cycle, a second parent): it is not hidden then."""
    for name, stack in list(selection.stacks.items()):
        members = tuple(guid for guid in stack.members if guid not in selection.shown)
        if members:
            selection.stacks[name] = replace(stack, members=members)
        else:
            del selection.stacks[name]


def _apply(graph: LineageGraph, folded: LineageGraph, selection: _Selection) -> LineageGraph:
    keep = selection.shown | _processes_between(graph, selection.shown)
    edges = [edge for edge in graph.edges if edge.source in keep and edge.target in keep]
    return replace(
        graph,
        nodes={guid: node for guid, node in graph.nodes.items() if guid in keep},
        edges=(*edges, *_stack_edges(folded.edges, selection)),
        stacks=selection.stacks,
    )


def _processes_between(graph: LineageGraph, shown: set[str]) -> set[str]:
    """Processes with a shown neighbour on each side, or with none at all on one side."""
    sides: dict[str, tuple[list[str], list[str]]] = {
        guid: ([], []) for guid, node in graph.nodes.items() if node.is_process and guid not in shown
    }
    for edge in graph.edges:
        if edge.target in sides:
            sides[edge.target][0].append(edge.source)
        if edge.source in sides:
            sides[edge.source][1].append(edge.target)
    return {
        guid
        for guid, (before, after) in sides.items()
        if (_any_shown(before, shown) or _any_shown(after, shown))
        and (not before or _any_shown(before, shown) or _joins(before, sides))
        and (not after or _any_shown(after, shown) or _joins(after, sides))
    }


def _any_shown(guids: Iterable[str], shown: set[str]) -> bool:
    return any(guid in shown for guid in guids)


def _joins(guids: Iterable[str], processes: Mapping[str, object]) -> bool:
    """True for a process next to a process, where a deleted dataset was taken out between them."""
    return any(guid in processes for guid in guids)


def _stack_edges(edges: Iterable[Edge], selection: _Selection) -> list[Edge]:
    """Edges between what is shown and the members of stacks, drawn to the stack; one per pair."""
    stack_of: dict[str, str] = {}
    for stack in selection.stacks.values():
        for guid in stack.members:
            stack_of.setdefault(guid, stack.id)
    found: dict[tuple[str, str], Edge] = {}
    for edge in edges:
        source, target = stack_of.get(edge.source), stack_of.get(edge.target)
        if (source is None and target is None) or (source is not None and target is not None):
            continue
        ends = (source or edge.source, target or edge.target)
        if ends[0] in selection.shown or ends[1] in selection.shown:
            found.setdefault(ends, Edge(*ends))
    return list(found.values())
