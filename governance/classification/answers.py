"""Proposals as JSON, for REST. Times are ISO 8601 UTC."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from governance.classification.models import Proposal, ProposalChange, Review
from governance.classification.timeline import RoadStep


def proposal_json(proposal: Proposal, *, timeline: Sequence[RoadStep], title: str, revision: str) -> dict[str, Any]:
    """One proposal with everything. `revision` names the present state of its entities (see approve)."""
    return {
        **summary_json(proposal, title=title),
        "changes": [change_json(change) for change in proposal.changes.all()],
        "reviews": [review_json(review) for review in proposal.reviews.all()],
        "timeline": [step_json(step) for step in timeline],
        "revision": revision,
    }


def summary_json(proposal: Proposal, *, title: str) -> dict[str, Any]:
    return {
        "id": str(proposal.pk),
        "title": title,
        "state": proposal.state,
        "reason": proposal.reason,
        "proposer": proposal.proposer.get_username(),
        "createdAt": iso(proposal.created_at),
        "decidedAt": iso(proposal.decided_at),
        "decidedBy": proposal.decided_by.get_username() if proposal.decided_by else None,
        "finishedAt": iso(proposal.finished_at),
        "problem": proposal.problem or None,
    }


def change_json(change: ProposalChange) -> dict[str, Any]:
    return {
        "guid": change.guid,
        "action": change.action,
        "classification": change.classification,
        "attributes": change.attributes,
        "propagate": change.propagate,
        "sourceGuid": change.source_guid or None,
    }


def review_json(review: Review) -> dict[str, Any]:
    return {
        "reviewer": review.reviewer.get_username(),
        "decision": review.decision,
        "comment": review.comment,
        "at": iso(review.at),
    }


def step_json(step: RoadStep) -> dict[str, Any]:
    return {
        "step": step.key,
        "state": step.step.state,
        "what": step.step.what,
        "at": iso(step.step.at),
        "detail": step.step.detail,
    }


def iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")
