"""REST: writing a text, its revisions, restoring one."""

import re
from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.accounts.api import request_actor
from catalogsite.common.errors import InvalidInput, PreconditionRequired
from catalogsite.common.pagination import read_limit
from discovery.atlas.selectors import get_entity
from discovery.documentation import services
from discovery.documentation.models import TextRevision
from discovery.documentation.selectors import documentation_of_entities, list_revisions
from discovery.documentation.types import Documentation

_REVISION = re.compile(r'(?:W/)?"?(\d{1,9})"?')
_IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The revision this was based on; 0 for the first text"
)


def _saved(documentation: Documentation) -> Response:
    answer = {
        "guid": documentation.guid,
        "description": documentation.text,
        "documentation": {
            "revision": documentation.revision,
            "origin": documentation.origin,
            "at": documentation.at.isoformat() if documentation.at else None,
            "by": documentation.by,
        },
    }
    return Response(answer, headers={"ETag": f'"{documentation.revision}"'})


def _revision_of(request: Request, *, is_required: bool) -> int | None:
    """The revision in If-Match. Raises PreconditionRequired without the header, InvalidInput for other contents."""
    header = request.headers.get("If-Match")
    if header is None:
        if not is_required:
            return None
        raise PreconditionRequired(
            "Send If-Match with the revision this text is based on (0 for the first).", details={"header": "If-Match"}
        )
    found = _REVISION.fullmatch(header.strip())
    if found is None:
        raise InvalidInput("If-Match must be one revision number.", details={"header": "If-Match"})
    return int(found[1])


@extend_schema(
    operation_id="entity_documentation_update",
    request=OpenApiTypes.OBJECT,
    responses=OpenApiTypes.OBJECT,
    parameters=[_IF_MATCH],
)
@api_view(["PATCH"])
def documentation_update(request: Request, guid: str) -> Response:
    """Body `{"description": …}`. 428 without If-Match; 409 with the newer text in `details` when it is stale."""
    entity = get_entity(guid)
    revision = _revision_of(request, is_required=True)
    body: Any = request.data
    if not isinstance(body, dict):
        raise InvalidInput("The body must be an object.", details={"field": "description"})
    if unknown := set(body) - {"description"}:
        name = sorted(unknown)[0]
        raise InvalidInput(f"There is no field “{name}” here.", details={"field": name})
    text = body.get("description")
    if "description" not in body:
        return _saved(documentation_of_entities([entity])[guid])
    if text is not None and not isinstance(text, str):
        raise InvalidInput("description must be a text.", details={"field": "description"})
    actor = request_actor(request)
    return _saved(services.save_description(actor=actor, guid=guid, text=text or "", revision=revision or 0))


def _revision_json(row: TextRevision) -> dict[str, Any]:
    return {
        "revision": row.revision,
        "description": row.text,
        "origin": row.origin,
        "by": row.by,
        "at": row.at.isoformat(),
        "note": row.note,
        "restoredFrom": row.restored_from,
    }


@extend_schema(
    operation_id="entity_revisions",
    responses=OpenApiTypes.OBJECT,
    parameters=[OpenApiParameter("limit", int), OpenApiParameter("cursor", str)],
)
@api_view(["GET"])
def revision_list(request: Request, guid: str) -> Response:
    """Revisions of an entity's text, newest first."""
    get_entity(guid)
    params = request.query_params
    page = list_revisions(guid, limit=read_limit(params.get("limit")), cursor=params.get("cursor"))
    return Response({"total": page.total, "results": [_revision_json(row) for row in page.results], "next": page.next})


@extend_schema(
    operation_id="entity_revision_restore",
    request=None,
    responses=OpenApiTypes.OBJECT,
    parameters=[_IF_MATCH],
)
@api_view(["POST"])
def revision_restore(request: Request, guid: str, revision: int) -> Response:
    """Brings an earlier text back as a new revision; with If-Match only when that is still the newest one."""
    get_entity(guid)
    current = _revision_of(request, is_required=False)
    actor = request_actor(request)
    return _saved(services.restore_revision(actor=actor, guid=guid, revision=revision, current=current))


urlpatterns = [
    path("entities/<str:guid>/documentation", documentation_update),
    path("entities/<str:guid>/revisions", revision_list),
    path("entities/<str:guid>/revisions/<int:revision>/restore", revision_restore),
]
