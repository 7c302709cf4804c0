"""REST: the event log."""

from dataclasses import replace

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.common.pagination import decode_cursor, encode_cursor, read_limit
from workflows.events.answers import event_json
from workflows.events.filters import read_query
from workflows.events.selectors import count_events, search_events


@extend_schema(
    operation_id="events",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        OpenApiParameter("after", int, description="Events after this position; default 0"),
        OpenApiParameter("kind", str, description="A kind of event; several with commas"),
        OpenApiParameter("guid", str, description="A guid, or a key such as proposal:7"),
        OpenApiParameter("limit", int, description="At most 200; default 50"),
        OpenApiParameter("cursor", str, description="The `next` of the page before"),
    ],
)
@api_view(["GET"])
def event_list(request: Request) -> Response:
    """Events in the order of the log. `total` counts all after `after` that match, whatever the page."""
    params = request.query_params
    query = read_query(params, params.getlist("kind"))
    limit = read_limit(params.get("limit"))
    cursor = decode_cursor("events", params.get("cursor"))
    page = replace(query, after=max(query.after, int(cursor[0]))) if cursor else query
    events = search_events(page, limit=limit + 1, newest_first=False)
    more = len(events) > limit
    shown = events[:limit]
    following = encode_cursor("events", [shown[-1].position]) if more and shown else None
    results = [event_json(event) for event in shown]
    return Response({"total": count_events(query), "results": results, "next": following})


urlpatterns = [path("events", event_list, name="events")]
