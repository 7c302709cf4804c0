"""REST: proposals. Every act is the same service function that the pages use."""

from collections.abc import Callable
from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalogsite.accounts.api import request_actor
from catalogsite.common.pagination import read_limit
from governance.classification import services
from governance.classification.answers import change_json, proposal_json, summary_json
from governance.classification.models import Proposal
from governance.classification.selectors.entities import list_differences
from governance.classification.selectors.messages import sentence_of
from governance.classification.selectors.proposals import get_proposal, list_proposals
from governance.classification.selectors.road import get_facts
from governance.classification.timeline import build_timeline
from governance.classification.wishes import read_body, read_changes, read_states, read_text


@extend_schema(
    methods=["GET"],
    operation_id="proposals_list",
    parameters=[
        OpenApiParameter("state", str, description="One or several states, with commas between"),
        OpenApiParameter("mine", bool, description="Only those the caller proposed"),
        OpenApiParameter("limit", int),
        OpenApiParameter("cursor", str),
    ],
    responses=OpenApiTypes.OBJECT,
)
@extend_schema(methods=["POST"], operation_id="proposals_submit", request=OpenApiTypes.OBJECT, responses={201: dict})
@api_view(["GET", "POST"])
def proposals(request: Request) -> Response:
    """GET: proposals, newest first. POST: `{reason, changes: [...]}` makes one and answers 201."""
    actor = request_actor(request)
    if request.method == "POST":
        body = read_body(request.data)
        made = services.submit_proposal(
            actor=actor, reason=read_text(body, "reason"), changes=read_changes(body.get("changes"))
        )
        return Response(_json(made), status=status.HTTP_201_CREATED)
    params = request.query_params
    is_mine = params.get("mine", "").lower() in {"1", "true", "yes"}
    page = list_proposals(
        states=read_states(params.getlist("state")),
        mine=actor if is_mine else None,
        cursor=params.get("cursor"),
        limit=read_limit(params.get("limit")),
    )
    results = [
        summary_json(row.proposal, title=row.title.text)
        | {"changeCount": row.changes, "changes": [change_json(change) for change in row.first_changes]}
        for row in page.results
    ]
    return Response({"total": page.total, "results": results, "next": page.next})


@extend_schema(operation_id="proposals_get", responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
def proposal(request: Request, proposal_id: str) -> Response:
    """One proposal with its changes, reviews and timeline."""
    return Response(_json(get_proposal(proposal_id)))


@extend_schema(operation_id="proposals_approve", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def proposal_approve(request: Request, proposal_id: str) -> Response:
    """`{comment?, revision?}`. `revision` from the last answer confirms what changed since it was proposed."""
    body = read_body(request.data)
    decided = services.approve_proposal(
        actor=request_actor(request),
        proposal_id=proposal_id,
        comment=read_text(body, "comment"),
        revision=read_text(body, "revision"),
    )
    return Response(_json(decided))


@extend_schema(operation_id="proposals_reject", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def proposal_reject(request: Request, proposal_id: str) -> Response:
    """`{comment?}`."""
    return _with_comment(request, proposal_id, services.reject_proposal)


@extend_schema(operation_id="proposals_comment", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def proposal_comment(request: Request, proposal_id: str) -> Response:
    """`{comment}`."""
    return _with_comment(request, proposal_id, services.comment_on)


@extend_schema(operation_id="proposals_withdraw", request=None, responses=OpenApiTypes.OBJECT)
@api_view(["POST"])
def proposal_withdraw(request: Request, proposal_id: str) -> Response:
    """Only the proposer, and only while it is open."""
    return Response(_json(services.withdraw_proposal(actor=request_actor(request), proposal_id=proposal_id)))


def _with_comment(request: Request, proposal_id: str, act: Callable[..., Proposal]) -> Response:
    comment = read_text(read_body(request.data), "comment")
    return Response(_json(act(actor=request_actor(request), proposal_id=proposal_id, comment=comment)))


def _json(row: Proposal) -> dict[str, Any]:
    _, revision = list_differences(row)
    return proposal_json(row, timeline=build_timeline(get_facts(row)), title=sentence_of(row), revision=revision)


urlpatterns = [
    path("proposals", proposals, name="proposals"),
    path("proposals/<str:proposal_id>", proposal, name="proposal"),
    path("proposals/<str:proposal_id>/approve", proposal_approve, name="proposal-approve"),
    path("proposals/<str:proposal_id>/reject", proposal_reject, name="proposal-reject"),
    path("proposals/<str:proposal_id>/withdraw", proposal_withdraw, name="proposal-withdraw"),
    path("proposals/<str:proposal_id>/comment", proposal_comment, name="proposal-comment"),
]
