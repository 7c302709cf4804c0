"""REST: pipelines, what an operator does with them, dead letters."""

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.accounts.api import request_actor
from catalogsite.common.errors import InvalidInput
from catalogsite.common.pagination import decode_cursor, encode_cursor, read_limit
from workflows.reactions import services
from workflows.reactions.answers import letter_json, pipeline_json
from workflows.reactions.selectors import count_letters, find_letters, get_letter, get_pipeline_status, list_pipelines


@extend_schema(operation_id="pipelines", responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
def pipeline_list(request: Request) -> Response:
    """Every pipeline with its checkpoints, how far it is behind, and its last error."""
    statuses = [pipeline_json(status) for status in list_pipelines()]
    return Response({"total": len(statuses), "results": statuses, "next": None})


@extend_schema(operation_id="pipeline_pause", request=None, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def pipeline_pause(request: Request, name: str) -> Response:
    """Stops a pipeline after the batch it is at; 409 when it is paused already."""
    services.pause(name, actor=request_actor(request))
    return Response(pipeline_json(get_pipeline_status(name)))


@extend_schema(operation_id="pipeline_resume", request=None, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def pipeline_resume(request: Request, name: str) -> Response:
    """Lets a paused pipeline go on; 409 when it runs already."""
    services.resume(name, actor=request_actor(request))
    return Response(pipeline_json(get_pipeline_status(name)))


@extend_schema(operation_id="pipeline_replay", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def pipeline_replay(request: Request, name: str) -> Response:
    """`{after?, dryRun?}`: handles all events after a position again (0: all). A dry run only counts them."""
    body: Any = request.data if isinstance(request.data, dict) else {}
    after, dry_run = body.get("after", 0), body.get("dryRun", False)
    if not isinstance(after, int) or isinstance(after, bool):
        raise InvalidInput("after must be a position, a whole number.", details={"field": "after"})
    if not isinstance(dry_run, bool):
        raise InvalidInput("dryRun must be true or false.", details={"field": "dryRun"})
    done = services.replay(name, actor=request_actor(request), after=after, dry_run=dry_run)
    return Response({"pipeline": name, "after": done.after, "events": done.events, "dryRun": done.dry_run})


@extend_schema(
    operation_id="dead_letters",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        OpenApiParameter("pipeline", str, description="Of one pipeline only"),
        OpenApiParameter("closed", bool, description="With those that are resolved or dismissed"),
        OpenApiParameter("limit", int, description="At most 200; default 50"),
        OpenApiParameter("cursor", str, description="The `next` of the page before"),
    ],
)
@api_view(["GET"])
def letter_list(request: Request) -> Response:
    """Events that a pipeline could not handle, newest first."""
    params = request.query_params
    limit = read_limit(params.get("limit"))
    cursor = decode_cursor("dead-letters", params.get("cursor"))
    wanted: dict[str, Any] = {
        "pipeline": params.get("pipeline", ""),
        "with_closed": params.get("closed") in {"1", "true"},
    }
    letters = find_letters(**wanted, before=int(cursor[0]) if cursor else None, limit=limit + 1)
    shown = letters[:limit]
    following = encode_cursor("dead-letters", [shown[-1].id]) if len(letters) > limit and shown else None
    results = [letter_json(letter) for letter in shown]
    return Response({"total": count_letters(**wanted), "results": results, "next": following})


@extend_schema(operation_id="dead_letter_retry", request=None, responses={202: OpenApiTypes.OBJECT})
@api_view(["POST"])
def letter_retry(request: Request, letter_id: int) -> Response:
    """Asks a worker to handle the event again; 202, for that happens after the answer. 409 when it is closed."""
    services.retry_letter(letter_id, actor=request_actor(request))
    return Response(letter_json(get_letter(letter_id)), status=202)


urlpatterns = [
    path("pipelines", pipeline_list, name="pipelines"),
    path("pipelines/<str:name>/pause", pipeline_pause, name="pipeline-pause"),
    path("pipelines/<str:name>/resume", pipeline_resume, name="pipeline-resume"),
    path("pipelines/<str:name>/replay", pipeline_replay, name="pipeline-replay"),
    path("dead-letters", letter_list, name="dead-letters"),
    path("dead-letters/<int:letter_id>/retry", letter_retry, name="dead-letter-retry"),
]
