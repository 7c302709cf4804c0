"""Where an entity stands, worked out of relationships: parent, place among siblings, nearest container's name."""

from collections.abc import Iterable

from discovery.atlas.backends.embedded.change import Change
from discovery.atlas.backends.embedded.lookup import Lookup, chunks
from discovery.atlas.backends.embedded.rows import position_of
from discovery.atlas.models import Entity, Relationship
from discovery.atlas.typesystem.definitions import RelationshipType

_HOLDERS = {Entity.Kind.CONTAINER, Entity.Kind.GLOSSARY}


def holder_and_held(edge: Relationship, kind: RelationshipType) -> tuple[Entity, Entity] | None:
    """(container, contained) when the edge says where something stands; a process does not hold its inputs."""
    if kind.category == "ASSOCIATION":
        return None
    if kind.end1.is_container:
        holder, held = edge.end1, edge.end2
    else:
        holder, held = edge.end2, edge.end1
    if kind.category == "COMPOSITION" or (holder.kind in _HOLDERS and held.kind != Entity.Kind.PROCESS):
        return holder, held
    return None


def place(edges: Iterable[tuple[Relationship, RelationshipType]], change: Change, lookup: Lookup) -> None:
    """Sets parent and position from new edges, then the database of everything that moved or whose container did."""
    moved: dict[str, Entity] = {}
    for edge, kind in edges:
        pair = holder_and_held(edge, kind)
        if pair is None:
            continue
        holder, held = pair
        held.parent = holder
        said = position_of(held)
        held.position = edge.order if said is None else said
        moved[held.guid] = held
    for row in moved.values():
        row.database = database_of(row, lookup)
        if row.guid not in change.created:
            change.note_updated(row)


def database_of(row: Entity, lookup: Lookup) -> str:
    """Name of the nearest container above, or its own for a container."""
    current: Entity | None = row
    for _level in range(6):
        if current is None:
            return ""
        if current.kind == Entity.Kind.CONTAINER:
            return current.name
        current = _holder(current, lookup)
    return ""


def _holder(row: Entity, lookup: Lookup) -> Entity | None:
    if "parent" in row._state.fields_cache:
        return row.parent
    if row.parent_id is None:
        return None
    lookup.load_pks([row.parent_id])
    return lookup.by_pk.get(row.parent_id)


def hand_down_database(rows: Iterable[Entity]) -> None:
    """Writes the database name of renamed or moved rows into what stands below them, two levels down."""
    for row in rows:
        children = list(Entity.objects.filter(parent=row).exclude(database=row.database).values_list("pk", flat=True))
        for chunk in chunks(children):
            Entity.objects.filter(pk__in=chunk).update(database=row.database)
            Entity.objects.filter(parent__in=chunk).update(database=row.database)
