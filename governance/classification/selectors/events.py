"""The event of a proposal: what every reaction and every reader of the log finds in it."""

from typing import Any

from governance.classification.models import Proposal
from workflows.events.types import EventKind, NewEvent


def proposal_event(kind: EventKind, proposal: Proposal, **more: Any) -> NewEvent:
    """PROPOSAL_*, with who proposed and decided it, the entities and the classifications it speaks of."""
    changes = list(proposal.changes.all())
    payload = {
        "proposal": proposal.pk,
        "state": proposal.state,
        "proposer": proposal.proposer.get_username(),
        "reviewer": proposal.decided_by.get_username() if proposal.decided_by else None,
        "guids": list(dict.fromkeys(change.guid for change in changes)),
        "classifications": list(dict.fromkeys(change.classification for change in changes)),
    }
    return NewEvent(proposal.trace, kind, payload | {name: value for name, value in more.items() if value})
