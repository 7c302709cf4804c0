"""Which entities an event may have changed in the index."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.selectors import type_registry
from discovery.atlas.selectors.terms import ASSIGNMENT
from workflows.events.types import EventKind, EventRecord

SHOWN_BELOW = frozenset({"name", "displayName", "qualifiedName", "owner"})
"""Attributes that stand in the documents of what an entity holds: its columns, its tables."""
_GONE = frozenset({EventKind.ENTITY_DELETE, EventKind.ENTITY_PURGE})


def affected_guids(events: Sequence[EventRecord]) -> list[str]:
    """Guids whose documents have to be made again, each once."""
    touched: dict[str, None] = {}
    containers: set[str] = set()
    terms: set[str] = set()
    types: set[str] = set()
    for event in events:
        if event.key.startswith("type:"):
            types.add(str(event.payload.get("name", "")))
            continue
        touched.update(dict.fromkeys([event.key, *_ends(event.payload)]))
        if event.payload.get("kind") == Entity.Kind.TERM:
            terms.add(event.key)
        if event.kind in _GONE or _moved(event.payload):
            containers.add(event.key)
    for found in (_parents_of_columns(touched), _held_by(containers), _assigned(terms), _classified(types)):
        touched.update(dict.fromkeys(found))
    return list(touched)


def _ends(payload: Mapping[str, Any]) -> list[str]:
    relationship = payload.get("relationship") or {}
    return [_guid(relationship[end]) for end in ("end1", "end2") if relationship.get(end)]


def _guid(end: Any) -> str:
    return str(end.get("guid", "")) if isinstance(end, dict) else str(end)


def _moved(payload: Mapping[str, Any]) -> bool:
    """True when the entity is called otherwise, belongs to somebody else, or stands elsewhere."""
    changes: Mapping[str, Any] = payload.get("changes") or {}
    if changes.keys() & SHOWN_BELOW:
        return True
    return payload.get("kind") in {Entity.Kind.DATASET, Entity.Kind.CONTAINER} and any(
        isinstance(change, dict) and "added" in change and name in {"db", "schema", "database", "catalog", "instance"}
        for name, change in changes.items()
    )


def _parents_of_columns(guids: Iterable[str]) -> list[str]:
    rows = Entity.objects.filter(guid__in=list(guids), kind=Entity.Kind.COLUMN, parent__isnull=False)
    return list(rows.values_list("parent__guid", flat=True).distinct())


def _held_by(containers: Iterable[str]) -> list[str]:
    """Everything below: the tables of a database and their columns, the columns of a table."""
    found: list[str] = []
    level = list(Entity.objects.filter(guid__in=list(containers)).values_list("pk", flat=True))
    while level:
        rows: list[tuple[int, str]] = []
        for start in range(0, len(level), 500):
            rows.extend(Entity.objects.filter(parent__in=level[start : start + 500]).values_list("pk", "guid"))
        found.extend(guid for _, guid in rows)
        level = [key for key, _ in rows]
    return found


def _assigned(terms: Iterable[str]) -> list[str]:
    edges = Relationship.objects.filter(type_name=ASSIGNMENT, end1__guid__in=list(terms))
    return list(edges.values_list("end2__guid", flat=True))


def _classified(types: Iterable[str]) -> list[str]:
    """What carries one of these classifications or a subtype: its super types stand in the documents."""
    registry = type_registry()
    known = [registry.classification_types[name] for name in types if name in registry.classification_types]
    names = {name for definition in known for name in definition.sub_types}
    if not names:
        return []
    rows = EntityClassification.objects.filter(type_name__in=names)
    return list(rows.values_list("entity__guid", flat=True).distinct())
