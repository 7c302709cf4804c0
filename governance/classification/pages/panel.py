"""What governance says about one entity: its classifications with origin, the policies, the proposals."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from catalogsite.accounts.selectors import display_names
from catalogsite.common import clock
from catalogsite.common.ui import Badge, Chip, Hop
from discovery.atlas.chips import chip_of
from discovery.atlas.models import Entity
from discovery.atlas.selectors import (
    ClassificationView,
    classifications_of,
    get_entity,
    list_columns,
    propagation_path,
    type_registry,
)
from governance.classification.looks import change_chip, hops, state_badge
from governance.classification.models import Proposal
from governance.classification.pages.sensitive import is_sensitive
from governance.classification.selectors.entities import places_of
from governance.classification.selectors.proposals import list_for_entities
from governance.classification.selectors.road import full_name
from governance.classification.sentences import Place, title
from governance.classification.types import ChangeAction, ProposalState
from governance.ranger.selectors import find_template, list_applied_for
from governance.ranger.words import effect_sentence

MOST_COLUMNS = 100
SHOWN_PATHS = 5
"""Ways shown hop by hop, for the entity itself; a column names where its classification comes from."""


@dataclass(frozen=True, slots=True)
class CarriedLine:
    """One classification on the entity or on one of its columns."""

    place: Place
    is_here: bool
    chip: Chip
    path: Sequence[Hop]
    is_direct: bool
    is_orphan: bool
    """Propagated, but nothing leads from its source to here any more."""
    set_by: str
    at_ms: int
    removal_href: str
    change_href: str = ""


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """A classification's effect, and the policy that brings it."""

    chip: Chip
    sentence: str
    policies: Sequence[str]


@dataclass(frozen=True, slots=True)
class WishLine:
    """A proposal that speaks of the entity."""

    proposal: Proposal
    href: str
    text: str
    badge: Badge
    who: str


@dataclass(frozen=True, slots=True)
class GovernancePanel:
    """The Governance tab of an entity."""

    entity: Entity
    carried: Sequence[CarriedLine]
    policies: Sequence[PolicyLine]
    open: Sequence[WishLine]
    past: Sequence[WishLine]
    propose_href: str


def governance_panel(guid: str) -> GovernancePanel:
    """Everything for the tab. Raises NotFound. The number of queries does not grow with the columns."""
    entity = get_entity(guid)
    columns = list(list_columns(entity, only="classified", limit=MOST_COLUMNS).results)
    guids = [entity.guid, *(column.guid for column in columns)]
    views = [view for views in _in_order(guids) for view in views]
    wishes = list_for_entities(_with_columns(entity, guids))
    places = places_of([*guids, *(change.guid for wish in wishes for change in list(wish.changes.all())[:3])])
    names = people_of(views)
    return GovernancePanel(
        entity=entity,
        carried=[
            _carried(view, places, names, entity=entity, with_path=view.guid == guid and number < SHOWN_PATHS)
            for number, view in enumerate(views)
        ],
        policies=_policies(views),
        open=[_wish(wish, places) for wish in wishes if wish.state == ProposalState.OPEN],
        past=[_wish(wish, places) for wish in wishes if wish.state != ProposalState.OPEN],
        propose_href=reverse("governance:entity-propose", args=[guid]),
    )


def _with_columns(entity: Entity, guids: Sequence[str]) -> list[str]:
    children = Entity.objects.filter(parent=entity, kind=Entity.Kind.COLUMN).values_list("guid", flat=True)
    return list(dict.fromkeys([*guids, *children]))


def _in_order(guids: Sequence[str]) -> list[list[ClassificationView]]:
    found = classifications_of(guids)
    return [found[guid] for guid in guids if guid in found]


def people_of(views: Sequence[ClassificationView]) -> dict[str, str]:
    return display_names({view.set_by for view in views})


def _carried(
    view: ClassificationView, places: dict[str, Place], names: dict[str, str], *, entity: Entity, with_path: bool
) -> CarriedLine:
    is_direct = view.origin == "DIRECT"
    query = {"guid": view.guid, "action": ChangeAction.REMOVE, "classification": view.type_name}
    if not is_direct:
        query["source"] = view.source_guid
    change = {"guid": view.guid, "action": ChangeAction.UPDATE, "classification": view.type_name}
    change |= {f"attribute_{name}": str(value) for name, value in (view.attributes or {}).items() if value}
    address = reverse("governance:propose")
    may_remove = is_direct or not view.has_live_path
    return CarriedLine(
        place=places[view.guid],
        is_here=view.guid == entity.guid,
        chip=chip_of(view, type_registry(), at=clock.now()),
        path=() if is_direct or not with_path else _path(view),
        is_direct=is_direct,
        is_orphan=not view.has_live_path,
        set_by=names[view.set_by],
        at_ms=view.at_ms,
        removal_href=f"{address}?{urlencode(query)}" if may_remove else "",
        change_href=f"{address}?{urlencode(change)}" if is_direct else "",
    )


def _path(view: ClassificationView) -> list[Hop]:
    way = propagation_path(view.guid, view.type_name, view.source_guid)
    places = places_of(hop.guid for hop in way)
    return hops(
        [places[hop.guid] for hop in way],
        classification=view.type_name,
        is_sensitive=is_sensitive(view.type_name),
        is_done=True,
    )


def _policies(views: Sequence[ClassificationView]) -> list[PolicyLine]:
    names = sorted({view.type_name for view in views})
    applied = list_applied_for(names)
    lines = []
    for name in names:
        template = find_template(name)
        lines.append(
            PolicyLine(
                chip=Chip(name, is_sensitive=is_sensitive(name)),
                sentence=effect_sentence(template) if template else "",
                policies=[policy.name for policy in applied if policy.classification == name],
            )
        )
    return lines


def _wish(proposal: Proposal, places: dict[str, Place]) -> WishLine:
    changes = list(proposal.changes.all())
    named = list(dict.fromkeys(places[change.guid] for change in changes[:3]))
    words = title(
        [change.action for change in changes],
        [change.classification for change in changes],
        named,
        total=len({change.guid for change in changes}),
    )
    return WishLine(
        proposal=proposal,
        href=reverse("governance:proposal-page", args=[proposal.pk]),
        text=words.text,
        badge=state_badge(proposal.state),
        who=full_name(proposal.proposer),
    )


def open_chips(guid: str) -> list[Chip]:
    """Open wishes for the entity itself, as dashed chips beside its name."""
    chips = []
    for proposal in list_for_entities([guid], limit=20):
        if proposal.state != ProposalState.OPEN:
            continue
        chips += [
            change_chip(change.classification, action=change.action, is_sensitive=is_sensitive(change.classification))
            for change in proposal.changes.all()
            if change.guid == guid
        ]
    return list(dict.fromkeys(chips))


def count_open(guid: str) -> int:
    """Open proposals that speak of the entity or its columns."""
    entity = get_entity(guid)
    wishes = list_for_entities(_with_columns(entity, [guid]), limit=100)
    return sum(wish.state == ProposalState.OPEN for wish in wishes)
