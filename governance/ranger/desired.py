"""From classifications in use and templates to the policies that must exist. Pure, and nothing else decides.

One policy for each classification in use that has a template: few policies on tags, never one for each column.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from governance.ranger.authority import OUR_LABEL, PolicyDocument
from governance.ranger.documents import ACCESS, DATA_MASK, fingerprint
from governance.ranger.templates import template_for
from governance.ranger.types import Effect, PolicyTemplate

LONGEST_NAME = 255
"""apache/ranger `ranger.policyname.maxlength`, enforced on create and update (RANGER-4319)."""
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class DesiredPolicy:
    """One policy that must exist, because entities carry `classification`."""

    name: str
    classification: str
    template: PolicyTemplate
    document: PolicyDocument
    fingerprint: str


def desired_policies(
    *,
    in_use: Iterable[str],
    super_types: Mapping[str, Sequence[str]],
    templates: Mapping[str, PolicyTemplate],
    service: str,
) -> dict[str, DesiredPolicy]:
    """The policies of one tag service by name. `super_types`: of each classification, nearest first."""
    wanted: dict[str, DesiredPolicy] = {}
    for classification in sorted(set(in_use)):
        template = template_for(classification, super_types=super_types.get(classification, ()), templates=templates)
        if template is None:
            continue
        document = policy_document(classification, template=template, service=service)
        name = str(document["name"])
        wanted[name] = DesiredPolicy(name, classification, template, document, fingerprint(document))
    return wanted


def policy_name(classification: str, effect: Effect) -> str:
    """Deterministic, unique and at most 255 characters: a long name is cut and ends in a digest of the whole."""
    name = f"{OUR_LABEL}:{classification}:{effect}"
    if len(name) <= LONGEST_NAME:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:_DIGEST]
    return f"{name[: LONGEST_NAME - _DIGEST - 1]}~{digest}"


def policy_document(classification: str, *, template: PolicyTemplate, service: str) -> dict[str, Any]:
    """The tag policy of one classification in Ranger's shape."""
    is_mask = template.effect is Effect.MASK
    items = _mask_items(template) if is_mask else _deny_items(template)
    return {
        "service": service,
        "name": policy_name(classification, template.effect),
        "description": f"Made by {OUR_LABEL} from the template {template.classification}.",
        "policyType": DATA_MASK if is_mask else ACCESS,
        "policyPriority": 0,
        "isEnabled": True,
        "isAuditEnabled": True,
        "policyLabels": [OUR_LABEL],
        "resources": {"tag": {"values": [classification], "isExcludes": False, "isRecursive": False}},
        **items,
    }


def _mask_items(template: PolicyTemplate) -> dict[str, Any]:
    """The first item that matches a person decides, so those who see clear come first and everyone last.

    Ranger drops a mask whose component differs from its access types, so each component has items of its own.
    """
    items: list[dict[str, Any]] = []
    for component, accesses in template.components.items():
        types = [f"{component}:{access}" for access in accesses]
        if template.clear_for.names:
            items.append(
                _item(types, _clear_for(template)) | {"dataMaskInfo": {"dataMaskType": f"{component}:MASK_NONE"}}
            )
        info = {"dataMaskType": f"{component}:{template.mask}"}
        if template.value:
            info["valueExpr"] = template.value
        items.append(_item(types, {"groups": ["public"]}) | {"dataMaskInfo": info})
    return {"dataMaskPolicyItems": items}


def _deny_items(template: PolicyTemplate) -> dict[str, Any]:
    """Everyone is denied; isAllowed stays true inside a deny item, where it means "this access is covered"."""
    types = [f"{component}:{access}" for component, accesses in template.components.items() for access in accesses]
    lists: dict[str, Any] = {"denyPolicyItems": [_item(types, {"groups": ["public"]})]}
    if template.clear_for.names:
        lists["denyExceptions"] = [_item(types, _clear_for(template))]
    return lists


def _clear_for(template: PolicyTemplate) -> dict[str, list[str]]:
    people = template.clear_for
    return {"users": list(people.users), "groups": list(people.groups), "roles": list(people.roles)}


def _item(types: Sequence[str], people: Mapping[str, list[str]]) -> dict[str, Any]:
    return {
        "accesses": [{"type": name, "isAllowed": True} for name in types],
        "users": people.get("users", []),
        "groups": people.get("groups", []),
        "roles": people.get("roles", []),
        "conditions": [],
        "delegateAdmin": False,
    }
