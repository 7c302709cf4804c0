"""The road of a proposal as its page shows it, and how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from catalogsite.common.ui import Badge, Step
from governance.classification.looks import state_badge
from governance.classification.models import Proposal
from governance.classification.selectors.road import get_facts
from governance.classification.timeline import RoadStep, build_timeline, is_settled
from governance.classification.types import ProposalState


@dataclass(frozen=True, slots=True)
class Road:
    """The road, and whether the page still has to ask for news. `stage` names how far it is."""

    proposal: Proposal
    badge: Badge
    steps: Sequence[Step]
    is_settled: bool
    stage: str
    sentence: str


def road_of(proposal: Proposal) -> Road:
    """The road, also as the fragment that asks every two seconds."""
    facts = get_facts(proposal)
    steps = build_timeline(facts)
    waiting_for = facts.deciders if facts.state is ProposalState.OPEN else ()
    badge = state_badge(proposal.state, waiting_for=waiting_for)
    return Road(
        proposal=proposal,
        badge=badge,
        steps=[step.step for step in steps],
        is_settled=is_settled(facts),
        stage=_stage(proposal, steps),
        sentence=_sentence(badge, steps),
    )


def _stage(proposal: Proposal, steps: Sequence[RoadStep]) -> str:
    return "-".join([proposal.state.lower(), *(f"{step.key[:2]}{step.step.state[0]}" for step in steps)])


def _sentence(badge: Badge, steps: Sequence[RoadStep]) -> str:
    done = [step.step.what for step in steps if step.step.state == "done"]
    return f"{badge.label}. {done[-1]}." if done else f"{badge.label}."
