"""Relationships as things of their own: create, update (tags' direction, block list), delete; glossary assignments."""

from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import Conflict, InvalidInput, NotFound
from discovery.atlas.authority import Json
from discovery.atlas.backends.embedded import propagation, spreading
from discovery.atlas.backends.embedded.change import Change, entity_payload
from discovery.atlas.backends.embedded.edges import Edges
from discovery.atlas.backends.embedded.lookup import Lookup, dangling, unique_key
from discovery.atlas.backends.embedded.placement import hand_down_database, place
from discovery.atlas.backends.embedded.shapes import check_object, check_objects, check_storable
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.registry import type_registry
from discovery.atlas.typesystem import TypeRegistry
from discovery.atlas.typesystem.definitions import RelationshipEnd, RelationshipType
from workflows.events.services import record_many
from workflows.events.types import EventKind, NewEvent

ASSIGNMENT = "AtlasGlossarySemanticAssignment"


def save(relationship: Json, context: WriteContext) -> dict[str, Any]:
    """Creates (no guid) or updates a relationship; answers it as stored."""
    check_object(relationship.get("attributes"), "attributes")
    check_storable(relationship, "relationship")
    registry = type_registry()
    if relationship.get("guid"):
        return _update(_get(str(relationship["guid"])), relationship, registry, context)
    kind = registry.get_relationship_type(relationship.get("typeName"))
    lookup = Lookup(registry)
    end1, end2 = (_end_row(relationship.get(name), lookup, name) for name in ("end1", "end2"))
    if not _fits(end1, end2, kind, registry):
        if not _fits(end2, end1, kind, registry):
            message = f"invalid relationshipDef: {kind.name} does not join {end1.type_name} and {end2.type_name}"
            raise InvalidInput(message, details={"errorCode": "400-036", "typeName": kind.name})
        end1, end2 = end2, end1
    _refuse_doubled(kind, end1, end2)
    change = Change(context)
    edges = Edges(change, lookup)
    edges.load([end1, end2], [kind.name])
    attributes = registry.with_defaults(kind, registry.normalize_attributes(kind, relationship.get("attributes")))
    edge = edges.connect(end1, end2, RelationshipEnd(kind, 1), attributes=attributes)
    if relationship.get("propagateTags"):
        edge.propagate_tags = _direction(str(relationship["propagateTags"]), kind)
    edge.blocked_classifications = _blocked(relationship) or []
    edges.store()
    moved = place(
        [(edge, kind)], [(gone, registry.relationship_types[gone.type_name]) for gone in edges.removed], change, lookup
    )
    change.store_updated()
    hand_down_database(moved)
    change.record_events()
    positions = _tell(EventKind.RELATIONSHIP_CREATE, [edge], context)
    spreading.spread_over_new_edges([edge], registry, context, positions=positions)
    return as_json(edge)


def _get(guid: str) -> Relationship:
    edge = Relationship.objects.select_related("end1", "end2").filter(guid=guid).select_for_update().first()
    if edge is None:
        message = f"Given relationship guid {guid} is invalid/not found"
        raise NotFound(message, details={"errorCode": "404-00C", "guid": guid})
    return edge


def _end_row(reference: Any, lookup: Lookup, place_name: str) -> Entity:
    if not isinstance(reference, Mapping):
        raise InvalidInput(f"{place_name} is missing", details={"errorCode": "404-00D", "field": place_name})
    if reference.get("guid"):
        return lookup.get(str(reference["guid"]))
    key = unique_key(reference, lookup.registry)
    if key is not None:
        lookup.load_unique([key])
        if found := lookup.find_unique(*key):
            return found
    raise dangling(reference, "relationship", place_name)


def _fits(end1: Entity, end2: Entity, kind: RelationshipType, registry: TypeRegistry) -> bool:
    return registry.is_subtype(end1.type_name, kind.end1.type_name) and registry.is_subtype(
        end2.type_name, kind.end2.type_name
    )


def _refuse_doubled(kind: RelationshipType, end1: Entity, end2: Entity) -> None:
    if Relationship.objects.filter(type_name=kind.name, end1=end1, end2=end2, status=Entity.Status.ACTIVE).exists():
        message = f"relationship {kind.name} already exists between entities {end1.guid} and {end2.guid}"
        raise Conflict(message, details={"errorCode": "409-004"})


