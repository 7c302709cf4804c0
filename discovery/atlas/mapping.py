"""Rows as Atlas v2 JSON (apache/atlas intg/…/model/instance: AtlasEntity, AtlasRelatedObjectId, AtlasClassification).

Pure: rows, their edges and the type registry in, JSON out. Legacy ends also stand in `attributes`, without deleted
edges; `relationshipAttributes` holds every end with every edge that ever was, as a real server answers it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.typesystem import RelationshipEnd, TypeRegistry

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One edge as one of its entities sees it: `end` is the side that entity stands on."""

    edge: Relationship
    end: int
    other: Entity


def entity_as_json(
    row: Entity,
    *,
    registry: TypeRegistry,
    neighbours: Sequence[Neighbour] | None,
    classifications: Iterable[EntityClassification] = (),
) -> Json:
    """AtlasEntity. Without `neighbours` (None) the answer has no relationships at all."""
    found: Json = {
        "typeName": row.type_name,
        "attributes": dict(row.attributes),
        "guid": row.guid,
        "isIncomplete": row.is_incomplete,
        "status": row.status,
        "createdBy": row.created_by,
        "updatedBy": row.updated_by,
        "createTime": row.created_ms,
        "updateTime": row.updated_ms,
        "version": row.version,
        "labels": list(row.labels),
    }
    if neighbours is not None:
        found["relationshipAttributes"] = _add_relationships(row, found["attributes"], neighbours, registry)
    if shown := [classification_as_json(each) for each in classifications]:
        found["classifications"] = shown
    optional = {
        "homeId": row.home_id,
        "customAttributes": row.custom_attributes,
        "businessAttributes": row.business_attributes,
    }
    return found | {name: value for name, value in optional.items() if value}


def classification_as_json(row: EntityClassification) -> Json:
    """AtlasClassification; a propagated one names its source in `entityGuid`."""
    found: Json = {
        "typeName": row.type_name,
        "attributes": row.attributes,
        "entityGuid": row.source_guid,
        "entityStatus": row.entity_status,
        "propagate": row.propagate,
        "removePropagationsOnEntityDelete": row.remove_propagations_on_entity_delete,
    }
    if row.validity_periods:
        found["validityPeriods"] = list(row.validity_periods)
    return found


def display_text(row: Entity, registry: TypeRegistry) -> str:
    """What Atlas calls displayText: the attribute its type names, else name, display name, qualified name."""
    known = registry.entity_types.get(row.type_name)
    chosen = row.attributes.get(known.options.get("displayTextAttribute", "")) if known else None
    return str(chosen or row.name or row.display_name or row.qualified_name)


def _add_relationships(
    row: Entity, attributes: Json, neighbours: Sequence[Neighbour], registry: TypeRegistry
) -> dict[str, Any]:
    known = registry.entity_types.get(row.type_name)
    if known is None:
        return {}
    by_side: dict[tuple[str, int], list[Neighbour]] = {}
    for each in neighbours:
        by_side.setdefault((each.edge.type_name, each.end), []).append(each)
    found: dict[str, Any] = {}
    for name, ends in known.relationship_ends.items():
        edges = [each for end in ends for each in by_side.get((end.relationship.name, end.end), ())]
        edges.sort(key=lambda each: (each.edge.order, each.edge.pk))
        found[name] = _value(ends, [_related(each, registry) for each in edges], edges)
        if any(end.is_legacy for end in ends):
            living = [each for each in edges if each.edge.status == Entity.Status.ACTIVE]
            attributes[name] = _value(ends, [_object_id(each.other) for each in living], living)
    return found


def _value(ends: Sequence[RelationshipEnd], shown: list[Json], edges: Sequence[Neighbour]) -> Any:
    """A list, or for a single-valued end the living one, else the one deleted last."""
    if any(end.is_list for end in ends):
        return shown
    best: Json | None = None
    for value, each in zip(shown, edges, strict=True):
        if each.edge.status == Entity.Status.ACTIVE:
            return value
        best = value
    return best


def _object_id(row: Entity) -> Json:
    return {"guid": row.guid, "typeName": row.type_name}


def _related(neighbour: Neighbour, registry: TypeRegistry) -> Json:
    edge, other = neighbour.edge, neighbour.other
    about: Mapping[str, Any] = {"typeName": edge.type_name}
    if edge.attributes:
        about = {"typeName": edge.type_name, "attributes": edge.attributes}
    found = _object_id(other) | {
        "entityStatus": other.status,
        "displayText": display_text(other, registry),
        "relationshipType": edge.type_name,
        "relationshipGuid": edge.guid,
        "relationshipStatus": edge.status,
        "relationshipAttributes": about,
    }
    return found | ({"qualifiedName": other.qualified_name} if other.qualified_name else {})
