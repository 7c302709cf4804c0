"""Creating, changing and deleting types in the tables, with the rules and codes of a real Atlas (recording 02).

Each function is one transaction with its TYPEDEF_* events; a request with one wrong type changes nothing.
"""

import re
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import Conflict, InvalidInput, NotFound
from discovery.atlas.models import Entity, EntityClassification, Relationship, TypeDef
from discovery.atlas.registry import type_registry, types_changed
from discovery.atlas.typesystem import TypeRegistry
from discovery.atlas.typesystem.answers import GROUPS, typesdef
from discovery.atlas.typesystem.completion import complete_definition, stamped
from discovery.atlas.typesystem.rules import check_among_others, check_new, check_update
from workflows.events import services as events
from workflows.events.types import EventKind, NewEvent

Json = Mapping[str, Any]


def create_typedefs(typedefs: Json, context: WriteContext) -> dict[str, Any]:
    """Creates every type of an AtlasTypesDef and answers them as stored.

    Raises Conflict (409-001) when a name is taken, InvalidInput when a definition is wrong.
    """
    definitions = list(_definitions(typedefs))
    with transaction.atomic():
        _refuse_taken([definition["name"] for definition in definitions if definition.get("name")])
        for definition in definitions:
            check_new(definition)
        rows = [_new_row(definition, context) for definition in definitions]
        registry = _checked_registry(rows)
        TypeDef.objects.bulk_create(rows, batch_size=100)
        _record(EventKind.TYPEDEF_CREATE, rows, context)
    return typesdef([row.definition for row in rows], registry)


def update_typedefs(typedefs: Json, context: WriteContext) -> dict[str, Any]:
    """Changes existing types: an equal definition changes nothing, an omitted description or option is kept.

    Raises NotFound (404-001) when a type does not exist, InvalidInput when the change would take something away.
    """
    definitions = list(_definitions(typedefs))
    with transaction.atomic():
        rows = {row.name: row for row in TypeDef.objects.filter(name__in=[each.get("name") for each in definitions])}
        changed = [row for row in (_update_row(rows, each, context) for each in definitions) if row is not None]
        registry = _checked_registry(changed)
        if changed:
            fields = ["definition", "version", "updated_ms", "updated_by"]
            TypeDef.objects.bulk_update(changed, fields, batch_size=100)
            _record(EventKind.TYPEDEF_UPDATE, changed, context)
    return typesdef([rows[definition["name"]].definition for definition in definitions], registry)


def delete_typedef(name: str, context: WriteContext) -> None:
    """Deletes a type that nothing uses. Raises NotFound (404-001) or Conflict (409-002 in use, 409-005 as an end)."""
    with transaction.atomic():
        row = TypeDef.objects.filter(name=name).first()
        if row is None:
            raise _unknown(name)
        _refuse_used(row, type_registry())
        row.delete()
        _record(EventKind.TYPEDEF_DELETE, [row], context)


def _definitions(typedefs: Json) -> Iterable[dict[str, Any]]:
    """The completed definitions of an AtlasTypesDef; a name that comes twice counts once, the last wins."""
    found: dict[Any, dict[str, Any]] = {}
    for category, group in GROUPS.items():
        for definition in typedefs.get(group) or ():
            if not isinstance(definition, Mapping):
                raise InvalidInput(f"{group}: a definition must be an object", details={"errorCode": "400-029"})
            found[definition.get("name")] = complete_definition(definition, category)
    return found.values()


def _refuse_taken(names: list[str]) -> None:
    taken = TypeDef.objects.filter(name__in=names).values_list("name", flat=True).first()
    if taken is not None:
        raise Conflict(f"Given type {taken} already exists", details={"errorCode": "409-001", "typeName": taken})


def _new_row(definition: dict[str, Any], context: WriteContext) -> TypeDef:
    given = definition.get("guid") or ""
    guid = given if _is_free_guid(given) else str(uuid.uuid4())
    now = clock.now_ms()
    people = (context.actor, context.actor)
    return TypeDef(
        name=definition["name"],
        category=definition["category"],
        guid=guid,
        definition=stamped(definition, guid=guid, version=1, by=people, at=(now, now)),
        created_ms=now,
        updated_ms=now,
        created_by=context.actor,
        updated_by=context.actor,
    )