def _direction(wanted: str, kind: RelationshipType) -> str:
    """NONE, the definition's own direction, or either one where the definition says BOTH; else 400-091."""
    allowed = {"NONE", kind.propagate_tags}
    if kind.propagate_tags == "BOTH":
        allowed |= {"ONE_TO_TWO", "TWO_TO_ONE"}
    if wanted not in allowed:
        message = f"Invalid propagateTags {wanted} for relationship {kind.name}"
        raise InvalidInput(message, details={"errorCode": "400-091", "field": "propagateTags"})
    return wanted


def _blocked(relationship: Json) -> list[list[str]] | None:
    sent = relationship.get("blockedPropagatedClassifications")
    check_objects(sent, "blockedPropagatedClassifications")
    if sent is None:
        return None
    return [[str(each.get("typeName")), str(each.get("entityGuid"))] for each in sent]


def _update(edge: Relationship, sent: Json, registry: TypeRegistry, context: WriteContext) -> dict[str, Any]:
    kind = registry.get_relationship_type(edge.type_name)
    _refuse_moved(edge, sent)
    before = {"propagateTags": edge.propagate_tags, "blocked": list(edge.blocked_classifications)}
    if sent.get("attributes") is not None:
        edge.attributes = {**edge.attributes, **registry.normalize_attributes(kind, sent["attributes"], partial=True)}
    if sent.get("propagateTags"):
        edge.propagate_tags = _direction(str(sent["propagateTags"]), kind)
    blocked = _blocked(sent)
    if blocked is not None:
        edge.blocked_classifications = blocked
    edge.updated_ms, edge.updated_by = clock.now_ms(), context.actor
    edge.save()
    positions = _tell(EventKind.RELATIONSHIP_UPDATE, [edge], context)
    if before != {"propagateTags": edge.propagate_tags, "blocked": edge.blocked_classifications}:
        take_back_over(edge, context)
        if edge.status == Entity.Status.ACTIVE:
            spreading.spread_over_new_edges([edge], registry, context, positions=positions)
    return as_json(edge)


def _refuse_moved(edge: Relationship, sent: Json) -> None:
    """An update may name type and ends, but not other ones (400-06A, 400-069)."""
    if sent.get("typeName") not in (None, edge.type_name):
        message = f"change of relationship type is not permitted. relationship-guid={edge.guid}"
        raise InvalidInput(message, details={"errorCode": "400-06A", "guid": edge.guid})
    for name, row in (("end1", edge.end1), ("end2", edge.end2)):
        check_object(sent.get(name), name)
        named = (sent.get(name) or {}).get("guid")
        if named not in (None, "", row.guid):
            message = f"change of relationship end is not permitted. relationship-guid={edge.guid}, {name}={named}"
            raise InvalidInput(message, details={"errorCode": "400-069", "guid": edge.guid, "field": name})


def take_back_over(edge: Relationship, context: WriteContext) -> None:
    """Takes back what came over an edge and has no other live way; the rest is led over the way it has."""
    tags = set(EntityClassification.objects.filter(via=edge).values_list("type_name", "source_guid"))
    for tag in sorted(tags):
        gone, led = propagation.without_live_way(tag, edge.pk)
        EntityClassification.objects.bulk_update(led, ["via"], batch_size=200)
        spreading.take_back(gone, context)


def delete(guid: str, context: WriteContext) -> None:
    """Soft-deletes an edge: nothing that came over it is taken back. A glossary assignment goes for good, with it."""
    edge = _get(guid)
    if edge.status == Entity.Status.DELETED:
        message = f"Attempting to delete a relationship which is already deleted : {guid}"
        raise InvalidInput(message, details={"errorCode": "404-00F", "guid": guid})
    registry = type_registry()
    if edge.type_name == ASSIGNMENT:
        _unassign([edge], context)
        return
    kind = registry.get_relationship_type(edge.type_name)
    change = Change(context)
    lookup = Lookup(registry)
    edge.end1, edge.end2 = lookup.add(edge.end1), lookup.add(edge.end2)
    edges = Edges(change, lookup)
    edges.load([edge.end1], [edge.type_name])
    edges.remove(edge, kind)
    edges.store()
    moved = place([], [(edge, kind)], change, lookup)
    change.store_updated()
    hand_down_database(moved)
    change.record_events()
    _tell(EventKind.RELATIONSHIP_DELETE, [edge], context)


