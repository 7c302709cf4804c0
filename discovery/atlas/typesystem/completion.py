"""Fills a typedef up to what a server answers: every member there is, with the default Atlas gives it."""

from collections.abc import Mapping
from typing import Any

UNLIMITED = 2_147_483_647


def complete_definition(definition: Mapping[str, Any], category: str) -> dict[str, Any]:
    """A copy with category, description, typeVersion and full attribute definitions; null members are dropped."""
    found = {name: value for name, value in definition.items() if value is not None}
    found["category"] = category
    found.setdefault("description", found.get("name", ""))
    found.setdefault("typeVersion", "1.0")
    if category == "ENUM":
        found["elementDefs"] = list(found.get("elementDefs") or ())
    else:
        attributes = found.get("attributeDefs") or ()
        found["attributeDefs"] = [complete_attribute(each) for each in attributes if each and each.get("name")]
    if category in {"ENTITY", "CLASSIFICATION"}:
        found["superTypes"] = list(dict.fromkeys(found.get("superTypes") or ()))
    if category == "CLASSIFICATION":
        found["entityTypes"] = list(dict.fromkeys(found.get("entityTypes") or ()))
    if category == "RELATIONSHIP":
        found["relationshipCategory"] = found.get("relationshipCategory") or "ASSOCIATION"
        found["propagateTags"] = found.get("propagateTags") or "NONE"
        for end in ("endDef1", "endDef2"):
            found[end] = _complete_end(found.get(end) or {})
    for name in ("subTypes", "relationshipAttributeDefs", "businessAttributeDefs"):
        found.pop(name, None)  # what a server works out; clients send it back
    return found


def stamped(
    definition: Mapping[str, Any], *, guid: str, version: int, by: tuple[str, str], at: tuple[int, int]
) -> dict[str, Any]:
    """The definition with what a server writes on it: guid, version, who and when (created, updated)."""
    return {
        **definition,
        "guid": guid,
        "version": version,
        "createdBy": by[0],
        "updatedBy": by[1],
        "createTime": at[0],
        "updateTime": at[1],
    }


def complete_attribute(definition: Mapping[str, Any]) -> dict[str, Any]:
    """An attributeDef with every member Atlas shows; optional ones need no value, lists may be of any length."""
    optional = bool(definition.get("isOptional"))
    cardinality = definition.get("cardinality") or "SINGLE"
    low, high = definition.get("valuesMinCount"), definition.get("valuesMaxCount")
    found = {
        "name": definition["name"],
        "typeName": definition.get("typeName"),
        "isOptional": optional,
        "cardinality": cardinality,
        "valuesMinCount": low if low is not None and low >= 0 else int(not optional),
        "valuesMaxCount": high if high is not None and high >= 0 else (1 if cardinality == "SINGLE" else UNLIMITED),
        "isUnique": bool(definition.get("isUnique")),
        "isIndexable": bool(definition.get("isIndexable")),
        "includeInNotification": bool(definition.get("includeInNotification")),
        "searchWeight": definition.get("searchWeight", -1),
    }
    return found | {name: value for name, value in definition.items() if name not in found and value is not None}


def _complete_end(definition: Mapping[str, Any]) -> dict[str, Any]:
    found = {
        "type": definition.get("type"),
        "name": definition.get("name"),
        "isContainer": bool(definition.get("isContainer")),
        "cardinality": definition.get("cardinality") or "SINGLE",
        "isLegacyAttribute": bool(definition.get("isLegacyAttribute")),
        "propagateDelete": bool(definition.get("propagateDelete")),
        "propagateRename": bool(definition.get("propagateRename")),
    }
    return found | {name: value for name, value in definition.items() if name not in found and value is not None}
