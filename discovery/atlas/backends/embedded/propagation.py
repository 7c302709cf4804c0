"""How classifications spread and are taken back.

Spread: from a classified entity over ACTIVE edges whose propagateTags allows the direction, level by level, to ACTIVE
entities that lack the (type, source). Entities a type is not allowed on are walked through but not tagged.
Taken back: at the source everything of that (type, source) goes, gap or not, as a real Atlas was seen to do; a change
of an edge's block list or propagateTags takes back what came over that edge and has no other live way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from catalogsite.common.bulk import insert_rows
from discovery.atlas.backends.embedded.lookup import chunks
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.typesystem import TypeRegistry

Tag = tuple[str, str]
"""(type name, source guid)."""

_UNREAD = tuple(
    f"entity__{name}"
    for name in ("attributes", "custom_attributes", "business_attributes", "labels", "description", "user_description")
)
"""What nobody asks of an entity that carries a classification; some of it is long."""
_FORWARD = ("ONE_TO_TWO", "BOTH")
_BACKWARD = ("TWO_TO_ONE", "BOTH")


@dataclass(slots=True)
class Spread:
    """What is to spread: per entity the tags that leave it, and the row each tag is copied from."""

    templates: dict[Tag, EntityClassification]
    frontier: dict[int, set[Tag]] = field(default_factory=dict)
    first_edges: frozenset[int] | None = None
    """Ids of the only edges that the first step may take; None is any."""

    def start(self, entity_id: int, tag: Tag) -> None:
        self.frontier.setdefault(entity_id, set()).add(tag)


def spread(work: Spread, *, registry: TypeRegistry, at_ms: int, actor: str) -> list[EntityClassification]:
    """Creates the missing propagated rows and answers them, nearest first, each with its entity."""
    created: list[EntityClassification] = []
    seen: dict[int, set[Tag]] = {entity_id: set(tags) for entity_id, tags in work.frontier.items()}
    frontier, only = work.frontier, work.first_edges
    while frontier:
        steps = _steps(frontier, seen, only)
        only = None
        entities = _active_entities(steps)
        present = _present(steps, work.templates)
        rows: list[EntityClassification] = []
        frontier = {}
        for entity_id, tags in steps.items():
            entity = entities.get(entity_id)
            if entity is None:
                continue
            for tag, edge in tags.items():
                if tag[1] == entity.guid:
                    continue
                seen.setdefault(entity_id, set()).add(tag)
                if (entity_id, *tag) in present:
                    continue
                frontier.setdefault(entity_id, set()).add(tag)
                if registry.may_classify(tag[0], entity.type_name):
                    rows.append(_copy(work.templates[tag], entity, edge, at_ms, actor))
        insert_rows(rows)
        created += rows
    return created


def _steps(
    frontier: dict[int, set[Tag]], seen: dict[int, set[Tag]], only: frozenset[int] | None = None
) -> dict[int, dict[Tag, Relationship]]:
    """Entity one step on → the tags that reach it, with the first edge each comes over."""
    steps: dict[int, dict[Tag, Relationship]] = {}
    for edge in edges_from(list(frontier)):
        if only is not None and edge.pk not in only:
            continue
        blocked = {(name, guid) for name, guid in edge.blocked_classifications}
        for start, end, directions in (
            (edge.end1_id, edge.end2_id, _FORWARD),
            (edge.end2_id, edge.end1_id, _BACKWARD),
        ):
            if edge.propagate_tags not in directions or start not in frontier:
                continue
            for tag in frontier[start] - seen.get(end, set()) - blocked:
                steps.setdefault(end, {}).setdefault(tag, edge)
    return steps


def edges_from(pks: Sequence[int]) -> Iterable[Relationship]:
    """ACTIVE edges that carry tags away from any of the entities."""
    for chunk in chunks(pks):
        yield from (
            Relationship.objects.filter(status=Entity.Status.ACTIVE)
            .filter(Q(end1__in=chunk, propagate_tags__in=_FORWARD) | Q(end2__in=chunk, propagate_tags__in=_BACKWARD))
            .only("end1_id", "end2_id", "propagate_tags", "blocked_classifications")
            .order_by("pk")
        )


def _active_entities(pks: Iterable[int]) -> dict[int, Entity]:
    found: dict[int, Entity] = {}
    for chunk in chunks(list(pks)):
        rows = Entity.objects.filter(pk__in=chunk, status=Entity.Status.ACTIVE)
        found |= {row.pk: row for row in rows.only("pk", "guid", "type_name", "qualified_name", "name", "kind")}
    return found


def _present(pks: Iterable[int], tags: Iterable[Tag]) -> set[tuple[int, str, str]]:
    names = {name for name, _ in tags}
    found: set[tuple[int, str, str]] = set()
    for chunk in chunks(list(pks)):
        rows = EntityClassification.objects.filter(entity__in=chunk, type_name__in=names)
        found.update(rows.values_list("entity_id", "type_name", "source_guid"))
    return found


def _copy(
    template: EntityClassification, entity: Entity, edge: Relationship, at_ms: int, actor: str
) -> EntityClassification:
    return EntityClassification(
        entity=entity,
        type_name=template.type_name,
        source_guid=template.source_guid,
        via=edge,
        attributes=template.attributes,
        propagate=template.propagate,
        remove_propagations_on_entity_delete=template.remove_propagations_on_entity_delete,
        validity_periods=template.validity_periods,
        entity_status=template.entity_status,
        origin="propagated",
        created_ms=at_ms,
        created_by=actor,
    )


def propagated_rows(tag: Tag) -> list[EntityClassification]:
    """Every row of a tag on other entities than its source."""
    rows = EntityClassification.objects.filter(type_name=tag[0], source_guid=tag[1]).exclude(entity__guid=tag[1])
    return list(rows.select_related("entity").defer(*_UNREAD).order_by("pk"))


def delete_rows(rows: Sequence[EntityClassification]) -> None:
    for chunk in chunks([row.pk for row in rows]):
        EntityClassification.objects.filter(pk__in=chunk).delete()


def reachable(tag: Tag) -> dict[int, int]:
    """Entity id → id of the edge it is reached over, for all that a tag reaches from its source as edges are now."""
    source = Entity.objects.filter(guid=tag[1], status=Entity.Status.ACTIVE).values_list("pk", flat=True).first()
    if source is None:
        return {}
    seen: dict[int, set[Tag]] = {source: {tag}}
    frontier: dict[int, set[Tag]] = {source: {tag}}
    found: dict[int, int] = {}
    while frontier:
        steps = _steps(frontier, seen)
        active = _active_entities(steps)
        frontier = {}
        for entity_id, tags in steps.items():
            if entity_id in active:
                seen[entity_id] = {tag}
                frontier[entity_id] = {tag}
                found[entity_id] = tags[tag].pk
    return found


def without_live_way(tag: Tag, edge_id: int) -> tuple[list[EntityClassification], list[EntityClassification]]:
    """Rows that came over an edge, directly or behind it: (those nothing leads to any more, those to lead elsewhere).

    Rows of the second list get their new edge here; the caller stores neither.
    """
    rows = {row.entity_id: row for row in propagated_rows(tag)}
    behind = _behind(rows, edge_id)
    ways = reachable(tag)
    gone = [row for row in behind if row.entity_id not in ways]
    led = [row for row in behind if row.entity_id in ways]
    for row in led:
        row.via_id = ways[row.entity_id]
    return gone, led


def _behind(rows: dict[int, EntityClassification], edge_id: int) -> list[EntityClassification]:
    """Rows whose way back to the source passes the edge."""
    edges = {edge.pk: edge for edge in Relationship.objects.filter(pk__in={row.via_id for row in rows.values()})}
    passes: dict[int, bool] = {}

    def over(entity_id: int) -> bool:
        trail: list[int] = []
        answer = False
        while entity_id not in passes and entity_id in rows and entity_id not in trail:
            trail.append(entity_id)
            via = rows[entity_id].via_id
            if via == edge_id or via not in edges:
                answer = via == edge_id
                break
            edge = edges[via]
            entity_id = edge.end1_id if edge.end2_id == entity_id else edge.end2_id
        answer = answer or passes.get(entity_id, False)
        passes.update(dict.fromkeys(trail, answer))
        return answer

    return [row for entity_id, row in rows.items() if over(entity_id)]
