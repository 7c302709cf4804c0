"""What the pages of proposals show, put together from selectors: one value for each page and fragment."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogsite.accounts.policy import Action, refusal
from catalogsite.accounts.types import Actor, Target
from catalogsite.common.pagination import Page
from catalogsite.common.ui import Badge, Chip, Effect, Figure, Hop, Link, Step
from discovery.atlas.chips import is_sensitive_type
from discovery.atlas.selectors import type_registry
from governance.classification.looks import change_chip, effect_of, figures, hops, state_badge
from governance.classification.models import Proposal, ProposalChange
from governance.classification.seen import Difference
from governance.classification.selectors.consequences import Consequences, PolicyConsequence, consequences
from governance.classification.selectors.entities import list_differences, places_of
from governance.classification.selectors.proposals import (
    QueueRow,
    count_segments,
    find_proposals,
    get_proposal,
    list_targets,
    list_waiting_ids,
)
from governance.classification.selectors.road import full_name, get_facts
from governance.classification.sentences import Place, Title, title
from governance.classification.timeline import Facts, RoadStep, build_timeline, is_settled
from governance.classification.types import ChangeAction, ChangeInput, ProposalState, Segment
from governance.ranger.selectors import find_template

DIFFERENCE_WORDS = {
    "status": gettext_lazy("Status"),
    "type": gettext_lazy("Type"),
    "dataType": gettext_lazy("Data type"),
    "description": gettext_lazy("Description"),
    "classifications": gettext_lazy("Classifications"),
}


@dataclass(frozen=True, slots=True)
class QueueLine:
    """One row of the queue."""

    row: QueueRow
    chips: Sequence[Chip]
    badge: Badge
    effect: Effect | None
    href: str
    preview_href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """The queue: segments, rows, and the proposal in the pane beside."""

    segments: Sequence[Link]
    segment: Segment
    q: str
    lines: Sequence[QueueLine]
    list: Page[QueueRow]
    next_href: str
    preview: "ProposalPage | None"

    @property
    def is_waiting(self) -> bool:
        return self.segment is Segment.WAITING


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
class Road:
    """The road, and whether the page still has to ask for news. `stage` names how far it is."""

    proposal: Proposal
    badge: Badge
    steps: Sequence[Step]
    is_settled: bool
    stage: str
    sentence: str


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


def queue_page(
    *, actor: Actor, segment: Segment, q: str = "", cursor: str = "", chosen: str = "", limit: int = 50
) -> QueuePage:
    """The queue as one person sees it; the pane shows the chosen proposal, else the first."""
    found = find_proposals(actor=actor, segment=segment, q=q, cursor=cursor or None, limit=limit)
    rows = found.results
    at = next((row for row in rows if str(row.proposal.pk) == chosen), rows[0] if rows else None)
    counts = count_segments(actor)
    words = {
        Segment.WAITING: _("Waiting for me"),
        Segment.MINE: _("Mine"),
        Segment.OPEN: _("All open"),
        Segment.DECIDED: _("Decided"),
    }
    return QueuePage(
        segments=[
            Link(words[each], queue_href(each, q=q), counts[each], is_current=each is segment) for each in Segment
        ],
        segment=segment,
        q=q,
        lines=[_line(row, is_chosen=row is at) for row in rows],
        list=found,
        next_href=queue_href(segment, q=q, cursor=found.next) if found.next else "",
        preview=proposal_page(actor=actor, proposal_id=at.proposal.pk) if at else None,
    )


def queue_href(segment: Segment, **more: str | None) -> str:
    query = {"segment": str(segment), **{name: value for name, value in more.items() if value}}
    return f"{reverse('governance:proposals-page')}?{urlencode(query)}"


def is_sensitive(classification: str) -> bool:
    return is_sensitive_type(classification, type_registry())


def _line(row: QueueRow, *, is_chosen: bool) -> QueueLine:
    removal = set(row.actions) == {ChangeAction.REMOVE}
    action = row.actions[0] if len(row.actions) == 1 else ChangeAction.ADD
    is_done = row.proposal.state == ProposalState.APPLIED
    templates = [template for name in row.classifications if (template := find_template(name)) is not None]
    worst = max((template.effect for template in templates), key=lambda effect: effect == "deny", default=None)
    return QueueLine(
        row=row,
        chips=[
            change_chip(name, action=action, is_sensitive=is_sensitive(name), is_done=is_done)
            for name in row.classifications
        ],
        badge=state_badge(row.proposal.state),
        effect=effect_of(worst, is_removal=removal),
        href=reverse("governance:proposal-page", args=[row.proposal.pk]),
        preview_href=reverse("governance:proposal-preview", args=[row.proposal.pk]),
        is_chosen=is_chosen,
    )


def proposal_page(*, actor: Actor, proposal_id: int | str) -> ProposalPage:
    """A proposal as one person sees it. Raises NotFound."""
    proposal = get_proposal(proposal_id)
    changes = list(proposal.changes.all())
    places = places_of(change.guid for change in changes)
    named = list(dict.fromkeys(places[change.guid] for change in changes))
    follows = consequences(_inputs(changes))
    is_open = proposal.state == ProposalState.OPEN
    found, revision = list_differences(proposal) if is_open else ([], "")
    facts = get_facts(proposal)
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
        road=_road(proposal, facts),
        crumbs=[
            Link(_("Proposals"), reverse("governance:proposals-page")),
            Link(f"#{proposal.pk}", "", is_current=True),
        ],
        previous_href=previous,
        next_href=following,
        where=", ".join(dict.fromkeys(place.where for place in named if place.where)),
    )


def road_of(proposal: Proposal) -> Road:
    """The road alone, for the fragment that asks every two seconds."""
    return _road(proposal, get_facts(proposal))


def _road(proposal: Proposal, facts: Facts) -> Road:
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
