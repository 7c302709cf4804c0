"""The columns of an Entity row that are worked out of its attributes, and what changed between two states."""

import uuid
from collections.abc import Mapping
from typing import Any

from catalogsite.common import clock
from discovery.atlas.kinds import kind_of
from discovery.atlas.models import Entity
from discovery.atlas.texts import says_something
from discovery.atlas.typesystem.definitions import EntityType

LONGEST_IN_EVENT = 2_000
_GLOSSARY_KINDS = {Entity.Kind.TERM, Entity.Kind.GLOSSARY}


def new_row(entity_type: EntityType, *, guid: str, actor: str) -> Entity:
    at = clock.now_ms()
    return Entity(
        guid=guid or str(uuid.uuid4()),
        type_name=entity_type.name,
        kind=kind_of(entity_type),
        platform=entity_type.service_type if entity_type.service_type != "atlas_core" else "",
        created_ms=at,
        updated_ms=at,
        created_by=actor,
        updated_by=actor,
    )


def fill_hot_columns(row: Entity) -> None:
    """Sets the columns that mirror attributes. Parent and database are set from relationships."""
    attributes = row.attributes
    row.qualified_name = _text(attributes, "qualifiedName")
    row.name = _text(attributes, "name")
    row.display_name = _text(attributes, "displayName")
    row.description = _text(attributes, "description") or _text(attributes, "comment")
    row.user_description = _text(attributes, "userDescription")
    if row.kind in _GLOSSARY_KINDS:
        row.description = ""
        row.user_description = _text(attributes, "longDescription") or _text(attributes, "shortDescription")
    row.owner = _text(attributes, "owner")
    row.is_temporary = attributes.get("temporary") is True
    row.data_type = next((value for key in ("type", "dataType", "data_type") if (value := _text(attributes, key))), "")[
        :255
    ]
    row.is_documented = says_something(row.text, row.name)


def _text(attributes: Mapping[str, Any], name: str) -> str:
    value = attributes.get(name)
    return value if isinstance(value, str) else ""


def position_of(row: Entity) -> int | None:
    """Where a column says it stands."""
    for name in ("position", "ordinal_position"):
        value = row.attributes.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Attribute → from and to, for those that differ; long texts are cut."""
    return {name: _change(before.get(name), value) for name, value in after.items() if before.get(name) != value}


def _change(old: Any, new: Any) -> dict[str, Any]:
    change: dict[str, Any] = {"from": old, "to": new}
    for side in ("from", "to"):
        if isinstance(change[side], str) and len(change[side]) > LONGEST_IN_EVENT:
            change[side] = change[side][:LONGEST_IN_EVENT]
            change["cut"] = True
    return change


def merged(
    entity_type: EntityType, stored: Mapping[str, Any], sent: Mapping[str, Any], *, partial: bool
) -> dict[str, Any]:
    """Stored attributes with the sent ones over them, as Atlas merges: structs by member, append-only lists grow."""
    result = dict(stored)
    for name, value in sent.items():
        attribute = entity_type.attributes[name]
        old = result.get(name)
        if _is_struct(value) and _is_struct(old) and old is not None:
            members = {**old["attributes"], **value["attributes"]}
            result[name] = {"typeName": value["typeName"], "attributes": members}
        elif value is None and _is_struct(old):
            continue
        elif partial and attribute.is_append_on_partial_update:
            result[name] = _appended(old, value)
        else:
            result[name] = value
    return result


def _is_struct(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("attributes"), dict) and "typeName" in value


def _appended(old: Any, value: Any) -> Any:
    if value is None:
        return old
    if isinstance(old, list) and isinstance(value, list):
        return [*old, *(each for each in value if each not in old)]
    if isinstance(old, dict) and isinstance(value, dict):
        return {**old, **value}
    return value
