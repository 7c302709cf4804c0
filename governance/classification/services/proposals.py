"""Submitting, deciding, withdrawing, commenting: right, state, change by conditional UPDATE, event, one transaction."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.types import Actor, Target, WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import Conflict, InvalidInput, NotAllowed
from governance.classification.models import Proposal, ProposalChange, Review
from governance.classification.selectors.consequences import consequences
from governance.classification.selectors.entities import list_differences, snapshots_of
from governance.classification.selectors.events import proposal_event
from governance.classification.selectors.proposals import get_proposal, list_targets
from governance.classification.sentences import state_word
from governance.classification.services.checks import LONGEST_REASON, check_changes, check_reason
from governance.classification.types import ChangeInput, Decision, ProposalState
from workflows.events.services import record
from workflows.events.types import EventKind


def submit_proposal(*, actor: Actor, reason: str, changes: Sequence[ChangeInput]) -> Proposal:
    """Keeps a proposal in state OPEN, with what its proposer saw. Raises NotAllowed, InvalidInput (with `field`)."""
    require(actor, Action.PROPOSE)
    text = check_reason(reason)
    checked = check_changes(changes)
    proposer = _user(actor)
    snapshots = snapshots_of(checked.entities)
    inherits = consequences(checked.changes).inherit_count
    with transaction.atomic():
        proposal = Proposal.objects.create(
            reason=text, proposer=proposer, created_at=clock.now(), inherits=inherits, state=ProposalState.OPEN
        )
        ProposalChange.objects.bulk_create(
            [
                ProposalChange(
                    proposal=proposal,
                    guid=change.guid,
                    action=change.action,
                    classification=change.classification,
                    attributes=change.attributes,
                    propagate=change.propagate,
                    source_guid=change.source_guid,
                    name=checked.entities[change.guid].title,
                    database=checked.entities[change.guid].database,
                    seen=snapshots[change.guid],
                )
                for change in checked.changes
            ]
        )
        _record(EventKind.PROPOSAL_SUBMITTED, proposal, actor)
    return get_proposal(proposal.pk)


def approve_proposal(*, actor: Actor, proposal_id: int | str, comment: str = "", revision: str = "") -> Proposal:
    """OPEN to APPROVED; the change itself follows as a reaction.

    When an entity changed since it was proposed, `revision` must name the state the reviewer has seen, else Conflict
    CHANGED_SINCE_PROPOSAL with what differs. Raises NotFound, NotAllowed (not a decider, outside the scope, one's
    own), Conflict when somebody has decided already.
    """
    proposal = _decidable(actor, proposal_id)
    _require_seen(proposal, revision)
    return _decide(proposal, actor, ProposalState.APPROVED, Decision.APPROVE, EventKind.PROPOSAL_APPROVED, comment)


def reject_proposal(*, actor: Actor, proposal_id: int | str, comment: str = "") -> Proposal:
    """OPEN to REJECTED. Raises as `approve_proposal`; what changed meanwhile is no obstacle."""
    proposal = _decidable(actor, proposal_id)
    return _decide(proposal, actor, ProposalState.REJECTED, Decision.REJECT, EventKind.PROPOSAL_REJECTED, comment)


def withdraw_proposal(*, actor: Actor, proposal_id: int | str) -> Proposal:
    """OPEN to WITHDRAWN, by its proposer only. Raises NotFound, NotAllowed, Conflict once it is decided."""
    proposal = get_proposal(proposal_id)
    require(actor, Action.WITHDRAW, Target(proposer=proposal.proposer.get_username()))
    with transaction.atomic():
        _move(proposal, ProposalState.WITHDRAWN, actor)
        _record(EventKind.PROPOSAL_WITHDRAWN, proposal, actor)
    return get_proposal(proposal.pk)


def comment_on(*, actor: Actor, proposal_id: int | str, comment: str) -> Proposal:
    """Adds a comment, in any state. Raises NotFound, NotAllowed, InvalidInput for an empty one."""
    proposal = get_proposal(proposal_id)
    require(actor, Action.PROPOSE)
    text = _comment(comment)
    if not text:
        raise InvalidInput(_("Write something first."), details={"field": "comment"})
    with transaction.atomic():
        _review(proposal, actor, Decision.COMMENT, text)
        _record(EventKind.PROPOSAL_COMMENTED, proposal, actor, comment=text)
    return get_proposal(proposal.pk)


def _decidable(actor: Actor, proposal_id: int | str) -> Proposal:
    proposal = get_proposal(proposal_id)
    for target in list_targets(proposal):
        require(actor, Action.DECIDE, target)
    if proposal.state != ProposalState.OPEN:
        raise _decided_already(proposal)
    return proposal


def _require_seen(proposal: Proposal, revision: str) -> None:
    found, current = list_differences(proposal)
    if revision == current or not any(difference.needs_confirmation for difference in found):
        return
    raise Conflict(
        _("Something changed since this was proposed. Look at what changed, then confirm that you have seen it."),
        code="CHANGED_SINCE_PROPOSAL",
        details={
            "revision": current,
            "changes": [
                {"guid": item.guid, "what": item.what, "before": item.before, "after": item.after} for item in found
            ],
        },
    )


def _decide(
    proposal: Proposal, actor: Actor, state: ProposalState, decision: Decision, kind: EventKind, comment: str
) -> Proposal:
    text = _comment(comment)
    with transaction.atomic():
        _move(proposal, state, actor)
        _review(proposal, actor, decision, text)
        _record(kind, proposal, actor, comment=text)
    return get_proposal(proposal.pk)


def _move(proposal: Proposal, state: ProposalState, actor: Actor) -> None:
    """The claim: whoever finds it OPEN moves it; a second press finds it moved and gets Conflict."""
    person = _user(actor)
    moment = clock.now()
    moved = Proposal.objects.filter(pk=proposal.pk, state=ProposalState.OPEN).update(
        state=state, decided_at=moment, decided_by=person
    )
    if not moved:
        raise _decided_already(get_proposal(proposal.pk))
    proposal.state, proposal.decided_at, proposal.decided_by = state, moment, person


def _decided_already(proposal: Proposal) -> Conflict:
    who = proposal.decided_by.get_full_name() or proposal.decided_by.get_username() if proposal.decided_by else ""
    sentence = _("Proposal #%(id)d is decided already: %(state)s by %(who)s.")
    words = {"id": proposal.pk, "state": state_word(proposal.state).lower(), "who": who}
    details = {
        "state": proposal.state,
        "decidedBy": proposal.decided_by.get_username() if proposal.decided_by else None,
    }
    return Conflict(sentence % words, details=details)


def _review(proposal: Proposal, actor: Actor, decision: Decision, comment: str) -> None:
    Review.objects.create(proposal=proposal, reviewer=_user(actor), decision=decision, comment=comment, at=clock.now())


def _comment(comment: str) -> str:
    text = comment.strip()
    if len(text) > LONGEST_REASON:
        sentence = _("A comment has at most %(count)d characters.") % {"count": LONGEST_REASON}
        raise InvalidInput(sentence, details={"field": "comment"})
    return text


def _user(actor: Actor) -> User:
    user = get_user_model().objects.filter(username=actor.username).first()
    if user is None:
        raise NotAllowed(_("Only a person can do this."))
    return user


def _record(kind: EventKind, proposal: Proposal, actor: Actor, **more: str) -> None:
    record(proposal_event(kind, proposal, **more), context=WriteContext(actor=actor.username, trace=proposal.trace))
