"""One view of a lineage, put together for a page or an answer."""

import time
from dataclasses import dataclass, field

from discovery.atlas.models import Entity
from discovery.lineage.collapse import PICTURE, Limits, collapse
from discovery.lineage.column_graph import NO_COLUMNS, ColumnGraph
from discovery.lineage.graph import LineageGraph, fold_processes, without_deleted
from discovery.lineage.params import LineageQuery
from discovery.lineage.selectors.columns import read_columns
from discovery.lineage.selectors.entities import get_base
from discovery.lineage.selectors.walk import read_graph


@dataclass(frozen=True, slots=True)
class LineageView:
    """`graph` is everything within the depth after the filters, `drawn` the part that is shown."""

    base: Entity
    query: LineageQuery
    graph: LineageGraph
    drawn: LineageGraph
    columns: ColumnGraph = NO_COLUMNS
    path: frozenset[str] = field(default_factory=frozenset)
    """Columns on the path of the chosen column."""
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
    drawn = collapse(graph, limits=limits, opened=query.opened)
    columns = NO_COLUMNS
    if query.draws_columns:
        tables = [node.guid for node in drawn.datasets]
        columns = read_columns(tables, also=query.column, with_deleted=query.deleted)
    path = columns.path_of(query.column) if query.column else frozenset[str]()
    return LineageView(base, query, graph, drawn, columns, path, left_out, time.perf_counter() - started)
