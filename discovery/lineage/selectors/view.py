"""One view of a lineage, put together for a page or an answer."""

import time
from dataclasses import dataclass
from itertools import islice

from discovery.atlas.models import Entity
from discovery.lineage.collapse import PICTURE, Limits, collapse
from discovery.lineage.column_graph import NO_COLUMNS, ColumnGraph
from discovery.lineage.column_path import ColumnPath
from discovery.lineage.graph import LineageGraph, Node, fold_processes, without_deleted
from discovery.lineage.params import LineageQuery
from discovery.lineage.selectors.columns import read_columns
from discovery.lineage.selectors.entities import get_base
from discovery.lineage.selectors.path import find_path
from discovery.lineage.selectors.walk import read_graph

MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class LineageView:
    """`graph` is everything within the depth after the filters, `drawn` the part that is shown."""

    base: Entity
    query: LineageQuery
    graph: LineageGraph
    drawn: LineageGraph
    columns: ColumnGraph = NO_COLUMNS
    path: ColumnPath | None = None
    """The path of the chosen column."""
    found: tuple[Node, ...] = ()
    """What was searched for, by name, among everything within the depth."""
    deleted_left_out: int = 0
    seconds: float = 0.0

    @property
    def shown(self) -> int:
        return len(self.drawn.datasets)

    @property
    def total(self) -> int:
        return len(self.graph.datasets)


def get_view(guid: str, query: LineageQuery, *, limits: Limits = PICTURE) -> LineageView:
    """Reads, filters, folds and collapses. Raises NotFound for an unknown guid."""
    started = time.perf_counter()
    base = get_base(guid)
    whole = read_graph(base, direction=query.direction, depth=query.depth)
    graph = whole if query.deleted else without_deleted(whole)
    left_out = sum(node.is_deleted and node.guid not in graph.nodes for node in whole.datasets)
    if not query.processes:
        graph = fold_processes(graph)
    found = find_in(graph, query.find)
    keep = frozenset(node.guid for node in found)
    drawn = collapse(graph, limits=limits, opened=query.opened, keep=keep)
    columns = NO_COLUMNS
    if query.draws_columns:
        tables = [node.guid for node in drawn.datasets]
        columns = read_columns(tables, also=query.column, with_deleted=query.deleted)
    path = find_path(query.column) if query.column else None
    return LineageView(base, query, graph, drawn, columns, path, found, left_out, time.perf_counter() - started)


def find_in(graph: LineageGraph, text: str) -> tuple[Node, ...]:
    """Datasets and processes whose name or qualified name holds the text, nearest first; at most MOST_FOUND."""
    wanted = text.strip().casefold()
    if not wanted:
        return ()
    found = (
        node
        for node in graph.nodes.values()
        if wanted in node.name.casefold() or wanted in node.qualified_name.casefold()
    )
    return tuple(islice(found, MOST_FOUND))
