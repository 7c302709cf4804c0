"""Plans and receipts as JSON, for REST and the command. Pure."""

from collections.abc import Sequence
from typing import Any

from governance.ranger.plan import Plan, PlanAction, PlanItem


def plan_json(plan: Plan) -> dict[str, Any]:
    """`{service, create, update, remove, drift, blocked, foreign, same}`, each a list of policies."""
    lists = {str(action): [item_json(item) for item in plan.of(action)] for action in PlanAction}
    return {"service": plan.service, "desired": plan.desired_count, **lists}


def item_json(item: PlanItem) -> dict[str, Any]:
    stored = item.stored
    return {
        "name": item.name,
        "classification": item.classification,
        "id": stored.id if stored else None,
        "version": stored.version if stored else None,
        "updatedBy": stored.updated_by if stored else None,
        "differences": [
            {"what": change.label, "before": change.before, "after": change.after} for change in item.differences
        ]
        if item.action not in {PlanAction.FOREIGN, PlanAction.SAME}
        else [],
        "inTheWay": {"id": item.in_the_way.id, "name": item.in_the_way.document["name"]} if item.in_the_way else None,
    }


def plan_lines(plan: Plan) -> Sequence[str]:
    """The plan as text, for the command line."""
    words = {
        PlanAction.CREATE: "+ create",
        PlanAction.UPDATE: "~ change",
        PlanAction.REMOVE: "- remove",
        PlanAction.DRIFT: "! drift ",
        PlanAction.BLOCKED: "x blocked",
    }
    lines = []
    for action, word in words.items():
        for item in plan.of(action):
            lines.append(f"{word} {item.name}")
            lines += [
                f"    {change.label}: {change.before or '–'} → {change.after or '–'}" for change in item.differences
            ]
            if item.in_the_way:
                lines.append(f"    in the way: policy {item.in_the_way.id} {item.in_the_way.document['name']}")
    same, foreign = len(plan.of(PlanAction.SAME)), len(plan.of(PlanAction.FOREIGN))
    return [*lines, f"{plan.service}: {same} equal, {foreign} foreign and never touched."]
