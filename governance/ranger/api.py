"""REST: the plan of tag policies, and carrying it out."""

from dataclasses import asdict
from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.accounts.api import request_actor
from catalogsite.common.errors import InvalidInput
from governance.ranger import services
from governance.ranger.answers import plan_json
from governance.ranger.selectors import get_plan


@extend_schema(operation_id="ranger_plan", responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
def ranger_plan(request: Request) -> Response:
    """What would make the stored policies equal to the desired state."""
    return Response(plan_json(get_plan()))


@extend_schema(operation_id="ranger_apply", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def ranger_apply(request: Request) -> Response:
    """`{names?, confirmRemovals?}`. Without names all that is created or updated; removals only by name."""
    body: Any = request.data if isinstance(request.data, dict) else {}
    results = services.apply_plan(
        actor=request_actor(request),
        names=_names(body.get("names")),
        confirm_removals=_number(body.get("confirmRemovals")),
    )
    return Response({"results": [_receipt(result) for result in results], "plan": plan_json(get_plan())})


def _receipt(result: services.AppliedItem) -> dict[str, Any]:
    values = asdict(result)
    return {"id": values.pop("policy_id"), **values, "problem": result.problem or None}


def _names(raw: Any) -> list[str] | None:
    if raw is None:
        return None
    if not isinstance(raw, list) or not all(isinstance(name, str) for name in raw):
        raise InvalidInput("names must be a list of policy names.", details={"field": "names"})
    return raw


def _number(raw: Any) -> int | None:
    if raw is None:
        return None
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise InvalidInput("confirmRemovals must be a number.", details={"field": "confirmRemovals"})
    return raw


urlpatterns = [
    path("ranger/plan", ranger_plan, name="ranger-plan"),
    path("ranger/apply", ranger_apply, name="ranger-apply"),
]
