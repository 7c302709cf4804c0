"""The queue, one proposal, and the decisions about it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from catalogsite.accounts.selectors import current_actor
from catalogsite.accounts.types import Actor
from catalogsite.common.errors import Conflict, InvalidInput
from governance.classification import services
from governance.classification.models import Proposal
from governance.classification.pages.proposal import proposal_page
from governance.classification.pages.queue import queue_href, queue_page
from governance.classification.pages.road import road_of
from governance.classification.selectors.proposals import get_proposal, list_waiting_ids
from governance.classification.types import Segment


@require_GET
def proposals_page(request: HttpRequest) -> HttpResponse:
    """The queue with the chosen proposal beside it."""
    actor = current_actor(request)
    page = queue_page(
        actor=actor,
        segment=_segment(request, actor),
        q=request.GET.get("q", "").strip(),
        cursor=request.GET.get("cursor", ""),
        chosen=request.GET.get("at", ""),
    )
    return render(request, "governance/proposals/list.html", {"page": page})


def _segment(request: HttpRequest, actor: Actor) -> Segment:
    """The segment asked for; without one what waits for this person, or their own when nothing ever can."""
    asked = request.GET.get("segment", "")
    if asked in set(Segment):
        return Segment(asked)
    return Segment.WAITING if list_waiting_ids(actor) else Segment.OPEN


@require_GET
def proposal_preview(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """Fragment: the pane beside the queue."""
    page = proposal_page(actor=current_actor(request), proposal_id=proposal_id)
    return render(request, "governance/proposals/_preview.html", {"preview": page})


@require_GET
def proposal_detail(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """One proposal: what changes, what follows, who decides, and the road."""
    page = proposal_page(actor=current_actor(request), proposal_id=proposal_id)
    return render(request, "governance/proposals/detail.html", {"page": page})


@require_GET
def proposal_road(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """Fragment: the road, asked for every two seconds. 204 while nothing moved, so that nothing is read out again."""
    proposal = get_proposal(proposal_id)
    road = road_of(proposal)
    if request.GET.get("stage") == road.stage:
        return HttpResponse(status=204)
    page = None
    if request.GET.get("state") != proposal.state:
        page = proposal_page(actor=current_actor(request), proposal_id=proposal_id)
    return render(request, "governance/proposals/_news.html", {"road": road, "page": page})


@require_POST
def proposal_approve(request: HttpRequest, proposal_id: str) -> HttpResponse:
    def act(actor: Actor) -> Proposal:
        revision = request.POST.get("revision", "")
        return services.approve_proposal(
            actor=actor, proposal_id=proposal_id, comment=_comment(request), revision=revision
        )

    return _decide(request, proposal_id, act, _("Approved. It is on its way."))


@require_POST
def proposal_reject(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """The page asks for a comment, so that the proposer learns why."""

    def act(actor: Actor) -> Proposal:
        if not _comment(request).strip():
            raise InvalidInput(_("Say why, so that the proposer learns it."), details={"field": "comment"})
        return services.reject_proposal(actor=actor, proposal_id=proposal_id, comment=_comment(request))

    return _decide(request, proposal_id, act, _("Rejected."))


@require_POST
def proposal_withdraw(request: HttpRequest, proposal_id: str) -> HttpResponse:
    return _decide(
        request,
        proposal_id,
        lambda actor: services.withdraw_proposal(actor=actor, proposal_id=proposal_id),
        _("Withdrawn."),
    )


@require_POST
def proposal_comment(request: HttpRequest, proposal_id: str) -> HttpResponse:
    return _decide(
        request,
        proposal_id,
        lambda actor: services.comment_on(actor=actor, proposal_id=proposal_id, comment=_comment(request)),
        _("Comment added."),
    )


def _comment(request: HttpRequest) -> str:
    return request.POST.get("comment", "")


def _decide(request: HttpRequest, proposal_id: str, act: Callable[[Actor], Proposal], done: str) -> HttpResponse:
    """The act, then back: to the next one in the queue, or to the page. What went wrong is told on the page."""
    actor = current_actor(request)
    try:
        proposal = act(actor)
    except (InvalidInput, Conflict) as error:
        context = {
            "page": proposal_page(actor=actor, proposal_id=proposal_id),
            "problem": error,
            "comment": _comment(request),
        }
        return render(request, "governance/proposals/detail.html", context, status=error.status)
    messages.success(request, f"#{proposal.pk}: {done}")
    if request.POST.get("back") == "queue":
        return HttpResponseRedirect(queue_href(Segment.WAITING))
    return redirect("governance:proposal-page", proposal_id=proposal.pk)