def _is_free_guid(guid: str) -> bool:
    if not guid or guid.startswith("-") or len(guid) > 64:
        return False
    return not TypeDef.objects.filter(guid=guid).exists()


def _update_row(rows: dict[str, TypeDef], definition: dict[str, Any], context: WriteContext) -> TypeDef | None:
    row = rows.get(definition.get("name") or "")
    if row is None:
        raise _unknown(definition.get("name"))
    if row.category != definition["category"]:
        message = f"{row.name} is of category {row.category}, not {definition['category']}"
        raise InvalidInput(message, details={"errorCode": "400-010", "field": row.name})
    check_new(definition)
    check_update(row.definition, definition)
    kept = {name: row.definition[name] for name in ("serviceType", "options") if name in row.definition}
    if definition["description"] == row.name:
        definition["description"] = row.definition.get("description", row.name)
    now = clock.now_ms()
    updated = stamped(
        kept | definition,
        guid=row.guid,
        version=row.version + 1,
        by=(row.created_by, context.actor),
        at=(row.created_ms, now),
    )
    if _without_stamp(updated) == _without_stamp(row.definition):
        return None
    row.definition, row.version, row.updated_ms, row.updated_by = updated, row.version + 1, now, context.actor
    return row


def _without_stamp(definition: Json) -> dict[str, Any]:
    stamp = {"guid", "version", "createdBy", "updatedBy", "createTime", "updateTime"}
    return {name: value for name, value in definition.items() if name not in stamp}


def _checked_registry(changed: list[TypeDef]) -> TypeRegistry:
    """The registry as it would be; building it checks every reference."""
    definitions = dict(TypeDef.objects.order_by("id").values_list("name", "definition"))
    definitions |= {row.name: row.definition for row in changed}
    registry = TypeRegistry.build(definitions.values())
    check_among_others([row.name for row in changed], registry)
    return registry


def _record(kind: EventKind, rows: list[TypeDef], context: WriteContext) -> None:
    if not rows:
        return
    types_changed()
    events.record_many(
        [
            NewEvent(key=f"type:{row.name}", kind=kind, payload={"name": row.name, "category": row.category})
            for row in rows
        ],
        context=context,
    )


def _unknown(name: Any) -> NotFound:
    message = f"Given typename {name} was invalid"
    return NotFound(message, details={"errorCode": "404-001", "typeName": name})


def _refuse_used(row: TypeDef, registry: TypeRegistry) -> None:
    name = row.name
    if _has_instances(row) or _has_subtypes(name, registry) or _is_attribute_type(name):
        raise Conflict(f"Given type {name} has references", details={"errorCode": "409-002", "typeName": name})
    for relationship in registry.relationship_types.values():
        if name in (relationship.end1.type_name, relationship.end2.type_name):
            message = f"Given type {name} has associated relationshipDefs ({relationship.name})"
            raise Conflict(message, details={"errorCode": "409-005", "typeName": name})


def _has_instances(row: TypeDef) -> bool:
    """Soft-deleted instances count too."""
    if row.category == TypeDef.Category.ENTITY:
        return Entity.objects.filter(type_name=row.name).exists()
    if row.category == TypeDef.Category.CLASSIFICATION:
        return EntityClassification.objects.filter(type_name=row.name).exists()
    if row.category == TypeDef.Category.RELATIONSHIP:
        return Relationship.objects.filter(type_name=row.name).exists()
    if row.category == TypeDef.Category.BUSINESS_METADATA:
        return Entity.objects.filter(business_attributes__has_key=row.name).exists()
    return False


def _has_subtypes(name: str, registry: TypeRegistry) -> bool:
    return registry.subtypes(name) > {name} or any(
        name in (each.entity_types or ()) and name in (each.definition.get("entityTypes") or ())
        for each in registry.classification_types.values()
    )


def _is_attribute_type(name: str) -> bool:
    for definition in TypeDef.objects.exclude(name=name).values_list("definition", flat=True):
        for attribute in definition.get("attributeDefs") or ():
            if name in re.findall(r"[^<>,]+", attribute["typeName"]):
                return True
    return False
