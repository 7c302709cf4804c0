"""Deleting entities with what they own, and what that means for classifications.

Soft (the default): rows and edges stay with status DELETED. Hard, and always for what belongs to a glossary: they go.
As a real Atlas was seen to do it, propagated classifications stay on their targets with the source's new status; a
classification with removePropagationsOnEntityDelete is taken back from them, and a soft-deleted source keeps its own.
"""

from collections.abc import Sequence

from django.db.models import Q

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import InvalidInput
from discovery.atlas.authority import MutationResult
from discovery.atlas.backends.embedded import spreading
from discovery.atlas.backends.embedded.change import Change, entity_payload
from discovery.atlas.backends.embedded.lookup import Lookup, chunks
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.registry import type_registry
from discovery.atlas.typesystem import TypeRegistry
from workflows.events.services import record_many
from workflows.events.types import EventKind, NewEvent


def delete(guids: Sequence[str], *, hard: bool, context: WriteContext) -> MutationResult:
    """Deletes what is there; unknown guids, and for a soft delete those deleted already, are passed over."""
    registry = type_registry()
    lookup = Lookup(registry)
    lookup.load_guids(guids)
    rows = [lookup.by_guid[guid] for guid in dict.fromkeys(guids) if guid in lookup.by_guid]
    change = Change(context)
    by_hardness: dict[bool, list[Entity]] = {False: [], True: []}
    for row in rows:
        by_hardness[hard or _is_internal(row, registry)].append(row)
    delete_rows(by_hardness[False], change, registry)
    change.record_events()
    _delete_hard(by_hardness[True], change, registry)
    return change.result()


def _is_internal(row: Entity, registry: TypeRegistry) -> bool:
    """Glossaries, categories, terms and what Atlas keeps for itself are never soft-deleted (recording 17)."""
    return registry.is_subtype(row.type_name, "__internal")


def _refuse_assigned(rows: Sequence[Entity]) -> None:
    """A term that is still assigned cannot go, nor can its glossary (400-084)."""
    terms = [row.pk for row in rows if row.kind == Entity.Kind.TERM]
    for chunk in chunks(terms):
        assigned = Relationship.objects.filter(
            type_name="AtlasGlossarySemanticAssignment",
            end1__in=chunk,
            status=Entity.Status.ACTIVE,
            end2__status=Entity.Status.ACTIVE,
        )
        if edge := assigned.select_related("end1").first():
            number = assigned.filter(end1=edge.end1).count()
            message = f"Term {edge.end1.name} cannot be deleted as it has been assigned to {number} entities."
            raise InvalidInput(message, details={"errorCode": "400-084", "guid": edge.end1.guid, "assigned": number})


def delete_rows(rows: Sequence[Entity], change: Change, registry: TypeRegistry) -> None:
    """Soft-deletes ACTIVE rows and what they own. The caller records the events of the change."""
    doomed = [row for row in _with_owned(rows, registry) if row.status == Entity.Status.ACTIVE]
    pks = [row.pk for row in doomed]
    for row in doomed:
        row.status = Entity.Status.DELETED
        row.updated_ms, row.updated_by = change.at, change.context.actor
        change.note_deleted(row)
    for chunk in chunks(pks):
        Entity.objects.filter(pk__in=chunk).update(
            status=Entity.Status.DELETED, updated_ms=change.at, updated_by=change.context.actor
        )
        Relationship.objects.filter(Q(end1__in=chunk) | Q(end2__in=chunk), status=Entity.Status.ACTIVE).update(
            status=Entity.Status.DELETED, updated_ms=change.at, updated_by=change.context.actor
        )
    _after_source([row.guid for row in doomed], Entity.Status.DELETED, change.context)


def _delete_hard(rows: Sequence[Entity], change: Change, registry: TypeRegistry) -> None:
    doomed = _with_owned(rows, registry, with_deleted=True)
    _refuse_assigned(doomed)
    _after_source([row.guid for row in doomed], "PURGED", change.context)
    events = [NewEvent(row.guid, EventKind.ENTITY_PURGE, entity_payload(row)) for row in doomed]
    for row in doomed:
        change.note_deleted(row)
    for chunk in chunks([row.pk for row in doomed]):
        EntityClassification.objects.filter(entity__in=chunk).delete()
        Relationship.objects.filter(Q(end1__in=chunk) | Q(end2__in=chunk)).delete()
        Entity.objects.filter(parent__in=chunk).update(parent=None)
        Entity.objects.filter(pk__in=chunk).delete()
    record_many(events, context=change.context)


def _with_owned(rows: Sequence[Entity], registry: TypeRegistry, *, with_deleted: bool = False) -> list[Entity]:
    """The rows and everything below them by COMPOSITION, one query per level and side.

    `with_deleted` follows edges that are soft-deleted already, for what goes for good.
    """
    owning = {kind.name: kind for kind in registry.relationship_types.values() if kind.category == "COMPOSITION"}
    first = [name for name, kind in owning.items() if kind.end1.is_container]
    second = [name for name, kind in owning.items() if kind.end2.is_container]
    found = {row.pk: row for row in rows}
    level = list(found)
    while level:
        owned: set[int] = set()
        for chunk in chunks(level):
            edges = Relationship.objects.all()
            if not with_deleted:
                edges = edges.filter(status=Entity.Status.ACTIVE)
            owned.update(edges.filter(end1__in=chunk, type_name__in=first).values_list("end2_id", flat=True))
            owned.update(edges.filter(end2__in=chunk, type_name__in=second).values_list("end1_id", flat=True))
        level = []
        for chunk in chunks(sorted(owned - found.keys())):
            for row in Entity.objects.filter(pk__in=chunk).select_for_update():
                found[row.pk] = row
                level.append(row.pk)
    return list(found.values())


def _after_source(guids: Sequence[str], status: str, context: WriteContext) -> None:
    """Classifications whose source goes: taken back from the targets where they ask for it, else marked."""
    gone: list[EntityClassification] = []
    for start in range(0, len(guids), 400):
        chunk = guids[start : start + 400]
        rows = EntityClassification.objects.filter(source_guid__in=chunk)
        rows.update(entity_status=status)
        flagged = rows.filter(remove_propagations_on_entity_delete=True).select_related("entity")
        gone += [row for row in flagged if row.entity.guid != row.source_guid]
    spreading.take_back(gone, context)
