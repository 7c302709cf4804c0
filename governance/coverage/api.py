"""REST: coverage now, and its course."""

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.common import clock
from governance.coverage.answers import coverage_json, history_json
from governance.coverage.selectors import (
    GROUPS,
    Point,
    count_all,
    count_shells,
    list_edits,
    list_groups,
    list_points,
    whole_of,
)
from governance.coverage.spans import read_span, read_zone
from governance.coverage.targets import targets


@extend_schema(
    operation_id="coverage",
    responses=OpenApiTypes.OBJECT,
    parameters=[OpenApiParameter("groupBy", str, enum=list(GROUPS), description="Default db")],
)
@api_view(["GET"])
def coverage(request: Request) -> Response:
    """What is documented, owned and classified, in all and by group. A ratio is null when there is nothing to count."""
    group_by = request.query_params.get("groupBy") or "db"
    groups = list_groups(group_by)
    answer = coverage_json(
        whole_of(group_by, groups),
        groups,
        group_by=group_by,
        shells=count_shells(),
        excluded=[pattern.text for pattern in targets().exclude],
        target=targets().target,
    )
    return Response(answer)


@extend_schema(
    operation_id="coverage_history",
    responses=OpenApiTypes.OBJECT,
    parameters=[
        OpenApiParameter("from", OpenApiTypes.DATE, description="First day; default 90 days before `to`"),
        OpenApiParameter("to", OpenApiTypes.DATE, description="Last day, included; default today"),
        OpenApiParameter("tz", str, description="Zone in which edits are put to days; default UTC"),
        OpenApiParameter("db", str, description="One database instead of the whole catalog"),
    ],
)
@api_view(["GET"])
def coverage_history(request: Request) -> Response:
    """A point a day (UTC), the last one counted now, and how many texts were saved on each day of the named zone."""
    zone = read_zone(request.query_params.get("tz") or "")
    now = clock.now()
    since, until = read_span(request.query_params, today=now.astimezone(zone).date())
    database = request.query_params.get("db")
    group = {} if database is None else {"group": "db", "key": database}
    points = list_points(since=since, until=until, **group)
    if database is None and since <= now.date() <= until:
        points = [*(point for point in points if point.day != now.date()), Point(now.date(), count_all())]
    edits = list_edits(since=since, until=until, zone=zone)
    return Response(history_json(points, edits, zone=zone.key))


urlpatterns = [
    path("coverage", coverage, name="coverage"),
    path("coverage/history", coverage_history, name="coverage-history"),
]
