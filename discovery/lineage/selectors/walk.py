"""Reads Relationship rows level by level, with a fixed number of queries per level whatever its size."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from discovery.atlas.models import Entity, Relationship
from discovery.lineage.graph import Direction, Edge, HiddenCount, Kind, LineageGraph, Node
from discovery.lineage.selectors.entities import get_base, owners_of
from discovery.usage.models import Usage

INPUTS = "dataset_process_inputs"
OUTPUTS = "process_dataset_outputs"
"""End 1 of both is the process, end 2 the dataset (apache/atlas 0010-base_model.json)."""

MOST_NODES = 20_000
"""Reading stops after the level that passes this; the graph then says that it is partial."""
_IDS_PER_QUERY = 5_000

_FIELDS = (
    "pk",
    "guid",
    "type_name",
    "kind",
    "name",
    "display_name",
    "qualified_name",
    "database",
    "platform",
    "status",
    "owner",
    "parent__name",
)


@dataclass(slots=True)
class _Walk:
    """What was found so far: steps from the base by primary key, and the edges as (source, target, is deleted)."""

    hops: dict[int, int]
    edges: dict[tuple[int, int], bool] = field(default_factory=dict)
    is_partial: bool = False


def get_lineage(guid: str, *, direction: Direction = Direction.BOTH, depth: int = 3) -> LineageGraph:
    """The graph around an entity: datasets and processes, living and deleted. Raises NotFound for an unknown guid.

    Depth counts dataset → process → dataset as one step and 0 means as far as it goes, as in Atlas. An entity that
    takes no part in any lineage has a graph of itself alone.
    """
    return read_graph(get_base(guid), direction=direction, depth=depth)


def read_graph(base: Entity, *, direction: Direction, depth: int) -> LineageGraph:
    """As `get_lineage`, for an entity at hand."""
    walks = {
        one: _walk(base, one, depth)
        for one in (Direction.INPUT, Direction.OUTPUT)
        if direction in {one, Direction.BOTH}
    }
    nodes = _load_nodes(base, walks.get(Direction.INPUT), walks.get(Direction.OUTPUT))
    rows: dict[tuple[int, int], bool] = {}
    for walk in walks.values():
        for pair, is_deleted in walk.edges.items():
            rows[pair] = rows.get(pair, True) and is_deleted
    edges = tuple(
        _edge(nodes[source], nodes[target], is_deleted)
        for (source, target), is_deleted in rows.items()
        if source in nodes and target in nodes
    )
    return LineageGraph(
        base=base.guid,
        nodes={node.guid: node for node in nodes.values()},
        edges=edges,
        is_partial=any(walk.is_partial for walk in walks.values()),
    )


def _edge(source: Node, target: Node, is_deleted: bool) -> Edge:
    """A deleted row between two living ends is a flow that stopped; with a dead end it is that end's history."""
    return Edge(source.guid, target.guid, is_broken=is_deleted and not (source.is_deleted or target.is_deleted))


def _walk(base: Entity, direction: Direction, depth: int) -> _Walk:
    toward, away = (INPUTS, OUTPUTS) if direction is Direction.OUTPUT else (OUTPUTS, INPUTS)
    walk = _Walk(hops={base.pk: 0})
    datasets, processes = ([], [base.pk]) if base.kind == Kind.PROCESS else ([base.pk], [])
    step = 0
    while (datasets or processes) and (depth == 0 or step < depth):
        if len(walk.hops) > MOST_NODES:
            walk.is_partial = True
            break
        step += 1
        processes = processes or _follow(walk, toward, datasets, step, from_process=False)
        datasets = _follow(walk, away, processes, step, from_process=True)
        processes = []
    return walk


def _follow(walk: _Walk, type_name: str, ids: Sequence[int], step: int, *, from_process: bool) -> list[int]:
    """Follows all edges of one type from the given ends; answers the ends not seen before."""
    fresh: list[int] = []
    near = "end1" if from_process else "end2"
    for process, dataset, status in _edges(type_name, near, ids):
        pair = (dataset, process) if type_name == INPUTS else (process, dataset)
        walk.edges[pair] = walk.edges.get(pair, True) and status == Entity.Status.DELETED
        far = dataset if from_process else process
        if far not in walk.hops:
            walk.hops[far] = step
            fresh.append(far)
    return fresh


