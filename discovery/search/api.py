"""REST: search and suggestions."""

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.accounts.api import request_actor
from catalogsite.common.pagination import read_limit
from discovery.search.answers import found_json, suggestion_json
from discovery.search.params import PARAMETERS, read_query
from discovery.search.selectors import find_entities, suggest
from discovery.search.types import KINDS, SORTS

DEFAULT_LIMIT = 20
LANGUAGE = (
    'Words, "exact phrases", owner: tag: term: type: db: platform: label: documented: kind: status:, '
    "- before any of them for not; * for everything. No text is an error."
)


def _parameter(name: str, text: str, kind: Any = str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, kind, description=text, **more)


@extend_schema(
    operation_id="search",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        _parameter("q", LANGUAGE),
        *(_parameter(name, f"Only this {name}; may be given several times", many=True) for name in PARAMETERS),
        _parameter("kind", "Only this kind; may be given several times", many=True, enum=KINDS),
        _parameter("status", "ACTIVE (default), DELETED or ALL", enum=["ACTIVE", "DELETED", "ALL"]),
        _parameter("sort", "Order of the results", enum=SORTS),
        _parameter("limit", "Results per page, at most 200", int),
        _parameter("cursor", "`next` of the page before"),
    ],
)
@api_view(["GET"])
def search(request: Request) -> Response:
    """Ranked entities with the reason for each, exact totals, and facets, each counted under the other filters."""
    parameters = request.query_params
    limit = read_limit(parameters.get("limit"), default=DEFAULT_LIMIT)
    found = find_entities(
        read_query(parameters, limit=limit), actor=request_actor(request), cursor=parameters.get("cursor")
    )
    return Response(found_json(found))


@extend_schema(
    operation_id="suggest", responses=OpenApiTypes.OBJECT, parameters=[_parameter("q", "A text still being typed")]
)
@api_view(["GET"])
def suggestions(request: Request) -> Response:
    """Up to eight entities for a text still being typed."""
    hits = suggest(request.query_params.get("q", ""), actor=request_actor(request))
    return Response([suggestion_json(hit) for hit in hits])


urlpatterns = [path("search", search, name="api-search"), path("suggest", suggestions, name="api-suggest")]
