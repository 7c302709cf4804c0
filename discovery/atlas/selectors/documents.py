"""Entities as Atlas v2 JSON, read in a number of queries that does not depend on how many children they own."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q

from discovery.atlas.mapping import Neighbour, entity_as_json
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.registry import type_registry
from discovery.atlas.selectors.entities import get_entity
from discovery.atlas.typesystem import TypeRegistry

_CHUNK = 400
Json = dict[str, Any]


def entity_json(guid: str, *, ignore_relationships: bool = False) -> Json:
    """AtlasEntityWithExtInfo: {"entity", "referredEntities"}, what it owns (COMPOSITION) being referred entities.

    Raises NotFound (404-005). ACTIVE and DELETED entities are answered alike.
    """
    row = get_entity(guid)
    registry = type_registry()
    if ignore_relationships:
        [entity] = _documents([row], None, registry)
        return {"entity": entity, "referredEntities": {}}
    neighbours = _neighbours([row])
    family = [row]
    level = [row]
    while level:
        known = {each.pk for each in family}
        level = [each for each in _owned(level, neighbours, registry) if each.pk not in known]
        family += level
        neighbours |= _neighbours(level)
    entity, *owned = _documents(family, neighbours, registry)
    return {"entity": entity, "referredEntities": {each["guid"]: each for each in owned}}


def _documents(
    rows: Sequence[Entity], neighbours: dict[int, list[Neighbour]] | None, registry: TypeRegistry
) -> list[Json]:
    classifications = _classifications(rows)
    return [
        entity_as_json(
            row,
            registry=registry,
            neighbours=None if neighbours is None else neighbours.get(row.pk, []),
            classifications=classifications.get(row.pk, ()),
        )
        for row in rows
    ]


def _owned(level: Sequence[Entity], neighbours: dict[int, list[Neighbour]], registry: TypeRegistry) -> list[Entity]:
    """What the entities own, each once, whether the edge still lives or not."""
    found: dict[int, Entity] = {}
    for row in level:
        for each in neighbours.get(row.pk, ()):
            kind = registry.relationship_types.get(each.edge.type_name)
            if kind is None or kind.category != "COMPOSITION":
                continue
            if (kind.end1 if each.end == 1 else kind.end2).is_container:
                found.setdefault(each.other.pk, each.other)
    return list(found.values())


def _neighbours(rows: Sequence[Entity]) -> dict[int, list[Neighbour]]:
    """Entity id → its edges of any status with the entity on the other side."""
    if not rows:
        return {}
    wanted = {row.pk: row for row in rows}
    edges = [edge for chunk in _chunks(wanted) for edge in _edges(chunk)]
    others = {pk for edge in edges for pk in (edge.end1_id, edge.end2_id)} - wanted.keys()
    known = dict(wanted)
    for chunk in _chunks(others):
        known |= Entity.objects.in_bulk(chunk)
    found: dict[int, list[Neighbour]] = {pk: [] for pk in wanted}
    for edge in {edge.pk: edge for edge in edges}.values():
        for end, own, other in ((1, edge.end1_id, edge.end2_id), (2, edge.end2_id, edge.end1_id)):
            if own in wanted:
                found[own].append(Neighbour(edge, end, known[other]))
    return found


def _edges(chunk: Sequence[int]) -> Iterable[Relationship]:
    return Relationship.objects.filter(Q(end1__in=chunk) | Q(end2__in=chunk)).order_by("pk")


def _classifications(rows: Sequence[Entity]) -> dict[int, list[EntityClassification]]:
    found: dict[int, list[EntityClassification]] = {}
    for chunk in _chunks(row.pk for row in rows):
        for each in EntityClassification.objects.filter(entity__in=chunk).order_by("pk"):
            found.setdefault(each.entity_id, []).append(each)
    return found


def _chunks(pks: Iterable[int]) -> Iterable[list[int]]:
    wanted = list(pks)
    for start in range(0, len(wanted), _CHUNK):
        yield wanted[start : start + _CHUNK]
