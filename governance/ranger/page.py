"""What the page of tag policies shows: the plan in words, drift alone, blocked with what is in the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.policy import Action, refusal
from catalogsite.accounts.types import Actor, Target
from catalogsite.common import clock
from catalogsite.common.ui import FieldChange, Link
from governance.ranger.plan import APPLICABLE, Plan, PlanAction, PlanItem
from governance.ranger.selectors import count_in_use, drift_found_at, get_plan, list_policy_history, policy_authority
from governance.ranger.words import effect_sentence
from workflows.events.types import EventKind, EventRecord


class View(StrEnum):
    """What of the plan is shown."""

    TODO = "todo"
    DRIFT = "drift"
    BLOCKED = "blocked"
    CREATE = "create"
    CHANGE = "change"
    REMOVE = "remove"
    FOREIGN = "foreign"
    SAME = "same"


SHOWN = {
    View.TODO: (PlanAction.DRIFT, PlanAction.BLOCKED, PlanAction.CREATE, PlanAction.UPDATE, PlanAction.REMOVE),
    View.DRIFT: (PlanAction.DRIFT,),
    View.BLOCKED: (PlanAction.BLOCKED,),
    View.CREATE: (PlanAction.CREATE,),
    View.CHANGE: (PlanAction.UPDATE,),
    View.REMOVE: (PlanAction.REMOVE,),
    View.FOREIGN: (PlanAction.FOREIGN,),
    View.SAME: (PlanAction.SAME,),
}
ICONS = {
    PlanAction.DRIFT: "triangle-alert",
    PlanAction.BLOCKED: "ban",
    PlanAction.CREATE: "plus",
    PlanAction.UPDATE: "pencil",
    PlanAction.REMOVE: "minus",
    PlanAction.FOREIGN: "shield",
    PlanAction.SAME: "equal",
}


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """One policy of the plan."""

    item: PlanItem
    word: str
    icon: str
    place: str
    differences: Sequence[FieldChange]
    sentence: str
    reach: str
    can_apply: bool
    is_ticked: bool
    drift_by: str = ""
    drift_at: datetime | None = None
    found_at: datetime | None = None
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One write of ours, or drift that was found."""

    event: EventRecord
    word: str


@dataclass(frozen=True, slots=True)
class RangerPage:
    """The page."""

    plan: Plan
    view: View
    segments: Sequence[Link]
    rows: Sequence[PolicyRow]
    history: Sequence[HistoryRow]
    refusal: str
    authority: str
    problem: str
    compared_at: datetime
    removals: int

    @property
    def is_embedded(self) -> bool:
        return self.authority == "embedded"

    @property
    def can_apply_any(self) -> bool:
        return any(row.can_apply for row in self.rows)

    @property
    def tick_count(self) -> int:
        return sum(row.is_ticked for row in self.rows)


def ranger_page(*, actor: Actor, view: View) -> RangerPage:
    """The plan as it is now. Raises BackendUnavailable when the authority does not answer."""
    plan = get_plan()
    shown = plan.of(*SHOWN[view])
    ordered = sorted(shown, key=lambda item: (SHOWN[view].index(item.action), item.name))
    reach = count_in_use()
    found = drift_found_at(item.name for item in ordered)
    authority = policy_authority()
    return RangerPage(
        plan=plan,
        view=view,
        segments=_segments(plan, view),
        rows=[_row(item, reach, found.get(item.name)) for item in ordered],
        history=[HistoryRow(event, _history_word(event)) for event in list_policy_history()],
        refusal=refusal_of(actor),
        authority=authority.name,
        problem=authority.health(),
        compared_at=clock.now(),
        removals=len(plan.of(PlanAction.REMOVE)),
    )


def refusal_of(actor: Actor) -> str:
    """Why this person may not apply; "" when they may."""
    return refusal(actor, Action.MANAGE_POLICIES, Target())


def _segments(plan: Plan, view: View) -> list[Link]:
    words = {
        View.TODO: _("To do"),
        View.DRIFT: _("Drift"),
        View.BLOCKED: _("Blocked"),
        View.CREATE: _("Create"),
        View.CHANGE: _("Change"),
        View.REMOVE: _("Remove"),
        View.FOREIGN: _("Foreign"),
        View.SAME: _("Same"),
    }
    address = reverse("governance:ranger-page")
    return [
        Link(words[each], f"{address}?view={each}", len(plan.of(*SHOWN[each])), is_current=each is view)
        for each in View
    ]


def _row(item: PlanItem, reach: dict[str, int], found_at: datetime | None) -> PolicyRow:
    stored = item.stored
    is_drift = item.action is PlanAction.DRIFT
    differences: Sequence[FieldChange] = item.differences
    if is_drift:
        # Drift reads the other way round: what ours says, then what stands there now.
        differences = [FieldChange(each.label, before=each.after, after=each.before) for each in item.differences]
    if item.action in {PlanAction.SAME, PlanAction.FOREIGN, PlanAction.REMOVE}:
        differences = ()
    return PolicyRow(
        item=item,
        word=_word(item.action),
        icon=ICONS[item.action],
        place=_place(item),
        differences=differences,
        sentence=_sentence(item),
        reach=_reach(item, reach),
        can_apply=item.action in APPLICABLE,
        is_ticked=item.action in {PlanAction.CREATE, PlanAction.UPDATE},
        drift_by=stored.updated_by if is_drift and stored else "",
        drift_at=clock.from_ms(stored.updated_ms) if is_drift and stored else None,
        found_at=found_at,
        is_gone=is_drift and stored is None,
    )


def _word(action: PlanAction) -> str:
    return {
        PlanAction.DRIFT: _("Drift"),
        PlanAction.BLOCKED: _("Blocked"),
        PlanAction.CREATE: _("Create"),
        PlanAction.UPDATE: _("Change"),
        PlanAction.REMOVE: _("Remove"),
        PlanAction.FOREIGN: _("Foreign"),
        PlanAction.SAME: _("Same"),
    }[action]


def _place(item: PlanItem) -> str:
    if item.stored is None:
        return _("to be created") if item.action is not PlanAction.DRIFT else _("removed")
    return _("policy %(id)d, v%(version)d") % {"id": item.stored.id, "version": item.stored.version}


def _sentence(item: PlanItem) -> str:
    if item.action is PlanAction.REMOVE:
        return _("Nothing carries %(classification)s any more.") % {"classification": item.classification}
    if item.desired is not None:
        return effect_sentence(item.desired.template)
    return ""


def _reach(item: PlanItem, reach: dict[str, int]) -> str:
    if item.action is PlanAction.FOREIGN:
        return ""
    count = reach.get(item.classification, 0)
    return ngettext("%(count)s entity", "%(count)s entities", count) % {"count": f"{count:,}"}


def _history_word(event: EventRecord) -> str:
    if event.kind == EventKind.POLICY_REMOVED:
        return _("Removed")
    if event.kind == EventKind.POLICY_DRIFTED:
        return _("Drift found")
    return {
        "create": _("Created"),
        "update": _("Changed"),
        "drift": _("Put back"),
        "same": _("Found equal"),
    }.get(str(event.payload.get("action")), _("Written"))
