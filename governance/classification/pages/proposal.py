"""One proposal with everything that follows from it, as one person sees it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogsite.accounts.policy import Action, refusal
from catalogsite.accounts.types import Actor, Target
from catalogsite.common.ui import Chip, Figure, Hop, Link
from governance.classification.looks import change_chip, figures, hops
from governance.classification.models import Proposal, ProposalChange
from governance.classification.pages.road import Road, road_of
from governance.classification.pages.sensitive import is_sensitive
from governance.classification.seen import Difference
from governance.classification.selectors.consequences import Consequences, PolicyConsequence, consequences
from governance.classification.selectors.entities import list_differences, places_of
from governance.classification.selectors.proposals import (
    get_proposal,
    list_targets,
    list_waiting_ids,
)
from governance.classification.selectors.road import full_name
from governance.classification.sentences import Place, Title, title
from governance.classification.types import ChangeAction, ChangeInput, ProposalState

DIFFERENCE_WORDS = {
    "status": gettext_lazy("Status"),
    "type": gettext_lazy("Type"),
    "dataType": gettext_lazy("Data type"),
    "description": gettext_lazy("Description"),
    "classifications": gettext_lazy("Classifications"),
}


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One change of a proposal as its page shows it."""

    place: Place
    href: str
    before: Sequence[str]
    chip: Chip
    propagates: str


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """Something that is no longer as the proposer saw it."""

    place: Place
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The panel: what this person may do, and why (not)."""

    may_decide: bool
    may_withdraw: bool
    why: str
    revision: str = ""
    needs_confirmation: bool = False


@dataclass(frozen=True, slots=True)
class ProposalPage:
    """One proposal with everything that follows from it."""

    proposal: Proposal
    title: Title
    proposer: str
    figures: Sequence[Figure]
    changes: Sequence[ChangeLine]
    consequences: Consequences
    paths: Sequence[Sequence[Hop]]
    more_paths: int
    differences: Sequence[ChangedLine]
    decision: Decision
    road: Road
    crumbs: Sequence[Link]
    previous_href: str = ""
    next_href: str = ""
    where: str = ""

    @property
    def policies(self) -> Sequence[PolicyConsequence]:
        return self.consequences.policies


def proposal_page(*, actor: Actor, proposal_id: int | str) -> ProposalPage:
    """A proposal as one person sees it. Raises NotFound."""
    proposal = get_proposal(proposal_id)
    changes = list(proposal.changes.all())
    places = places_of(change.guid for change in changes)
    named = list(dict.fromkeys(places[change.guid] for change in changes))
    follows = consequences(_inputs(changes))
    is_open = proposal.state == ProposalState.OPEN
    found, revision = list_differences(proposal) if is_open else ([], "")
    is_done = proposal.state == ProposalState.APPLIED
    previous, following = _neighbours(actor, proposal) if is_open else ("", "")
    return ProposalPage(
        proposal=proposal,
        title=title(
            [change.action for change in changes],
            [change.classification for change in changes],
            named,
            total=len(named),
        ),
        proposer=full_name(proposal.proposer),
        figures=figures(
            places=named,
            inherits=follows.inherit_count,
            jobs=follows.job_count,
            where=follows.databases,
            created=follows.created_policies,
            matching=follows.matching_policies,
            is_removal=follows.is_removal,
        ),
        changes=[_change_line(change, places[change.guid], is_done=is_done) for change in changes],
        consequences=follows,
        paths=_paths(follows, is_done=is_done),
        more_paths=max(0, follows.inherit_count - len(follows.inherits)),
        differences=[_changed_line(item, places) for item in found],
        decision=_decision(actor, proposal, revision, found),
        road=road_of(proposal),
        crumbs=[
            Link(_("Proposals"), reverse("governance:proposals-page")),
            Link(f"#{proposal.pk}", "", is_current=True),
        ],
        previous_href=previous,
        next_href=following,
        where=", ".join(dict.fromkeys(place.where for place in named if place.where)),
    )


def _inputs(changes: Iterable[ProposalChange]) -> list[ChangeInput]:
    return [
        ChangeInput(
            guid=change.guid,
            action=ChangeAction(change.action),
            classification=change.classification,
            attributes=change.attributes,
            propagate=change.propagate,
            source_guid=change.source_guid,
        )
        for change in changes
    ]


def _paths(follows: Consequences, *, is_done: bool) -> list[list[Hop]]:
    return [
        hops(
            inherits.path,
            classification=inherits.classification,
            is_sensitive=is_sensitive(inherits.classification),
            is_done=is_done,
        )
        for inherits in follows.inherits
    ]


def _change_line(change: ProposalChange, place: Place, *, is_done: bool) -> ChangeLine:
    words = {None: _("as before") if change.action == ChangeAction.UPDATE else _("yes"), True: _("yes"), False: _("no")}
    return ChangeLine(
        place=place,
        href=f"/entity/{change.guid}",
        before=[text for text in change.seen.get("classifications", ()) if text.split(" ")[0] == change.classification],
        chip=change_chip(
            change.classification,
            action=change.action,
            is_sensitive=is_sensitive(change.classification),
            attributes=change.attributes,
            is_done=is_done,
        ),
        propagates="" if change.action == ChangeAction.REMOVE else words[change.propagate],
    )


def _changed_line(item: Difference, places: dict[str, Place]) -> ChangedLine:
    return ChangedLine(places[item.guid], str(DIFFERENCE_WORDS[item.what]), item.before, item.after)


def _decision(actor: Actor, proposal: Proposal, revision: str, found: Sequence[Difference]) -> Decision:
    if proposal.state != ProposalState.OPEN:
        return Decision(may_decide=False, may_withdraw=False, why="")
    targets = list_targets(proposal)
    refusals = [sentence for target in targets if (sentence := refusal(actor, Action.DECIDE, target))]
    is_mine = proposal.proposer.get_username() == actor.username
    why = refusals[0] if refusals else _reason(actor, targets)
    return Decision(
        may_decide=not refusals,
        may_withdraw=is_mine,
        why=why,
        revision=revision,
        needs_confirmation=any(item.needs_confirmation for item in found),
    )


def _reason(actor: Actor, targets: Sequence[Target]) -> str:
    """Why this person may decide alone."""
    names = ", ".join(sorted({name for target in targets for name in target.classifications}))
    where = ", ".join(target.database for target in targets if target.database)
    if where:
        words = {"names": names, "where": where}
        return _("You did not propose this and %(names)s of %(where)s is in your scope, so you can decide.") % words
    return _("You did not propose this and %(names)s is in your scope, so you can decide.") % {"names": names}


def _neighbours(actor: Actor, proposal: Proposal) -> tuple[str, str]:
    """The proposals before and after this one among what waits for this person."""
    ids = list_waiting_ids(actor)
    if proposal.pk not in ids:
        return "", ""
    at = ids.index(proposal.pk)
    before = reverse("governance:proposal-page", args=[ids[at - 1]]) if at else ""
    after = reverse("governance:proposal-page", args=[ids[at + 1]]) if at + 1 < len(ids) else ""
    return before, after
