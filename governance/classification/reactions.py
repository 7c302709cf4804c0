"""What follows from decisions: approved proposals are applied, and people are told."""

from collections.abc import Sequence
from typing import ClassVar

from governance.classification.services import apply_proposal
from governance.classification.services.telling import tell
from workflows.events.types import EventKind, EventRecord
from workflows.reactions.base import Reaction


class ApplyProposal(Reaction):
    """Carries out approved proposals. A redelivered approval finds the proposal done and does nothing."""

    is_transactional: ClassVar[bool] = False

    def react(self, events: Sequence[EventRecord]) -> None:
        for event in events:
            if event.kind == EventKind.PROPOSAL_APPROVED:
                apply_proposal(proposal_id=int(event.payload["proposal"]), cause=event.position)


class Notify(Reaction):
    """Inbox rows, in the transaction that moves the checkpoint: nobody is told twice or not at all."""

    is_transactional: ClassVar[bool] = True

    def react(self, events: Sequence[EventRecord]) -> None:
        for event in events:
            if event.kind.startswith("PROPOSAL_"):
                tell(event)
