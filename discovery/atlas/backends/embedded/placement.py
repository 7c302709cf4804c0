"""Where an entity stands, worked out of relationships: parent, place among siblings, nearest container's name."""

from collections.abc import Iterable

from discovery.atlas.backends.embedded.change import Change
from discovery.atlas.backends.embedded.lookup import Lookup, chunks
from discovery.atlas.backends.embedded.rows import position_of
from discovery.atlas.models import Entity, Relationship
from discovery.atlas.typesystem.definitions import RelationshipType

Placed = tuple[Relationship, RelationshipType]


def holder_and_held(edge: Relationship, kind: RelationshipType) -> tuple[Entity, Entity] | None:
    """(container, contained) when the edge says where something stands.

    A process does not hold its inputs, and a category not its terms: they belong to the glossary.
    """
    if kind.category == "ASSOCIATION":
        return None
    if kind.end1.is_container:
        holder, held = edge.end1, edge.end2
    else:
        holder, held = edge.end2, edge.end1
    if kind.category == "COMPOSITION" or (holder.kind == Entity.Kind.CONTAINER and held.kind != Entity.Kind.PROCESS):
        return holder, held
    return None


def place(added: Iterable[Placed], removed: Iterable[Placed], change: Change, lookup: Lookup) -> list[Entity]:
    """Sets parent, position and database by edges that came and went; answers the rows that stand elsewhere now."""
    moved: dict[str, Entity] = {}
    for edge, kind in added:
        pair = holder_and_held(edge, kind)
        if pair is None:
            continue
        holder, held = pair
        held.parent = holder
        said = position_of(held)
        held.position = edge.order if said is None else said
        moved[held.guid] = held
    for edge, kind in removed:
        pair = holder_and_held(edge, kind)
        if pair is not None and pair[1].guid not in moved and pair[1].parent_id == pair[0].pk:
            pair[1].parent = None
            moved[pair[1].guid] = pair[1]
    for row in moved.values():
        row.database = database_of(row, lookup)
        if row.guid not in change.created:
            change.note_updated(row)
    return list(moved.values())


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
    """Writes the database name of renamed or moved rows into what stands below them; inner containers keep theirs."""
    level = {row.pk: row.database for row in rows}
    while level:
        below: dict[int, str] = {}
        for chunk in chunks(list(level)):
            children = Entity.objects.filter(parent__in=chunk).exclude(kind=Entity.Kind.CONTAINER)
            for pk, parent_id, database in children.values_list("pk", "parent_id", "database"):
                if parent_id is not None and database != level[parent_id]:
                    below[pk] = level[parent_id]
        for name in set(below.values()):
            for chunk in chunks([pk for pk, database in below.items() if database == name]):
                Entity.objects.filter(pk__in=chunk).update(database=name)
        level = below
