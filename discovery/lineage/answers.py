"""Lineage and impact as JSON values of the REST API."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from discovery.lineage.column_graph import Column, ColumnEdge, ColumnGraph
from discovery.lineage.graph import Edge, HiddenCount, LineageGraph, Node
from discovery.lineage.impact import Impact, ImpactRow
from discovery.lineage.selectors.view import LineageView


def lineage_json(view: LineageView, hidden: Mapping[str, HiddenCount]) -> dict[str, Any]:
    """`hidden` names for each node how many direct neighbours are not in the answer, in each direction."""
    columns: dict[str, list[Column]] = {}
    for column in view.columns.columns.values():
        columns.setdefault(column.table, []).append(column)
    edges = [edge_json(edge, view.drawn) for edge in view.drawn.edges if _is_between_nodes(edge, view.drawn)]
    edges += [column_edge_json(edge, view.columns) for edge in view.columns.edges]
    nodes = [node_json(node, columns.get(node.guid), view) for node in view.drawn.nodes.values()]
    is_empty = view.drawn.is_empty
    return {
        "baseEntityGuid": view.base.guid,
        "lineageDirection": str(view.query.direction),
        "lineageDepth": view.query.depth,
        "nodes": [] if is_empty else nodes,
        "edges": edges,
        "hidden": {
            guid: {"upstream": count.upstream, "downstream": count.downstream} for guid, count in hidden.items()
        },
        "total": 0 if is_empty else view.total,
        "hasMore": bool(hidden) or view.graph.is_partial,
        "isPartial": view.graph.is_partial,
        "message": empty_sentence(view) if is_empty else "",
    }


def empty_sentence(view: LineageView) -> str:
    if view.deleted_left_out:
        return _("Everything it was connected to is deleted. Show deleted datasets to see it.")
    return _("No job that reads or writes it is known, so there is no lineage.")


def _is_between_nodes(edge: Edge, graph: LineageGraph) -> bool:
    return edge.source in graph.nodes and edge.target in graph.nodes


def node_json(node: Node, columns: list[Column] | None, view: LineageView) -> dict[str, Any]:
    found: dict[str, Any] = {
        "guid": node.guid,
        "typeName": node.type_name,
        "kind": node.kind,
        "status": node.status,
        "name": node.name,
        "qualifiedName": node.qualified_name,
        "path": [part for part in (node.platform, node.place) if part],
        "owners": list(node.owners),
        "upstreamSteps": node.input_hops,
        "downstreamSteps": node.output_hops,
    }
    if view.query.draws_columns and not node.is_process:
        found["columns"] = [column_json(column) for column in columns or ()]
    return found


def column_json(column: Column) -> dict[str, Any]:
    return {
        "guid": column.guid,
        "name": column.name,
        "status": column.status,
        "classifications": [
            {"typeName": mark.name, "origin": "DIRECT" if mark.is_direct else "PROPAGATED"} for mark in column.marks
        ],
    }


def edge_json(edge: Edge, graph: LineageGraph) -> dict[str, Any]:
    return {
        "fromEntityId": edge.source,
        "toEntityId": edge.target,
        "kind": "DATASET",
        "processes": [
            {"guid": guid, "name": graph.folded[guid].name, "typeName": graph.folded[guid].type_name}
            for guid in edge.via
            if guid in graph.folded
        ],
        "isIndirect": edge.is_indirect,
        "status": "DELETED" if edge.is_broken else "ACTIVE",
    }


def column_edge_json(edge: ColumnEdge, columns: ColumnGraph) -> dict[str, Any]:
    return {
        "fromEntityId": edge.source,
        "toEntityId": edge.target,
        "kind": "COLUMN",
        "fromTableId": columns.columns[edge.source].table,
        "toTableId": columns.columns[edge.target].table,
        "expression": edge.expression,
        "processes": [{"name": edge.process}] if edge.process else [],
        "isIndirect": False,
        "status": "ACTIVE",
    }


def impact_json(impact: Impact) -> dict[str, Any]:
    return {
        "baseEntityGuid": impact.base,
        "direction": str(impact.direction),
        "total": len(impact.rows),
        "counts": dict(impact.counts),
        "owners": list(impact.owners),
        "results": [_impact_row(row) for row in impact.rows],
        "next": None,
        "isPartial": impact.is_partial,
    }


def _impact_row(row: ImpactRow) -> dict[str, Any]:
    node = row.node
    return {
        "guid": node.guid,
        "typeName": node.type_name,
        "name": node.name,
        "qualifiedName": node.qualified_name,
        "path": [part for part in (node.platform, node.place) if part],
        "direction": str(row.direction),
        "hops": row.hops,
        "owners": list(node.owners),
        "madeBy": list(row.made_by),
    }
