"""How proposals look: badges of states, chips of changes, figures, paths. Pure values for the components."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common.ui import Badge, Chip, ChipOrigin, Effect, EffectKind, Figure, Hop, Tone
from governance.classification.sentences import Place, attributes_words, state_word
from governance.classification.types import ChangeAction, ProposalState
from governance.ranger.types import Effect as PolicyEffect

_STATES = {
    ProposalState.OPEN: (Tone.INFO, "circle-dot"),
    ProposalState.APPROVED: (Tone.INFO, "check"),
    ProposalState.APPLYING: (Tone.INFO, "loader"),
    ProposalState.APPLIED: (Tone.OK, "circle-check"),
    ProposalState.REJECTED: (Tone.BROKEN, "circle-x"),
    ProposalState.FAILED: (Tone.BROKEN, "triangle-alert"),
    ProposalState.WITHDRAWN: (Tone.QUIET, "undo-2"),
}


def state_badge(state: str, *, waiting_for: Sequence[str] = ()) -> Badge:
    """The state as icon and word; an open one says whom it waits for, when that is one person."""
    tone, icon = _STATES[ProposalState(state)]
    label = state_word(state)
    if state == ProposalState.OPEN and len(waiting_for) == 1:
        label = _("Open, waiting for %(who)s") % {"who": waiting_for[0]}
    return Badge(label, tone, icon)


def change_chip(
    classification: str, *, action: str, is_sensitive: bool, attributes: Any = None, is_done: bool = False
) -> Chip:
    """A wish is dashed, a wish to remove dashed with a minus, what is applied filled."""
    if is_done and action != ChangeAction.REMOVE:
        origin = ChipOrigin.DIRECT
    else:
        origin = ChipOrigin.REMOVAL if action == ChangeAction.REMOVE else ChipOrigin.PROPOSED
    return Chip(
        classification, origin=origin, is_sensitive=is_sensitive, attributes=tuple(attributes_words(attributes))
    )


def effect_of(effect: PolicyEffect | None, *, is_removal: bool) -> Effect | None:
    """What follows in one phrase, for a line of the queue; None when no policy follows."""
    if effect is None:
        return None
    if is_removal:
        return Effect(EffectKind.CLEAR, _("Becomes clear"), is_gain=True)
    if effect is PolicyEffect.DENY:
        return Effect(EffectKind.DENIED, _("Becomes denied"))
    return Effect(EffectKind.MASKED, _("Becomes masked"))


def hops(path: Sequence[Place], *, classification: str, is_sensitive: bool, is_done: bool) -> list[Hop]:
    """A way the classification goes; jobs stand on the arrows, what they read and write are the hops."""
    found: list[Hop] = []
    transform = ""
    for number, place in enumerate(path):
        if place.kind == "process":
            transform = place.name
            continue
        chip = None
        if number == 0:
            chip = Chip(classification, is_sensitive=is_sensitive)
        elif number == len(path) - 1:
            chip = Chip(classification, origin=ChipOrigin.PROPAGATED, is_sensitive=is_sensitive)
        found.append(Hop(place.name, place=place.where, href=f"/entity/{place.guid}", transform=transform, chip=chip))
        transform = ""
    return found


def figures(
    *,
    places: Sequence[Place],
    inherits: int,
    jobs: int,
    where: Sequence[str],
    created: int,
    matching: int,
    is_removal: bool,
) -> list[Figure]:
    """The sum strip: how much changes here, how much inherits, which policies."""
    count = len(places)
    is_columns = bool(places) and all(place.kind == "column" for place in places)
    here = (
        ngettext("column changes here", "columns change here", count)
        if is_columns
        else ngettext("entity changes here", "entities change here", count)
    )
    more = ngettext("more inherits", "more inherit", inherits)
    if is_removal:
        more = ngettext("more loses it", "more lose it", inherits)
    if where and inherits:
        more = _("%(more)s, in %(where)s") % {"more": more, "where": ", ".join(where[:2])}
    passed = ngettext("passed on by %(n)d job", "passed on by %(n)d jobs", jobs) % {"n": jobs} if jobs else ""
    policies = ngettext("policy to create", "policies to create", created)
    if matching:
        policies = _("%(policies)s, %(n)d already matches") % {"policies": policies, "n": matching}
    return [
        Figure(here, str(count)),
        Figure(more, str(inherits), detail=passed),
        Figure(policies, str(created), href=reverse("governance:ranger-page")),
    ]
