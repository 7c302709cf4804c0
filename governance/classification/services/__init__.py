"""Writing proposals. Page, REST, GraphQL and the demo call these and nothing else."""

from governance.classification.services.applying import apply_proposal
from governance.classification.services.proposals import (
    approve_proposal,
    comment_on,
    reject_proposal,
    submit_proposal,
    withdraw_proposal,
)

__all__ = [
    "apply_proposal",
    "approve_proposal",
    "comment_on",
    "reject_proposal",
    "submit_proposal",
    "withdraw_proposal",
]
