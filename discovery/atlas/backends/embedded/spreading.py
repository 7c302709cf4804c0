"""Spreading classifications, taking copies back, and telling of both: one event for each entity concerned."""

from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from discovery.atlas.backends.embedded import propagation
from discovery.atlas.backends.embedded.change import entity_payload
from discovery.atlas.backends.embedded.lookup import chunks
from discovery.atlas.backends.embedded.propagation import Spread, Tag
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.typesystem import TypeRegistry
from workflows.events.services import record_many
from workflows.events.types import EventKind, NewEvent


def spread_from_source(own: EntityClassification, registry: TypeRegistry, context: WriteContext, cause: int) -> None:
    tag: Tag = (own.type_name, own.source_guid)
    work = Spread({tag: own})
    work.start(own.entity_id, tag)
    created = propagation.spread(work, registry=registry, at_ms=clock.now_ms(), actor=context.actor)
    tell(EventKind.CLASSIFICATION_ADD, created, caused(context, cause))


def spread_over_new_edges(
    edges: Sequence[Relationship],
    registry: TypeRegistry,
    context: WriteContext,
    *,
    positions: Mapping[str, int] | None = None,
) -> None:
    """What is on one side of a new edge passes to the other at once; also used when an edge is unblocked.

    `positions`: guid → position of the event that tells of the edge; the copies name it as their cause.
    """
    starts: set[int] = set()
    for edge in edges:
        if edge.propagate_tags in ("ONE_TO_TWO", "BOTH"):
            starts.add(edge.end1_id)
        if edge.propagate_tags in ("TWO_TO_ONE", "BOTH"):
            starts.add(edge.end2_id)
    if not starts:
        return
    work = Spread({}, first_edges=frozenset(edge.pk for edge in edges))
    for chunk in chunks(sorted(starts)):
        rows = EntityClassification.objects.filter(
            entity__in=chunk, entity__status=Entity.Status.ACTIVE, propagate=True
        )
        for row in rows.order_by("pk"):
            tag = (row.type_name, row.source_guid)
            work.templates.setdefault(tag, row)
            work.start(row.entity_id, tag)
    if not work.templates:
        return
    created = propagation.spread(work, registry=registry, at_ms=clock.now_ms(), actor=context.actor)
    for cause, copies in _by_cause(created, edges, positions or {}).items():
        tell(EventKind.CLASSIFICATION_ADD, copies, caused(context, cause or context.cause))


def _by_cause(
    copies: Sequence[EntityClassification], edges: Sequence[Relationship], positions: Mapping[str, int]
) -> dict[int, list[EntityClassification]]:
    """Copies by the event of the new edge they came over, directly or behind it; 0 where that is not known."""
    told: dict[int, int] = {}
    for edge in edges:
        known = [positions[end.guid] for end in (edge.end1, edge.end2) if end.guid in positions]
        # Creations are recorded before updates, so the first is the entity that brought the edge.
        told[edge.pk] = min(known, default=0)
    causes: dict[tuple[int, str, str], int] = {}
    found: dict[int, list[EntityClassification]] = {}
    for copy in copies:
        way = copy.via
        assert way is not None
        before = way.end1_id if way.end2_id == copy.entity_id else way.end2_id
        cause = causes.get((before, copy.type_name, copy.source_guid)) or told.get(way.pk, 0)
        causes[copy.entity_id, copy.type_name, copy.source_guid] = cause
        found.setdefault(cause, []).append(copy)
    return found


def take_back(rows: Sequence[EntityClassification], context: WriteContext, *, cause: int | None = None) -> None:
    """Removes propagated rows and tells of each, with the event that led to it."""
    propagation.delete_rows(rows)
    tell(EventKind.CLASSIFICATION_DELETE, rows, caused(context, cause or context.cause))


def caused(context: WriteContext, cause: int | None) -> WriteContext:
    return WriteContext(context.actor, "propagated", cause, context.trace)


def tell(kind: EventKind, rows: Sequence[EntityClassification], context: WriteContext) -> int:
    """One event per entity concerned; answers the position of the last one (0 without rows)."""
    events = [NewEvent(row.entity.guid, kind, entity_payload(row.entity, **_said(row))) for row in rows]
    positions = record_many(events, context=context)
    return positions[-1] if positions else 0


def _said(row: EntityClassification) -> dict[str, Any]:
    return {
        "classification": {
            "typeName": row.type_name,
            "entityGuid": row.source_guid,
            "attributes": row.attributes,
            "propagate": row.propagate,
            "validityPeriods": row.validity_periods,
        },
        "origin": "DIRECT" if row.source_guid == row.entity.guid else "PROPAGATED",
    }
