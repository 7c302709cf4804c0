"""Classifications of entities: where each comes from and whether its path still stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors.entities import entities_by_guid, paths_of


@dataclass(frozen=True, slots=True)
class ClassificationView:
    """One classification of one entity. `source_*` is the entity it was set on (itself when DIRECT)."""

    guid: str
    type_name: str
    attributes: Mapping[str, Any] | None
    origin: str
    """DIRECT or PROPAGATED."""
    source_guid: str
    source_title: str
    source_path: tuple[str, ...]
    propagate: bool
    validity_periods: Sequence[Mapping[str, Any]]
    entity_status: str
    """Status of the source: ACTIVE, DELETED or PURGED."""
    has_live_path: bool
    """False when nothing leads from the source to here any more; what is set here is always True."""
    set_by: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class PathHop:
    """One entity a propagated classification came over."""

    guid: str
    title: str
    type_name: str
    kind: str


Way = Mapping[tuple[str, str], Mapping[int, tuple[int, bool]]]
"""(type name, source guid) → entity id → (id of the entity it came from, whether that edge is ACTIVE)."""


def classifications_of(guids: Iterable[str]) -> dict[str, list[ClassificationView]]:
    """Guid → its classifications, what is set here first, then by name; unknown and unclassified guids are absent."""
    rows = list(
        EntityClassification.objects.filter(entity__guid__in=list(guids))
        .select_related("entity")
        .order_by("type_name", "id")
    )
    propagated = [row for row in rows if row.source_guid != row.entity.guid]
    sources = entities_by_guid(row.source_guid for row in propagated)
    paths = paths_of(list(sources.values())) if sources else {}
    ways = _ways({(row.type_name, row.source_guid) for row in propagated})
    found: dict[str, list[ClassificationView]] = {}
    for row in rows:
        found.setdefault(row.entity.guid, []).append(_view(row, sources, paths, ways))
    for views in found.values():
        views.sort(key=lambda view: (view.origin, view.type_name))
    return found


def _view(
    row: EntityClassification, sources: Mapping[str, Entity], paths: Mapping[str, tuple[str, ...]], ways: Way
) -> ClassificationView:
    is_direct = row.source_guid == row.entity.guid
    source = row.entity if is_direct else sources.get(row.source_guid)
    return ClassificationView(
        guid=row.entity.guid,
        type_name=row.type_name,
        attributes=row.attributes,
        origin="DIRECT" if is_direct else "PROPAGATED",
        source_guid=row.source_guid,
        source_title=source.title if source else "",
        source_path=paths.get(row.source_guid, ()),
        propagate=row.propagate,
        validity_periods=row.validity_periods,
        entity_status=row.entity_status,
        has_live_path=is_direct or _is_live(row, source, ways),
        set_by=row.created_by,
        at_ms=row.created_ms,
    )


def _is_live(row: EntityClassification, source: Entity | None, ways: Way) -> bool:
    if source is None or source.status != Entity.Status.ACTIVE:
        return False
    steps = _walk(ways.get((row.type_name, row.source_guid), {}), row.entity_id)
    return bool(steps) and steps[-1][0] == source.pk and all(is_active for _, is_active in steps)


def _walk(came_from: Mapping[int, tuple[int, bool]], entity_id: int) -> list[tuple[int, bool]]:
    """Back from an entity: (id of the entity before, whether that edge is ACTIVE), nearest first."""
    steps: list[tuple[int, bool]] = []
    seen = {entity_id}
    while entity_id in came_from:
        entity_id, is_active = came_from[entity_id]
        if entity_id in seen:
            break
        seen.add(entity_id)
        steps.append((entity_id, is_active))
    return steps


def _ways(pairs: set[tuple[str, str]]) -> Way:
    """The edges that each of the classifications came over, in one query."""
    if not pairs:
        return {}
    rows = EntityClassification.objects.filter(
        type_name__in={name for name, _ in pairs}, source_guid__in={guid for _, guid in pairs}, via__isnull=False
    ).values_list("type_name", "source_guid", "entity_id", "via__end1_id", "via__end2_id", "via__status")
    ways: dict[tuple[str, str], dict[int, tuple[int, bool]]] = {}
    for type_name, source_guid, entity_id, end1, end2, status in rows:
        before = end1 if end2 == entity_id else end2
        is_active = status == Entity.Status.ACTIVE
        ways.setdefault((type_name, source_guid), {})[entity_id] = (before, is_active)
    return ways


Key = tuple[str, str, str]
"""(guid of the entity, type name, source guid) of a propagated classification."""


def propagation_path(guid: str, type_name: str, source_guid: str) -> list[PathHop]:
    """The entities a propagated classification came over, source first, the entity itself last.

    As far as it can still be walked: a hop whose edge is gone ends it, and what is known of the source stands first.
    """
    return propagation_paths([(guid, type_name, source_guid)])[guid, type_name, source_guid]


def propagation_paths(keys: Iterable[Key]) -> dict[Key, list[PathHop]]:
    """The same for many at once, in four queries; unknown entities have an empty path."""
    wanted = list(dict.fromkeys(keys))
    known = entities_by_guid(guid for entity_guid, _, source in wanted for guid in (entity_guid, source))
    ways = _ways({(type_name, source) for guid, type_name, source in wanted if guid != source})
    walks = {
        (guid, type_name, source): [pk for pk, _ in _walk(ways.get((type_name, source), {}), known[guid].pk)]
        for guid, type_name, source in wanted
        if guid in known
    }
    passed = {row.pk: row for row in Entity.objects.filter(pk__in={pk for walk in walks.values() for pk in walk})}
    return {key: _path(key, walks.get(key), known, passed) for key in wanted}


def _path(
    key: Key, walk: Sequence[int] | None, known: Mapping[str, Entity], passed: Mapping[int, Entity]
) -> list[PathHop]:
    if walk is None:
        return []
    guid, _, source_guid = key
    hops = [_hop(passed[pk]) for pk in reversed(walk) if pk in passed]
    if guid != source_guid and (not hops or hops[0].guid != source_guid) and source_guid in known:
        hops = [_hop(known[source_guid]), *hops]
    return [*hops, _hop(known[guid])]


def _hop(entity: Entity) -> PathHop:
    return PathHop(guid=entity.guid, title=entity.title, type_name=entity.type_name, kind=entity.kind)
