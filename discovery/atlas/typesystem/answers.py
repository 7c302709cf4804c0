"""Typedefs as Atlas answers them: with subtypes, relationship attributes and business attributes worked out."""

from collections.abc import Iterable, Mapping
from typing import Any

from discovery.atlas.typesystem.completion import UNLIMITED
from discovery.atlas.typesystem.definitions import EntityType, RelationshipEnd
from discovery.atlas.typesystem.registry import TypeRegistry

Json = dict[str, Any]

GROUPS = {
    "ENUM": "enumDefs",
    "STRUCT": "structDefs",
    "CLASSIFICATION": "classificationDefs",
    "ENTITY": "entityDefs",
    "RELATIONSHIP": "relationshipDefs",
    "BUSINESS_METADATA": "businessMetadataDefs",
}


def typesdef(definitions: Iterable[Mapping[str, Any]], registry: TypeRegistry) -> dict[str, list[Json]]:
    """An AtlasTypesDef of stored definitions; all six lists are there, also the empty ones."""
    found: dict[str, list[Json]] = {group: [] for group in GROUPS.values()}
    for definition in definitions:
        found[GROUPS[definition["category"]]].append(typedef_json(definition, registry))
    return found


def typedef_json(definition: Mapping[str, Any], registry: TypeRegistry) -> Json:
    """One stored definition with what follows from the other types."""
    found = dict(definition)
    name = definition["name"]
    if definition["category"] == "CLASSIFICATION":
        found["subTypes"] = sorted(
            each.name for each in registry.classification_types.values() if name in each.super_types
        )
    if definition["category"] == "ENTITY":
        entity_type = registry.entity_types[name]
        found["subTypes"] = sorted(each.name for each in registry.entity_types.values() if name in each.super_types)
        found["relationshipAttributeDefs"] = [
            _relationship_attribute(end, entity_type) for ends in entity_type.relationship_ends.values() for end in ends
        ]
        found["businessAttributeDefs"] = {
            key: [attribute.definition for attribute in attributes.values()]
            for key, attributes in entity_type.business_metadata.items()
        }
    return found


def _relationship_attribute(end: RelationshipEnd, entity_type: EntityType) -> Json:
    other = end.other.type_name
    return {
        "name": end.attribute,
        "typeName": f"array<{other}>" if end.is_list else other,
        "isOptional": end.attribute not in entity_type.mandatory_ends,
        "cardinality": end.cardinality.value,
        "valuesMinCount": 0 if end.is_legacy else -1,
        "valuesMaxCount": (UNLIMITED if end.is_list else 1) if end.is_legacy else -1,
        "isUnique": False,
        "isIndexable": False,
        "includeInNotification": False,
        "searchWeight": -1,
        "relationshipTypeName": end.relationship.name,
        "isLegacyAttribute": end.is_legacy,
    }
