"""REST: status of the road and the trace of one entity."""

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.operations.selectors import get_status, get_trace
from catalogsite.operations.types import Boundary, Verdict
from workflows.reactions.answers import pipeline_json


@extend_schema(operation_id="status", responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
def status(request: Request) -> Response:
    """Every boundary with state, lag, last success, last error and number of differences."""
    found = get_status()
    return Response(
        {
            "verdict": _sentence(found.verdict),
            "boundaries": [_boundary(boundary) for boundary in found.boundaries],
            "pipelines": [pipeline_json(row.status) for row in found.rows],
            "readAt": found.read_at.isoformat(),
        }
    )


@extend_schema(operation_id="trace", responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
def trace(request: Request, guid: str) -> Response:
    """The state at each boundary for one entity, and the sentence that says which one broke."""
    found = get_trace(guid)
    return Response(
        {
            "guid": found.guid,
            "typeName": found.type_name,
            "name": found.title,
            "verdict": _sentence(found.verdict),
            "boundaries": [_boundary(boundary) for boundary in found.boundaries],
        }
    )


def _sentence(verdict: Verdict) -> str:
    return f"{verdict.bold} {verdict.rest}".strip()


def _boundary(boundary: Boundary) -> dict[str, Any]:
    return {
        "key": boundary.key,
        "name": boundary.name,
        "state": str(boundary.state),
        "headline": boundary.headline or None,
        "detail": boundary.detail,
        "lagSeconds": None if boundary.lag is None else round(boundary.lag, 3),
        "at": boundary.at.isoformat() if boundary.at else None,
        "lastError": boundary.error or None,
        "differences": boundary.differences,
        "meaning": boundary.meaning or None,
    }


urlpatterns = [
    path("status", status, name="status"),
    path("trace/<str:guid>", trace, name="trace"),
]
