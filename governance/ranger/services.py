"""Making the stored policies equal to the desired ones.

The authority is written first, outside any transaction of ours; then what was written is remembered together with its
event. A crash between the two is mended by the next run, which finds the policy equal and only remembers it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.types import SYSTEM, Actor, WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import BackendRejected, Conflict, InvalidInput
from governance.ranger.authority import StoredPolicy
from governance.ranger.documents import fingerprint
from governance.ranger.models import ManagedPolicy
from governance.ranger.plan import APPLICABLE, Plan, PlanAction, PlanItem
from governance.ranger.selectors import get_plan, policy_authority, tag_service
from workflows.events.services import record
from workflows.events.types import EventKind, NewEvent


@dataclass(frozen=True, slots=True)
class AppliedItem:
    """The receipt of one policy: what was done, with id and version as the authority answered them."""

    name: str
    action: PlanAction
    policy_id: int | None = None
    version: int | None = None
    problem: str = ""


def sync(*, context: WriteContext, causes: Mapping[str, WriteContext] | None = None) -> list[AppliedItem]:
    """Creates and updates what the desired state needs, for reactions. `causes`: a context for each classification.

    A hand edit is never overwritten: it is noted as drift. Nothing foreign is touched and nothing is ever removed: a
    policy that nobody needs does no harm, one that is missing by mistake does. Raises BackendRejected after the rest
    is done when the authority refused some.
    """
    plan = get_plan()
    note_drift(plan)
    wanted = plan.of(PlanAction.CREATE, PlanAction.UPDATE)
    causes = causes or {}
    results = [_carry_out(item, causes.get(item.classification, context)) for item in wanted]
    for item in plan.of(PlanAction.SAME):
        _adopt(item, causes.get(item.classification, context))
    if refused := [result for result in results if result.problem]:
        details = {"policies": {result.name: result.problem for result in refused}}
        raise BackendRejected("; ".join(result.problem for result in refused), details=details)
    return results


def apply_plan(
    *, actor: Actor, names: Sequence[str] | None = None, confirm_removals: int | None = None
) -> list[AppliedItem]:
    """Carries out the chosen items of the plan as it is now; without names, all that is created or updated.

    Removing is only done for policies that are named. When nothing is desired any more, it also needs
    `confirm_removals`: how many are removed. Raises NotAllowed, InvalidInput for a name that has nothing to apply,
    Conflict for an unconfirmed emptying. What the authority refuses stands in the result as `problem`.
    """
    require(actor, Action.MANAGE_POLICIES)
    plan = get_plan()
    chosen = _chosen(plan, names)
    removals = [item for item in chosen if item.action is PlanAction.REMOVE]
    if removals and plan.would_empty and confirm_removals != len(removals):
        raise Conflict(
            _("No classification needs a policy any more, so this removes %(count)d. Confirm with that number.")
            % {"count": len(removals)},
            code="CONFIRM_REMOVALS",
            details={"field": "confirmRemovals", "removals": [item.name for item in removals]},
        )
    context = WriteContext(actor=actor.username)
    return [_carry_out(item, context) for item in chosen]


def _chosen(plan: Plan, names: Sequence[str] | None) -> list[PlanItem]:
    if names is None:
        return plan.of(PlanAction.CREATE, PlanAction.UPDATE)
    chosen = []
    for name in dict.fromkeys(names):
        item = plan.find(name)
        if item is None:
            raise InvalidInput(
                _("No policy of ours is called “%(name)s”.") % {"name": name}, details={"field": "names"}
            )
        if item.action in APPLICABLE:
            chosen.append(item)
        elif item.action is not PlanAction.SAME:
            raise Conflict(
                _("“%(name)s” cannot be applied: %(state)s.") % {"name": name, "state": item.action},
                details={"field": "names", "name": name, "state": item.action},
            )
    return chosen


def put_ours_back(*, actor: Actor, name: str) -> AppliedItem:
    """Replaces a hand edit by the desired policy, or removes the policy when nothing needs it any more.

    Raises NotAllowed, and Conflict when there is no drift (any more).
    """
    require(actor, Action.MANAGE_POLICIES)
    item = get_plan().find(name)
    if item is None or item.action is not PlanAction.DRIFT:
        raise Conflict(_("“%(name)s” has no drift now.") % {"name": name}, details={"name": name})
    result = _carry_out(item, WriteContext(actor=actor.username))
    if result.problem:
        raise BackendRejected(result.problem, details={"name": name})
    return result


def compare(*, actor: Actor) -> Plan:
    """Reads the plan now and notes new drift, and the drift that went away. Raises NotAllowed."""
    require(actor, Action.MANAGE_POLICIES)
    plan = get_plan()
    note_drift(plan)
    return plan


def _carry_out(item: PlanItem, context: WriteContext) -> AppliedItem:
    try:
        if item.desired is None:
            policy_authority().remove_policy(service=tag_service(), name=item.name, context=context)
            _forget(item, context)
            return AppliedItem(item.name, item.action)
        stored = policy_authority().put_policy(document=item.desired.document, context=context)
    except BackendRejected as error:
        return AppliedItem(item.name, item.action, problem=error.message)
    _remember(item, stored, context)
    return AppliedItem(item.name, item.action, policy_id=stored.id, version=stored.version)


@transaction.atomic
def _remember(item: PlanItem, stored: StoredPolicy, context: WriteContext) -> None:
    """Keeps the receipt and records POLICY_SYNCED, unless another run has done both already."""
    mark = fingerprint(stored.document)
    known = ManagedPolicy.objects.filter(service=tag_service(), name=item.name)
    if known.filter(fingerprint=mark, version=stored.version, drift_mark="").exists():
        return
    ManagedPolicy.objects.update_or_create(
        service=tag_service(),
        name=item.name,
        defaults={
            "classification": item.classification,
            "fingerprint": mark,
            "policy_id": stored.id,
            "version": stored.version,
            "applied_by": context.actor,
            "applied_at": clock.now(),
            "drift_mark": "",
            "drift_by": "",
            "drift_found_at": None,
        },
    )
    _record(EventKind.POLICY_SYNCED, item, stored, context, action=str(item.action))


def _adopt(item: PlanItem, context: WriteContext) -> None:
    """Remembers a policy that is equal to the desired one but not in our books: written just before a crash."""
    if item.stored is not None and (
        item.applied is None or item.applied.fingerprint != fingerprint(item.stored.document)
    ):
        _remember(item, item.stored, context)


@transaction.atomic
def _forget(item: PlanItem, context: WriteContext) -> None:
    ManagedPolicy.objects.filter(service=tag_service(), name=item.name).delete()
    _record(EventKind.POLICY_REMOVED, item, item.stored, context)


@transaction.atomic
def note_drift(plan: Plan) -> None:
    """Marks policies edited by hand, with one POLICY_DRIFTED for each edit; clears marks that no longer hold."""
    drifted = {item.name: item for item in plan.of(PlanAction.DRIFT)}
    rows = {row.name: row for row in ManagedPolicy.objects.filter(service=plan.service)}
    for name, row in rows.items():
        if name not in drifted and row.drift_mark:
            row.drift_mark, row.drift_by, row.drift_found_at = "", "", None
            row.save()
    for name, item in drifted.items():
        mark = fingerprint(item.stored.document) if item.stored else "removed"
        row_or_none = rows.get(name)
        if row_or_none is None or row_or_none.drift_mark == mark:
            continue
        row_or_none.drift_mark = mark
        row_or_none.drift_by = item.stored.updated_by if item.stored else ""
        row_or_none.drift_found_at = clock.now()
        row_or_none.save()
        context = WriteContext(actor=SYSTEM.username, origin="system")
        _record(EventKind.POLICY_DRIFTED, item, item.stored, context, by=row_or_none.drift_by)


def _record(kind: EventKind, item: PlanItem, stored: StoredPolicy | None, context: WriteContext, **more: str) -> None:
    payload = {
        "name": item.name,
        "service": tag_service(),
        "id": stored.id if stored else None,
        "version": stored.version if stored else None,
        "classification": item.classification,
    }
    record(NewEvent(f"policy:{item.name}", kind, payload | more), context=context)
