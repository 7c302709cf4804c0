"""Carrying out what was approved. Repeatable: what is there already, with the same values, counts as done."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from catalogsite.accounts.types import SYSTEM, WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import BackendRejected, Conflict, InvalidInput, NotAllowed, NotFound
from discovery.atlas import services as atlas
from discovery.atlas.authority import ClassificationInput
from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import entities_by_guid
from governance.classification.models import Proposal, ProposalChange
from governance.classification.selectors.events import proposal_event
from governance.classification.selectors.proposals import get_proposal
from governance.classification.types import UNDER_WAY, ChangeAction, ProposalState
from workflows.events.services import record
from workflows.events.types import EventKind

_NEVER = (InvalidInput, NotFound, Conflict, NotAllowed, BackendRejected)
"""The authority will say the same the next time: the proposal has failed, with the reason."""


def apply_proposal(*, proposal_id: int, cause: int) -> None:
    """APPROVED to APPLYING to APPLIED, or FAILED with the reason.

    `cause`: position of the approval. A proposal in any other state is left alone, so that a repeated call does
    nothing. Raises BackendUnavailable when the authority does not answer; the proposal then stays APPLYING.
    """
    claimed = Proposal.objects.filter(pk=proposal_id, state__in=UNDER_WAY).update(state=ProposalState.APPLYING)
    if not claimed:
        return
    proposal = get_proposal(proposal_id)
    try:
        with transaction.atomic():
            _require_active(proposal)
            for change in proposal.changes.all():
                _apply(change, _context(proposal, cause, origin="human"))
            _finish(proposal, ProposalState.APPLIED, EventKind.PROPOSAL_APPLIED, cause)
    except _NEVER as error:
        with transaction.atomic():
            _finish(proposal, ProposalState.FAILED, EventKind.PROPOSAL_FAILED, cause, problem=error.message)


def _context(proposal: Proposal, cause: int, *, origin: str) -> WriteContext:
    """The reviewer answers for the change; the proposer stands in the events of the proposal."""
    actor = proposal.decided_by.get_username() if proposal.decided_by else SYSTEM.username
    return WriteContext(actor=actor, origin=origin, cause=cause, trace=proposal.trace)


def _finish(proposal: Proposal, state: ProposalState, kind: EventKind, cause: int, *, problem: str = "") -> None:
    proposal.state, proposal.problem, proposal.finished_at = state, problem, clock.now()
    proposal.save(update_fields=["state", "problem", "finished_at"])
    context = WriteContext(actor=SYSTEM.username, origin="system", cause=cause, trace=proposal.trace)
    record(proposal_event(kind, proposal, problem=problem), context=context)


def _require_active(proposal: Proposal) -> None:
    """Nothing is said about what is gone. What is to be removed may be gone already."""
    changes = [change for change in proposal.changes.all() if change.action != ChangeAction.REMOVE]
    entities = entities_by_guid(change.guid for change in changes)
    for change in changes:
        entity = entities.get(change.guid)
        if entity is None or entity.status != Entity.Status.ACTIVE:
            raise Conflict(_("%(name)s was deleted after it was proposed.") % {"name": change.name or change.guid})


def _apply(change: ProposalChange, context: WriteContext) -> None:
    source = change.source_guid or change.guid
    row = EntityClassification.objects.filter(
        entity__guid=change.guid, type_name=change.classification, source_guid=source
    ).first()
    if change.action == ChangeAction.REMOVE:
        if row is not None:
            atlas.remove_classification(
                actor=SYSTEM,
                guid=change.guid,
                type_name=change.classification,
                source_guid=change.source_guid or None,
                context=context,
            )
        return
    if row is not None and _is_done(change, row):
        return
    wanted = ClassificationInput(
        type_name=change.classification, attributes=change.attributes, propagate=change.propagate
    )
    if row is None and change.action == ChangeAction.UPDATE:
        raise Conflict(_("%(classification)s is no longer set here.") % {"classification": change.classification})
    write = atlas.add_classifications if row is None else atlas.update_classifications
    write(actor=SYSTEM, guid=change.guid, classifications=[wanted], context=context)


def _is_done(change: ProposalChange, row: EntityClassification) -> bool:
    is_same_propagation = change.propagate is None or change.propagate == row.propagate
    return is_same_propagation and _contains(row.attributes or {}, change.attributes or {})


def _contains(values: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(values.get(name) == value for name, value in wanted.items())
