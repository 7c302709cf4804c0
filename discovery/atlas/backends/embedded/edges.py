"""Relationships of one write: what the references of its entities ask for, against the edges that are there.

Edges are known by (relationship type, end 1, end 2); new ones are stored in one go after the entities have their keys.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from catalogsite.common.bulk import insert_rows, update_rows
from discovery.atlas.backends.embedded.change import Change
from discovery.atlas.backends.embedded.lookup import Lookup, chunks
from discovery.atlas.models import Entity, Relationship
from discovery.atlas.typesystem.definitions import RelationshipEnd, RelationshipType

_Side = tuple[str, int, str]
"""(relationship type, end, guid at that end)."""


class Edges:
    """The ACTIVE edges of the entities of a write, changed in memory and stored at the end."""

    def __init__(self, change: Change, lookup: Lookup) -> None:
        self.change = change
        self.lookup = lookup
        self.added: list[Relationship] = []
        self.removed: list[Relationship] = []
        self._edges: dict[tuple[str, str, str], Relationship] = {}
        self._sides: dict[_Side, dict[str, Relationship]] = {}
        self._moved: set[str] = set()

    def load(self, rows: Iterable[Entity], type_names: Iterable[str]) -> None:
        """Loads the ACTIVE edges of stored rows, of the relationship types that the write speaks of."""
        names = list(type_names)
        pks = list({row.pk for row in rows if row.pk is not None})
        found: list[Relationship] = []
        for chunk in chunks(pks):
            edges = Relationship.objects.filter(type_name__in=names, status=Entity.Status.ACTIVE)
            found += edges.filter(Q(end1__in=chunk) | Q(end2__in=chunk))
        self.lookup.load_pks(pk for edge in found for pk in (edge.end1_id, edge.end2_id))
        for edge in found:
            edge.end1, edge.end2 = self.lookup.by_pk[edge.end1_id], self.lookup.by_pk[edge.end2_id]
            if (edge.type_name, edge.end1.guid, edge.end2.guid) not in self._edges:
                self._keep(edge)

    def set_targets(
        self, row: Entity, end: RelationshipEnd, targets: Sequence[Entity], *, keep_others: bool
    ) -> list[Entity]:
        """Makes `targets` what the attribute holds. Answers the entities that were owned through it and are dropped."""
        type_name = end.relationship.name
        own = self._sides.setdefault((type_name, end.end, row.guid), {})
        wanted = {target.guid: place for place, target in enumerate(targets)}
        gone = [] if keep_others else [edge for guid, edge in own.items() if guid not in wanted]
        dropped = []
        for edge in gone:
            other = edge.end2 if end.end == 1 else edge.end1
            self.remove(edge, end.relationship)
            if end.relationship.category == "COMPOSITION" and end.is_container:
                dropped.append(other)
        for target in targets:
            known = own.get(target.guid)
            if known is None:
                self.connect(row, target, end, order=wanted[target.guid])
            elif end.is_list and known.order != wanted[target.guid] and not keep_others:
                known.order = wanted[target.guid]
                self._moved.add(known.guid)
        return dropped

    def connect(
        self,
        row: Entity,
        target: Entity,
        end: RelationshipEnd,
        *,
        order: int = 0,
        attributes: Mapping[str, Any] | None = None,
    ) -> Relationship:
        """Adds an edge; where the other side holds one reference only, the edge it had goes."""
        kind = end.relationship
        end1, end2 = (row, target) if end.end == 1 else (target, row)
        known = self._edges.get((kind.name, end1.guid, end2.guid))
        if known is not None:
            return known
        for rival in self.rivals(end):
            for edge in list(self._sides.get((rival.relationship.name, rival.end, target.guid), {}).values()):
                self.remove(edge, rival.relationship)
        edge = Relationship(
            guid=str(uuid.uuid4()),
            type_name=kind.name,
            end1=end1,
            end2=end2,
            propagate_tags=kind.propagate_tags,
            attributes=dict(attributes or {}),
            order=order,
            created_ms=self.change.at,
            updated_ms=self.change.at,
            created_by=self.change.context.actor,
            updated_by=self.change.context.actor,
        )
        self._keep(edge)
        self.added.append(edge)
        self.change.note_related(end1, kind.end1.name, added=[end2.guid])
        self.change.note_related(end2, kind.end2.name, added=[end1.guid])
        return edge

    def rivals(self, end: RelationshipEnd) -> Sequence[RelationshipEnd]:
        """The ends that a new edge takes the place of on its other side: those of the same single-valued attribute.

        A hive_column's `table` is an end of two relationship types, yet holds one table.
        """
        if end.other.cardinality != "SINGLE":
            return ()
        return self.lookup.registry.get_entity_type(end.other.type_name).relationship_ends.get(end.other.name, ())

    def end_in_use(self, row: Entity, target: Entity, ends: Sequence[RelationshipEnd]) -> RelationshipEnd | None:
        """Of several ends with one name the one that joins the two already."""
        return next(
            (end for end in ends if target.guid in self._sides.get((end.relationship.name, end.end, row.guid), {})),
            None,
        )

    def remove(self, edge: Relationship, kind: RelationshipType) -> None:
        """Soft-deletes an edge."""
        self._edges.pop((edge.type_name, edge.end1.guid, edge.end2.guid), None)
        self._sides[(edge.type_name, 1, edge.end1.guid)].pop(edge.end2.guid, None)
        self._sides[(edge.type_name, 2, edge.end2.guid)].pop(edge.end1.guid, None)
        edge.status = Entity.Status.DELETED
        edge.updated_ms, edge.updated_by = self.change.at, self.change.context.actor
        if edge in self.added:
            self.added.remove(edge)
        else:
            self.removed.append(edge)
        self.change.note_related(edge.end1, kind.end1.name, removed=[edge.end2.guid])
        self.change.note_related(edge.end2, kind.end2.name, removed=[edge.end1.guid])

    def other_ends(self, type_name: str, end: int, guid: str) -> list[Entity]:
        """The entities on the other side of a row's ACTIVE edges of one type."""
        side = self._sides.get((type_name, end, guid), {})
        return [edge.end2 if end == 1 else edge.end1 for edge in side.values()]

    def store(self) -> None:
        """Writes edges; every entity has its key by now."""
        for edge in self.added:
            edge.end1_id, edge.end2_id = edge.end1.pk, edge.end2.pk
        insert_rows(self.added)
        if self.removed:
            pks = [edge.pk for edge in self.removed]
            Relationship.objects.filter(pk__in=pks).update(
                status=Entity.Status.DELETED, updated_ms=self.change.at, updated_by=self.change.context.actor
            )
        moved = [edge for edge in self._edges.values() if edge.guid in self._moved and edge.pk is not None]
        if moved:
            update_rows(moved, ["order"])

    def _keep(self, edge: Relationship) -> None:
        self._edges[(edge.type_name, edge.end1.guid, edge.end2.guid)] = edge
        self._sides.setdefault((edge.type_name, 1, edge.end1.guid), {})[edge.end2.guid] = edge
        self._sides.setdefault((edge.type_name, 2, edge.end2.guid), {})[edge.end1.guid] = edge