def assign(term_guid: str, guids: Sequence[str], context: WriteContext) -> None:
    """Assigns a term; entities that have it already are passed over. What is set on the term passes to them."""
    registry = type_registry()
    lookup = Lookup(registry)
    term = lookup.get(term_guid)
    if not registry.is_subtype(term.type_name, "AtlasGlossaryTerm"):
        raise InvalidInput(f"{term_guid} is no glossary term", details={"errorCode": "404-015", "guid": term_guid})
    rows = [lookup.get(guid) for guid in dict.fromkeys(guids)]
    change = Change(context)
    edges = Edges(change, lookup)
    edges.load([term, *rows], [ASSIGNMENT])
    end = RelationshipEnd(registry.get_relationship_type(ASSIGNMENT), 1)
    fresh = [row for row in rows if _is_connected_now(edges, term, row, end)]
    edges.store()
    change.store_updated()
    positions = _tell_terms(EventKind.TERM_ASSIGN, term, fresh, context)
    spreading.spread_over_new_edges(edges.added, registry, context, positions=positions)


def _is_connected_now(edges: Edges, term: Entity, row: Entity, end: RelationshipEnd) -> bool:
    """Connects, and answers whether that was news."""
    before = len(edges.added)
    edges.connect(term, row, end)
    return len(edges.added) > before


def unassign(term_guid: str, guids: Sequence[str], context: WriteContext) -> None:
    """Takes a term off entities; those that do not have it are passed over."""
    edges = Relationship.objects.select_related("end1", "end2").filter(
        type_name=ASSIGNMENT, end1__guid=term_guid, end2__guid__in=list(guids), status=Entity.Status.ACTIVE
    )
    _unassign(list(edges), context)


def _unassign(edges: Sequence[Relationship], context: WriteContext) -> None:
    for edge in edges:
        edge.status = Entity.Status.DELETED
        edge.save(update_fields=["status"])
        take_back_over(edge, context)
        _tell_terms(EventKind.TERM_UNASSIGN, edge.end1, [edge.end2], context)
        edge.delete()


def _tell(kind: EventKind, edges: Sequence[Relationship], context: WriteContext) -> dict[str, int]:
    """One event per edge, under its first end; answers guid of that end → position."""
    events = []
    for edge in edges:
        ends = {"end1": edge.end1.guid, "end2": edge.end2.guid}
        said = {"guid": edge.guid, "typeName": edge.type_name, **ends}
        events.append(NewEvent(edge.end1.guid, kind, entity_payload(edge.end1, relationship=said)))
    return _positions(events, context)


def _tell_terms(kind: EventKind, term: Entity, rows: Sequence[Entity], context: WriteContext) -> dict[str, int]:
    """One event per entity; answers its guid → position."""
    said = {"term": {"guid": term.guid, "name": term.name}}
    return _positions([NewEvent(row.guid, kind, entity_payload(row, **said)) for row in rows], context)


def _positions(events: Sequence[NewEvent], context: WriteContext) -> dict[str, int]:
    return {event.key: at for event, at in zip(events, record_many(events, context=context), strict=True)}


def as_json(edge: Relationship) -> dict[str, Any]:
    """AtlasRelationship JSON of an edge."""
    return {
        "typeName": edge.type_name,
        "guid": edge.guid,
        "attributes": edge.attributes,
        "end1": _object_id(edge.end1),
        "end2": _object_id(edge.end2),
        "propagateTags": edge.propagate_tags,
        "status": edge.status,
        "blockedPropagatedClassifications": [
            {"typeName": name, "entityGuid": guid} for name, guid in edge.blocked_classifications
        ],
        "createTime": edge.created_ms,
        "updateTime": edge.updated_ms,
        "createdBy": edge.created_by,
        "updatedBy": edge.updated_by,
        "version": edge.version,
    }


def _object_id(row: Entity) -> dict[str, Any]:
    return {
        "guid": row.guid,
        "typeName": row.type_name,
        "uniqueAttributes": {"qualifiedName": row.qualified_name} if row.qualified_name else {},
    }
