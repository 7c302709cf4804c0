"""Policy documents in Ranger's shape: filling defaults, comparing, fingerprints, signatures, differences. Pure.

Ranger adds fields of its own to what it is given; a comparison leaves them out. The order of items has a meaning (the
first that matches decides), the order of names inside one has none.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from catalogsite.common.ui import FieldChange
from governance.ranger.authority import PolicyDocument
from governance.ranger.words import accesses_words, mask_word, principals_words

ITEM_LISTS = (
    "policyItems",
    "denyPolicyItems",
    "allowExceptions",
    "denyExceptions",
    "dataMaskPolicyItems",
    "rowFilterPolicyItems",
)
_SERVER_FIELDS = frozenset(
    {
        "id",
        "guid",
        "version",
        "createdBy",
        "updatedBy",
        "createTime",
        "updateTime",
        "resourceSignature",
        "serviceType",
        "zoneName",
        "description",
    }
)
ACCESS, DATA_MASK = 0, 1


def normal_form(document: PolicyDocument) -> dict[str, Any]:
    """The document with defaults filled in, names sorted and what the server adds left out."""
    kept = {key: value for key, value in document.items() if key not in _SERVER_FIELDS and value not in (None, [], {})}
    kept.setdefault("policyType", ACCESS)
    kept.setdefault("policyPriority", 0)
    kept.setdefault("isEnabled", True)
    kept.setdefault("isAuditEnabled", True)
    kept.setdefault("isDenyAllElse", False)
    kept["policyLabels"] = sorted(set(kept.get("policyLabels", ())))
    kept["resources"] = {name: _resource(value) for name, value in kept.get("resources", {}).items()}
    for name in ITEM_LISTS:
        if name in kept:
            kept[name] = [_item(item) for item in kept[name]]
    return kept


def _resource(value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "values": sorted(value.get("values", ())),
        "isExcludes": bool(value.get("isExcludes", False)),
        "isRecursive": bool(value.get("isRecursive", False)),
    }


def _item(item: Mapping[str, Any]) -> dict[str, Any]:
    normal = {key: value for key, value in item.items() if value not in (None, [], {}, False)}
    for kind in ("users", "groups", "roles"):
        if kind in normal:
            normal[kind] = sorted(set(normal[kind]))
    if "conditions" in normal:
        normal["conditions"] = [
            {name: value for name, value in condition.items() if value} for condition in normal["conditions"]
        ]
    accesses = sorted({str(access["type"]) for access in item.get("accesses", ()) if access.get("isAllowed", True)})
    return normal | {"accesses": accesses}


def fingerprint(document: PolicyDocument) -> str:
    """Equal for documents that mean the same to Ranger."""
    return _sha(json.dumps(normal_form(document), sort_keys=True, ensure_ascii=False))


def signature(document: PolicyDocument) -> str:
    """What Ranger forbids two enabled policies of one service to share: type and resources (SHA-256 over this text)."""
    resources = document.get("resources", {})
    parts = ", ".join(f"{name}={_signed(resources[name])}" for name in sorted(resources))
    return _sha(f"{{version=1,type={document.get('policyType', ACCESS) or ACCESS},resource={{{parts}}}}}")


def _signed(value: Mapping[str, Any]) -> str:
    normal = _resource(value)
    values = ", ".join(normal["values"])
    return f"{{values=[{values}],excludes={_java(normal['isExcludes'])},recursive={_java(normal['isRecursive'])}}}"


def _java(value: bool) -> str:
    return "true" if value else "false"


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def tags_of(document: PolicyDocument) -> list[str]:
    """The classifications a tag policy speaks of."""
    return list(document.get("resources", {}).get("tag", {}).get("values", ()))


def differences(before: PolicyDocument | None, after: PolicyDocument | None) -> list[FieldChange]:
    """What differs between two documents, one line for each thing that has a word; equal lines are left out."""
    old, new = _lines(before), _lines(after)
    labels = [*new, *(label for label in old if label not in new)]
    changes = [FieldChange(label, before=old.get(label, ""), after=new.get(label, "")) for label in labels]
    return [change for change in changes if change.before != change.after]


def _lines(document: PolicyDocument | None) -> dict[str, str]:
    if document is None:
        return {}
    normal = normal_form(document)
    lines = {
        _("When tagged"): ", ".join(tags_of(document)),
        _("Is in force"): _("yes") if normal["isEnabled"] else _("no, disabled"),
        _("Overrides others"): _("yes") if normal["policyPriority"] else "",
    }
    lines |= _item_lines(normal)
    covered = {"resources", "policyLabels", "name", "service", "policyType", "isEnabled", "policyPriority", *ITEM_LISTS}
    lines |= {key: json.dumps(value, sort_keys=True) for key, value in normal.items() if key not in covered}
    for name, usual in (("isAuditEnabled", True), ("isDenyAllElse", False)):
        if normal[name] is usual:
            lines.pop(name, None)
    return {label: text for label, text in lines.items() if text}


def _item_lines(normal: Mapping[str, Any]) -> dict[str, str]:
    """Whom the items reach, gathered by what they do: "Hashed" → "everyone (hive, trino)"."""
    lines: dict[str, list[str]] = {}
    for name, label in (
        ("policyItems", _("Allowed")),
        ("denyPolicyItems", _("Denied")),
        ("allowExceptions", _("Not allowed")),
        ("denyExceptions", _("Not denied")),
        ("rowFilterPolicyItems", _("Rows filtered")),
    ):
        for item in normal.get(name, ()):
            lines.setdefault(label, []).append(_reach(item, extra=item.get("rowFilterInfo", {}).get("filterExpr", "")))
    for item in normal.get("dataMaskPolicyItems", ()):
        info = item.get("dataMaskInfo", {})
        word = mask_word(str(info.get("dataMaskType", "")))
        lines.setdefault(word[:1].upper() + word[1:], []).append(_reach(item, extra=info.get("valueExpr") or ""))
    return {label: "; ".join(_unique(parts)) for label, parts in lines.items()}


def _reach(item: Mapping[str, Any], *, extra: str = "") -> str:
    accesses = {"accesses": [{"type": access} for access in item["accesses"]]}
    words = f"{principals_words(item)} ({accesses_words(accesses)})"
    return f"{words}: {extra}" if extra else words


def _unique(parts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(parts))
