"""What would make the stored policies equal to the desired ones. Pure: compares three things and changes none.

Desired (templates and classifications), stored (the authority), applied (what we last wrote). Stored differs from
applied: somebody edited by hand, which is drift. Stored equals applied but not desired: ours to change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from catalogsite.common.ui import FieldChange
from governance.ranger.authority import OUR_LABEL, StoredPolicy
from governance.ranger.desired import DesiredPolicy
from governance.ranger.documents import differences, fingerprint, signature, tags_of


class PlanAction(StrEnum):
    """What stands between the stored policies and the desired state, one word for each policy."""

    CREATE = "create"
    UPDATE = "update"
    REMOVE = "remove"
    DRIFT = "drift"
    """Somebody edited or removed our policy by hand. Decided alone, never by applying a plan."""
    BLOCKED = "blocked"
    """A foreign policy holds the name or the resource; Ranger would refuse (3006, 3010)."""
    FOREIGN = "foreign"
    SAME = "same"


APPLICABLE = frozenset({PlanAction.CREATE, PlanAction.UPDATE, PlanAction.REMOVE})


@dataclass(frozen=True, slots=True)
class Applied:
    """What we remember of our last write: enough to tell a hand edit from a change of ours."""

    name: str
    classification: str
    fingerprint: str
    policy_id: int
    version: int
    applied_by: str
    applied_at: datetime


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One policy of a plan. `stored` is what is there, `desired` what must be; either may be absent."""

    action: PlanAction
    name: str
    classification: str = ""
    differences: Sequence[FieldChange] = ()
    stored: StoredPolicy | None = None
    desired: DesiredPolicy | None = None
    applied: Applied | None = None
    in_the_way: StoredPolicy | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that differs between one tag service and the desired state, read at one moment."""

    service: str
    items: Sequence[PlanItem] = field(default_factory=tuple)
    desired_count: int = 0

    def of(self, *actions: PlanAction) -> list[PlanItem]:
        return [item for item in self.items if item.action in actions]

    def find(self, name: str) -> PlanItem | None:
        """The item of one of our policies."""
        return next((item for item in self.items if item.name == name and item.action is not PlanAction.FOREIGN), None)

    @property
    def would_empty(self) -> bool:
        """Nothing is desired any more although policies of ours exist: perhaps a mistake, so people confirm it."""
        return self.desired_count == 0 and bool(self.of(PlanAction.REMOVE))


def make_plan(
    *,
    service: str,
    desired: Mapping[str, DesiredPolicy],
    stored: Sequence[StoredPolicy],
    applied: Mapping[str, Applied],
) -> Plan:
    """Compares the three. Policies without our label are foreign, whatever their name."""
    ours = {str(policy.document["name"]): policy for policy in stored if is_ours(policy)}
    foreign = [policy for policy in stored if not is_ours(policy)]
    names = sorted({*desired, *ours, *applied})
    items = [
        item
        for name in names
        if (item := _compare(name, desired.get(name), ours.get(name), applied.get(name), foreign)) is not None
    ]
    items += [
        PlanItem(PlanAction.FOREIGN, str(policy.document["name"]), ", ".join(tags_of(policy.document)), stored=policy)
        for policy in foreign
    ]
    return Plan(service=service, items=items, desired_count=len(desired))


def is_ours(policy: StoredPolicy) -> bool:
    return OUR_LABEL in policy.document.get("policyLabels", ())


def _compare(
    name: str,
    desired: DesiredPolicy | None,
    stored: StoredPolicy | None,
    applied: Applied | None,
    foreign: Sequence[StoredPolicy],
) -> PlanItem | None:
    classification = desired.classification if desired else applied.classification if applied else ""
    if stored is None and desired is None:
        return None
    changes = differences(stored.document if stored else None, desired.document if desired else None)
    item = PlanItem(
        _action(desired, stored, applied),
        name,
        classification or ", ".join(tags_of(stored.document) if stored else ()),
        changes,
        stored=stored,
        desired=desired,
        applied=applied,
    )
    obstacle = _obstacle(name, desired, foreign) if item.action in {PlanAction.CREATE, PlanAction.DRIFT} else None
    if obstacle is None or (item.action is PlanAction.DRIFT and stored is not None):
        return item
    return PlanItem(
        PlanAction.BLOCKED, name, item.classification, changes, desired=desired, applied=applied, in_the_way=obstacle
    )


def _action(desired: DesiredPolicy | None, stored: StoredPolicy | None, applied: Applied | None) -> PlanAction:
    if stored is None:
        return PlanAction.DRIFT if applied is not None else PlanAction.CREATE
    now = fingerprint(stored.document)
    if desired is not None and now == desired.fingerprint:
        return PlanAction.SAME
    if applied is None or now != applied.fingerprint:
        return PlanAction.DRIFT
    return PlanAction.REMOVE if desired is None else PlanAction.UPDATE


def _obstacle(name: str, desired: DesiredPolicy | None, foreign: Sequence[StoredPolicy]) -> StoredPolicy | None:
    """The foreign policy that makes ours impossible: the same name, or the same resource while enabled."""
    if desired is None:
        return None
    wanted = signature(desired.document)
    for policy in foreign:
        is_enabled = policy.document.get("isEnabled", True)
        if policy.document["name"] == name or (is_enabled and signature(policy.document) == wanted):
            return policy
    return None
