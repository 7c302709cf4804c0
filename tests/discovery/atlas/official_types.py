"""The official typedefs as a server ends up with them: each folder's models in file order, then its patches."""

import copy
import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

CATEGORIES = {
    "enumDefs": "ENUM",
    "structDefs": "STRUCT",
    "classificationDefs": "CLASSIFICATION",
    "entityDefs": "ENTITY",
    "relationshipDefs": "RELATIONSHIP",
}


def official_types(folder: Path) -> dict[str, Json]:
    """Every official type by name, with its category and the patches worked in."""
    types: dict[str, Json] = {}
    for area in sorted(path for path in folder.iterdir() if path.is_dir()):
        for model in sorted(area.glob("*.json")):
            for group, definitions in json.loads(model.read_text()).items():
                for definition in definitions:
                    types[definition["name"]] = {**definition, "category": CATEGORIES[group], "model": model.stem}
        for patch_file in sorted((area / "patches").glob("*.json")):
            for patch in json.loads(patch_file.read_text())["patches"]:
                apply_patch(types, patch)
    return types


def apply_patch(types: dict[str, Json], patch: Json) -> None:
    """Works one patch in, when it is meant for the version that the type has."""
    definition = types.get(patch["typeName"])
    if definition is None or not _is_meant_for(definition.get("typeVersion"), patch["applyToVersion"]):
        return
    _ACTIONS[patch["action"]](types, definition, patch)
    definition["typeVersion"] = patch["updateToVersion"]


def _is_meant_for(current: str | None, wanted: str) -> bool:
    return current is None or current == wanted or current.startswith(f"{wanted}.")


def _put_attributes(types: dict[str, Json], definition: Json, patch: Json) -> None:
    attributes = {each["name"]: each for each in definition.get("attributeDefs", [])}
    attributes.update({each["name"]: each for each in patch["attributeDefs"]})
    definition["attributeDefs"] = list(attributes.values())


def _update_attribute_metadata(types: dict[str, Json], definition: Json, patch: Json) -> None:
    for each in definition.get("attributeDefs", []):
        if each["name"] == patch["attributeName"]:
            each.update(patch["params"])


def _set_service_type(types: dict[str, Json], definition: Json, patch: Json) -> None:
    definition["serviceType"] = patch["serviceType"]


def _update_enum(types: dict[str, Json], definition: Json, patch: Json) -> None:
    elements = {each["value"]: each for each in definition["elementDefs"]}
    elements.update({each["value"]: each for each in patch["elementDefs"]})
    definition["elementDefs"] = list(elements.values())


def _update_options(types: dict[str, Json], definition: Json, patch: Json) -> None:
    definition["options"] = {**(definition.get("options") or {}), **patch["typeDefOptions"]}


def _add_super_types(types: dict[str, Json], definition: Json, patch: Json) -> None:
    known = definition.get("superTypes") or []
    definition["superTypes"] = known + [name for name in patch["superTypes"] if name not in known]


def _remove_legacy_references(types: dict[str, Json], definition: Json, patch: Json) -> None:
    params = patch.get("params") or {}
    for end in ("endDef1", "endDef2"):
        owner = types[definition[end]["type"]]
        kept = [each for each in owner.get("attributeDefs", []) if each["name"] != definition[end]["name"]]
        owner["attributeDefs"] = kept
        definition[end] = {**definition[end], "isLegacyAttribute": False}
    if params.get("swapEnds") == "true":
        definition["endDef1"], definition["endDef2"] = definition["endDef2"], definition["endDef1"]
    for name in ("relationshipLabel", "relationshipCategory"):
        if params.get(name):
            definition[name] = params[name]


def _set_overrides(types: dict[str, Json], definition: Json, patch: Json) -> None:
    definition["attributeDefOverrides"] = copy.deepcopy(patch["attributeDefs"])


def _set_on_end(member: str) -> Any:
    def apply(types: dict[str, Json], definition: Json, patch: Json) -> None:
        end = definition[patch["params"]["endDefToken"]]
        end[member] = True
        if "propagateAttributes" in patch["params"]:
            end["propagateAttributes"] = patch["params"]["propagateAttributes"]

    return apply


_ACTIONS = {
    "ADD_ATTRIBUTE": _put_attributes,
    "UPDATE_ATTRIBUTE": _put_attributes,
    "UPDATE_ATTRIBUTE_METADATA": _update_attribute_metadata,
    "SET_SERVICE_TYPE": _set_service_type,
    "UPDATE_ENUMDEF": _update_enum,
    "UPDATE_TYPEDEF_OPTIONS": _update_options,
    "ADD_SUPER_TYPES": _add_super_types,
    "REMOVE_LEGACY_REF_ATTRIBUTES": _remove_legacy_references,
    "SET_ATTRIBUTE_DEF_OVERRIDES": _set_overrides,
    "SET_PROPAGATE_RENAME": _set_on_end("propagateRename"),
    "SET_PROPAGATE_DELETE": _set_on_end("propagateDelete"),
}
