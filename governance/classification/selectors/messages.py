"""Whom a turn of a proposal concerns, and the sentence each of them reads in the inbox."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from governance.classification.models import Proposal
from governance.classification.selectors.entities import places_of
from governance.classification.selectors.proposals import list_eligible
from governance.classification.selectors.road import full_name
from governance.classification.sentences import title
from workflows.events.types import EventKind, EventRecord


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the inbox for some people."""

    recipients: Sequence[str]
    title: str
    sentence: str
    verb: str


def message_for(proposal: Proposal, event: EventRecord) -> Message | None:
    """Eligible people hear of a wish, its proposer of what became of it; None when nobody need know."""
    what = sentence_of(proposal)
    proposer = proposal.proposer.get_username()
    who = event.payload.get("reviewer") or event.actor
    words = {"who": _name(proposal, str(who)), "what": what, "problem": proposal.problem}
    if event.kind == EventKind.PROPOSAL_SUBMITTED:
        people = [actor.username for actor in list_eligible(proposal)]
        words["who"] = full_name(proposal.proposer)
        return Message(people, what, _("%(who)s proposes: %(what)s.") % words, _("Decide")) if people else None
    if event.kind == EventKind.PROPOSAL_COMMENTED:
        people = sorted({proposer, *_reviewers(proposal)} - {event.actor})
        words["who"] = _name(proposal, event.actor)
        return Message(people, what, _("%(who)s commented on: %(what)s.") % words, _("Read")) if people else None
    sentences = {
        EventKind.PROPOSAL_APPROVED: _("%(who)s approved: %(what)s."),
        EventKind.PROPOSAL_REJECTED: _("%(who)s rejected: %(what)s."),
        EventKind.PROPOSAL_APPLIED: _("Applied: %(what)s."),
        EventKind.PROPOSAL_FAILED: _("Could not be applied: %(what)s. %(problem)s"),
    }
    frame = sentences.get(EventKind(event.kind))
    return Message([proposer], what, frame % words, _("See proof")) if frame else None


def sentence_of(proposal: Proposal) -> str:
    """ "Classify 2 columns of core.customers as PII" """
    changes = list(proposal.changes.all())
    places = places_of(change.guid for change in changes)
    named = list(dict.fromkeys(places[change.guid] for change in changes))
    return title(
        [change.action for change in changes], [change.classification for change in changes], named, total=len(named)
    ).text


def _reviewers(proposal: Proposal) -> set[str]:
    return {review.reviewer.get_username() for review in proposal.reviews.all()}


def _name(proposal: Proposal, username: str) -> str:
    people = [proposal.proposer, *(review.reviewer for review in proposal.reviews.all())]
    if proposal.decided_by:
        people.append(proposal.decided_by)
    return next((full_name(person) for person in people if person.get_username() == username), username)