def _edges(type_name: str, end: str, ids: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    for some in _chunks(ids):
        rows = Relationship.objects.filter(type_name=type_name, **{f"{end}_id__in": some})
        yield from rows.order_by("pk").values_list("end1_id", "end2_id", "status")


def _chunks(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), _IDS_PER_QUERY):
        yield ids[start : start + _IDS_PER_QUERY]


def _load_nodes(base: Entity, upstream: _Walk | None, downstream: _Walk | None) -> dict[int, Node]:
    """Nodes by primary key, nearest first, then by name: the order everything after this keeps."""
    into = upstream.hops if upstream else {}
    out = downstream.hops if downstream else {}
    ids = sorted({base.pk, *into, *out})
    found: list[tuple[int, Node]] = []
    for some in _chunks(ids):
        for row in Entity.objects.filter(pk__in=some).values(*_FIELDS):
            found.append((row["pk"], _node(row, into.get(row["pk"]), out.get(row["pk"]))))
    use = _use_of([node.guid for _, node in found])
    found.sort(key=lambda item: (item[1].hops, item[1].name, item[1].guid))
    return {pk: replace(node, use=use.get(node.guid, 0)) for pk, node in found}


def _node(row: dict[str, str], input_hops: int | None, output_hops: int | None) -> Node:
    is_column = row["kind"] == Entity.Kind.COLUMN
    is_process = row["kind"] == Entity.Kind.PROCESS
    return Node(
        guid=row["guid"],
        type_name=row["type_name"],
        kind=Kind.COLUMN if is_column else Kind.PROCESS if is_process else Kind.DATASET,
        name=row["name"] or row["display_name"] or row["qualified_name"] or row["guid"],
        qualified_name=row["qualified_name"],
        place=(row["parent__name"] if is_column else row["database"]) or row["platform"],
        platform=row["platform"],
        status=row["status"],
        owners=owners_of(row["owner"]),
        input_hops=input_hops,
        output_hops=output_hops,
    )


def _use_of(guids: Sequence[str]) -> dict[str, int]:
    use: dict[str, int] = {}
    for start in range(0, len(guids), _IDS_PER_QUERY):
        some = guids[start : start + _IDS_PER_QUERY]
        use.update(Usage.objects.filter(guid__in=some).values_list("guid", "queries_30d"))
    return use


_LIVING = ("status", "end1__status", "end1__edges_as_end1__status", "end1__edges_as_end1__end2__status")


def count_hidden(graph: LineageGraph, *, with_deleted: bool = False) -> dict[str, HiddenCount]:
    """For every dataset of the graph, its direct neighbours that are not in it; only those that have some."""
    shown = {node.guid for node in graph.datasets}
    beyond = {
        direction: _beyond(shown, near, far, with_deleted)
        for direction, near, far in (("upstream", OUTPUTS, INPUTS), ("downstream", INPUTS, OUTPUTS))
    }
    return {
        guid: HiddenCount(**{direction: len(beyond[direction].get(guid, ())) for direction in beyond})
        for guid in shown
        if any(guid in found for found in beyond.values())
    }


def _beyond(shown: Iterable[str], near: str, far: str, with_deleted: bool) -> dict[str, set[str]]:
    known = set(shown)
    guids = sorted(known)
    found: dict[str, set[str]] = {}
    conditions = {"type_name": near, "end1__edges_as_end1__type_name": far}
    if not with_deleted:
        conditions |= dict.fromkeys(_LIVING, Entity.Status.ACTIVE)
    for start in range(0, len(guids), _IDS_PER_QUERY):
        # One filter() call: conditions in a second one would be about another edge of the same process.
        rows = Relationship.objects.filter(end2__guid__in=guids[start : start + _IDS_PER_QUERY], **conditions)
        for guid, other in rows.values_list("end2__guid", "end1__edges_as_end1__end2__guid"):
            if other not in known:
                found.setdefault(guid, set()).add(other)
    return found
