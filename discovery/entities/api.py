"""REST: an entity with its columns."""

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.common.errors import InvalidInput
from catalogsite.common.pagination import read_limit
from discovery.atlas.selectors import get_entity, get_entity_by_qualified_name, list_columns
from discovery.entities.answers import columns_json, entity_json


def _parameter(name: str, kind: Any, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, description=text)


@extend_schema(operation_id="entity_get", responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
def entity_detail(request: Request, guid: str) -> Response:
    """One entity with attributes, terms, classifications, its text's revision and its first 100 columns."""
    answer = entity_json(get_entity(guid))
    return Response(answer, headers={"ETag": f'"{answer["documentation"]["revision"]}"'})


@extend_schema(
    operation_id="entity_find",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        _parameter("typeName", str, "Type of the entity, required"),
        _parameter("qualifiedName", str, "Its whole qualified name, required"),
    ],
)
@api_view(["GET"])
def entity_by_name(request: Request) -> Response:
    """The same, found by type and qualified name; an ACTIVE entity before a deleted one."""
    values = {name: request.query_params.get(name, "") for name in ("typeName", "qualifiedName")}
    for name, value in values.items():
        if not value:
            raise InvalidInput(f"{name} is missing.", details={"field": name})
    return Response(entity_json(get_entity_by_qualified_name(values["typeName"], values["qualifiedName"])))


@extend_schema(
    operation_id="entity_columns",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        _parameter("q", str, "Part of a column's name or text"),
        _parameter("limit", int, "At most 200, default 50"),
        _parameter("cursor", str, "`next` of the page before"),
    ],
)
@api_view(["GET"])
def entity_columns(request: Request, guid: str) -> Response:
    """All columns of a dataset in its order, paged."""
    params = request.query_params
    page = list_columns(
        get_entity(guid),
        q=params.get("q", "").strip(),
        limit=read_limit(params.get("limit")),
        cursor=params.get("cursor"),
    )
    return Response({"total": page.total, "results": columns_json(page.results), "next": page.next})


urlpatterns = [
    path("entities", entity_by_name),
    path("entities/<str:guid>", entity_detail),
    path("entities/<str:guid>/columns", entity_columns),
]
