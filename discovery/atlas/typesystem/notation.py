"""The short notation in which the shipped types are written, turned into Atlas v2 typedef JSON.

    service: hive
    entities:
      hive_column:
        extends: [DataSet]
        attributes:
          type: string! indexed            # "!" = must have a value
          aliases: array<string> set
    relationships:
      hive_table_columns:
        kind: composition
        tags: one_to_two                   # which way classifications pass; none when left out
        end1: hive_table.columns set container
        end2: hive_column.table

Flags of attributes: set, list, unique, indexed, as-string, notified, soft, owned, weight=N, min=N, max=N.
Flags of ends: set, container, legacy, deletes, renames, carries=FROM:TO.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from discovery.atlas.typesystem.completion import complete_definition

Json = dict[str, Any]

_CATEGORIES = {
    "enums": "ENUM",
    "structs": "STRUCT",
    "classifications": "CLASSIFICATION",
    "entities": "ENTITY",
    "relationships": "RELATIONSHIP",
}
_ATTRIBUTE_FLAGS: dict[str, Json] = {
    "set": {"cardinality": "SET"},
    "list": {"cardinality": "LIST"},
    "unique": {"isUnique": True},
    "indexed": {"isIndexable": True},
    "as-string": {"indexType": "STRING"},
    "notified": {"includeInNotification": True},
    "soft": {"options": {"isSoftReference": "true"}},
    "owned": {"constraints": [{"type": "ownedRef"}]},
}
_ATTRIBUTE_NUMBERS = {"weight": "searchWeight", "min": "valuesMinCount", "max": "valuesMaxCount"}
_END_FLAGS: dict[str, Json] = {
    "set": {"cardinality": "SET"},
    "container": {"isContainer": True},
    "legacy": {"isLegacyAttribute": True},
    "deletes": {"propagateDelete": True},
    "renames": {"propagateRename": True},
}


class NotationError(ValueError):
    """A model file breaks the notation; the text names type and place."""


def read_model(model: Mapping[str, Any]) -> Iterator[Json]:
    """The completed typedefs of one model file. Raises NotationError."""
    service = str(model.get("service", ""))
    for group, entries in model.items():
        if group == "service":
            continue
        if group not in _CATEGORIES:
            raise NotationError(f"unknown group {group}")
        for name, entry in entries.items():
            try:
                yield _definition(name, _CATEGORIES[group], entry or {}, service)
            except (KeyError, ValueError) as error:
                raise NotationError(f"{name}: {error}") from error


def _definition(name: str, category: str, entry: Mapping[str, Any], service: str) -> Json:
    found: Json = {
        "name": name,
        "serviceType": entry.get("service", service),
        "typeVersion": entry.get("version", "1.0"),
        "description": entry.get("description"),
        "options": entry.get("options"),
    }
    if category == "ENUM":
        found["elementDefs"] = [{"value": value, "ordinal": number} for number, value in entry["values"].items()]
        found["defaultValue"] = entry.get("default")
    else:
        found["attributeDefs"] = [_attribute(key, text) for key, text in entry.get("attributes", {}).items()]
    if category in {"ENTITY", "CLASSIFICATION"}:
        found["superTypes"] = entry.get("extends")
    if category == "CLASSIFICATION":
        found["entityTypes"] = entry.get("on")
    if category == "RELATIONSHIP":
        found["relationshipCategory"] = entry["kind"].upper()
        found["propagateTags"] = entry.get("tags", "none").upper()
        found["relationshipLabel"] = entry.get("label")
        found["endDef1"], found["endDef2"] = _end(entry["end1"]), _end(entry["end2"])
    if "overrides" in entry:
        overrides = entry["overrides"].items()
        found["attributeDefOverrides"] = [{"name": key, "autoComputeFormat": text} for key, text in overrides]
    return complete_definition(found, category)


def _attribute(name: str, text: str) -> Json:
    type_name, *flags = text.split()
    found: Json = {"name": name, "typeName": type_name.rstrip("!"), "isOptional": not type_name.endswith("!")}
    for flag in flags:
        key, equals, value = flag.partition("=")
        found |= {_ATTRIBUTE_NUMBERS[key]: int(value)} if equals else _ATTRIBUTE_FLAGS[flag]
    return found


def _end(text: str) -> Json:
    place, *flags = text.split()
    type_name, _, name = place.partition(".")
    found: Json = {"type": type_name, "name": name}
    for flag in flags:
        key, equals, value = flag.partition("=")
        if equals and key == "carries":
            source, _, target = value.partition(":")
            found.setdefault("propagateAttributes", []).append({"source": source, "target": target})
        else:
            found |= _END_FLAGS[flag]
    return found
