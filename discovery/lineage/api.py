"""REST: the lineage of an entity, and everything that follows from a change."""

from dataclasses import replace
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.common.errors import InvalidInput
from catalogsite.common.pagination import read_limit
from catalogsite.common.spreadsheet import csv_response
from discovery.lineage.answers import impact_json, lineage_json
from discovery.lineage.collapse import ANSWER, stack_id
from discovery.lineage.export import HEADER, impact_cells
from discovery.lineage.graph import Direction
from discovery.lineage.params import LineageQuery, read_depth, read_direction, read_flag
from discovery.lineage.selectors import count_hidden, get_impact, get_view

MOST_NODES = 5_000
EVERYTHING = 1_000_000


def _parameter(name: str, kind: Any, text: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, kind, description=text, **more)


@extend_schema(
    operation_id="entity_lineage",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        _parameter("direction", str, "BOTH (default), INPUT or OUTPUT", enum=["BOTH", "INPUT", "OUTPUT"]),
        _parameter("depth", int, "Steps dataset → process → dataset; default 3, 0 has no limit"),
        _parameter("columns", bool, "With the columns that take part and the edges between them"),
        _parameter("hideProcess", bool, "Processes become properties of the edges"),
        _parameter("hideDeleted", bool, "Without what is deleted; what stood on both sides is joined as indirect"),
        _parameter("maxNodes", int, f"At most so many datasets, nearest first; default 100, at most {MOST_NODES}"),
        _parameter(
            "expand", str, "A guid whose direct neighbours are all shown; may be given several times", many=True
        ),
    ],
)
@api_view(["GET"])
def entity_lineage(request: Request, guid: str) -> Response:
    """Nodes and edges around an entity; `hidden` counts for each node the neighbours that are not in the answer."""
    params = request.query_params
    query = LineageQuery(
        direction=read_direction(params),
        depth=read_depth(params, default=3),
        columns=read_flag(params, "columns"),
        processes=not read_flag(params, "hideProcess"),
        deleted=not read_flag(params, "hideDeleted"),
        opened={
            stack_id(expanded, direction): EVERYTHING
            for expanded in params.getlist("expand")
            for direction in (Direction.INPUT, Direction.OUTPUT)
        },
    )
    most = read_limit(params.get("maxNodes"), default=ANSWER.nodes, maximum=MOST_NODES)
    limits = replace(ANSWER, nodes=max(most, 1), siblings=max(most, 1), first=max(most, 1))
    view = get_view(guid, query, limits=limits)
    return Response(lineage_json(view, count_hidden(view.drawn, with_deleted=query.deleted)))


@extend_schema(
    operation_id="entity_impact",
    responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/csv"): OpenApiTypes.STR},
    parameters=[
        _parameter("direction", str, "OUTPUT (default), INPUT or BOTH", enum=["OUTPUT", "INPUT", "BOTH"]),
        _parameter("depth", int, "Steps to follow; default 0, no limit"),
        _parameter("format", str, "json (default) or csv", enum=["json", "csv"]),
    ],
)
@api_view(["GET"])
def entity_impact(request: Request, guid: str) -> HttpResponseBase:
    """Every living dataset downstream (or upstream) with the steps to it and its owners, nearest first."""
    params = request.query_params
    direction = read_direction(params) if params.get("direction") else Direction.OUTPUT
    shape = params.get("format") or "json"
    if shape not in {"json", "csv"}:
        raise InvalidInput("format must be json or csv.", details={"field": "format"})
    impact = get_impact(guid, direction=direction, depth=read_depth(params, default=0))
    if shape == "csv":
        return csv_response(name=f"impact-{guid}.csv", header=HEADER, rows=impact_cells(impact.rows))
    return Response(impact_json(impact))


urlpatterns = [
    path("entities/<str:guid>/lineage", entity_lineage, name="entity-lineage"),
    path("entities/<str:guid>/impact", entity_impact, name="entity-impact"),
]
