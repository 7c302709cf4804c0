"""The facts behind the road of a proposal: events of its trace, receipts, checkpoints, dead letters, later drift."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from discovery.atlas.services import authority
from governance.classification.models import Proposal
from governance.classification.selectors.proposals import list_eligible
from governance.classification.timeline import (
    CLASSIFICATION_KINDS,
    INDEX,
    NOTIFY,
    RANGER,
    Arrival,
    Facts,
    Said,
    arrival,
)
from governance.classification.types import ProposalState
from governance.ranger.selectors import find_template, list_applied_for
from workflows.events.models import Event
from workflows.events.selectors import list_trace, to_record
from workflows.events.types import EventKind, EventRecord
from workflows.reactions.models import Checkpoint, DeadLetter, Receipt

PIPELINES = (INDEX, RANGER, NOTIFY)


def get_facts(proposal: Proposal) -> Facts:
    """Everything that is known about where a proposal stands."""
    events = list_trace(proposal.trace)
    names = sorted({change.classification for change in proposal.changes.all()})
    policies = [policy.name for policy in list_applied_for(names)]
    if not policies and any(find_template(name) for name in names):
        policies = names
    state = ProposalState(proposal.state)
    return Facts(
        state=state,
        proposer=full_name(proposal.proposer),
        created_at=proposal.created_at,
        reviews=[
            Said(full_name(review.reviewer), review.decision, review.comment, review.at)
            for review in proposal.reviews.all()
        ],
        deciders=[actor.display_name for actor in list_eligible(proposal)] if state is ProposalState.OPEN else [],
        decided_at=proposal.decided_at,
        finished_at=proposal.finished_at,
        problem=proposal.problem,
        events=events,
        arrivals=_arrivals(proposal.trace, events),
        policies=policies,
        drift=_later_drift(proposal, policies),
        is_embedded=authority().name == "embedded",
    )


def full_name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _arrivals(trace: str, events: Sequence[EventRecord]) -> dict[str, Arrival]:
    positions: dict[str, dict[int, int]] = {}
    problems: dict[str, str] = {}
    for row in Checkpoint.objects.filter(pipeline__in=PIPELINES):
        positions.setdefault(row.pipeline, {})[row.partition] = row.position
        if row.attempts and row.last_error:
            problems[row.pipeline] = row.last_error
    last_at = {row.pipeline: row.last_at for row in Receipt.objects.filter(trace=trace, pipeline__in=PIPELINES)}
    wanted = [event.position for event in events]
    letters = DeadLetter.objects.filter(pipeline__in=PIPELINES, position__in=wanted[:500], resolved_at=None)
    dead = {letter.pipeline: letter.error for letter in letters}
    concerned = {INDEX: _written(events), RANGER: _written(events), NOTIFY: _told(events)}
    found = {
        name: arrival(
            concerned[name],
            positions=positions.get(name, {}),
            last_at=last_at.get(name),
            problem=problems.get(name, ""),
        )
        for name in PIPELINES
    }
    return found | {name: Arrival(problem=error) for name, error in dead.items()}


def _written(events: Sequence[EventRecord]) -> list[EventRecord]:
    """What index and policies wait for; where nothing had to be written, the end of the proposal itself."""
    written = [event for event in events if event.kind in CLASSIFICATION_KINDS]
    return written or [event for event in events if event.kind == EventKind.PROPOSAL_APPLIED]


def _told(events: Sequence[EventRecord]) -> list[EventRecord]:
    """The last event of the proposal that people are told about."""
    kinds = {
        EventKind.PROPOSAL_APPLIED,
        EventKind.PROPOSAL_FAILED,
        EventKind.PROPOSAL_REJECTED,
        EventKind.PROPOSAL_WITHDRAWN,
    }
    return [event for event in events if event.kind in kinds]


def _later_drift(proposal: Proposal, policies: Sequence[str]) -> list[EventRecord]:
    """Hand edits of the policies concerned that were found after the approval and not put back since."""
    if proposal.state != ProposalState.APPLIED or proposal.decided_at is None:
        return []
    keys = [f"policy:{name}" for name in policies]
    kinds = [EventKind.POLICY_DRIFTED, EventKind.POLICY_SYNCED]
    rows = Event.objects.filter(key__in=keys, kind__in=kinds, at__gt=proposal.decided_at).order_by("position")
    last = {row.key: row for row in rows}
    return [to_record(row) for row in last.values() if row.kind == EventKind.POLICY_DRIFTED]
