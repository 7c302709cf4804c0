"""Where a classification would go if it were set: the walk of propagation, read-only.

The same rules as the write (edges' propagateTags, their block lists, ACTIVE ends), by level with set queries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from discovery.atlas.models import Entity, Relationship

MOST = 20_000
"""Entities a preview follows; beyond it is cut and says so."""
_CHUNK = 400


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity the classification would reach, with the guids it comes over, source first, itself last."""

    guid: str
    kind: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """Nearest first. `is_cut`: there are more than were followed."""

    reached: Sequence[Reached]
    is_cut: bool = False


def would_propagate_to(*, guid: str, type_name: str) -> Preview:
    """Everything that would inherit `type_name` from the entity `guid`; empty for an unknown or deleted entity."""
    source = Entity.objects.filter(guid=guid, status=Entity.Status.ACTIVE).only("pk", "guid").first()
    if source is None:
        return Preview(())
    paths: dict[int, tuple[str, ...]] = {source.pk: (guid,)}
    reached: list[Reached] = []
    level = [source.pk]
    while level and len(reached) < MOST:
        steps = _steps(level, paths, type_name, guid)
        found = {entity.pk: entity for entity in _entities(steps)}
        for pk, parent in steps.items():
            if pk in found:
                paths[pk] = (*paths[parent], found[pk].guid)
                reached.append(Reached(found[pk].guid, found[pk].kind, paths[pk]))
        level = list(found)
    return Preview(reached[:MOST], is_cut=len(reached) > MOST or bool(level))


def _steps(level: Sequence[int], known: dict[int, tuple[str, ...]], type_name: str, source: str) -> dict[int, int]:
    """Entities one step on, each with the one it is reached from; those already known are left out."""
    steps: dict[int, int] = {}
    for edge in _edges(level):
        if [type_name, source] in edge.blocked_classifications:
            continue
        for start, end, directions in (
            (edge.end1_id, edge.end2_id, {"ONE_TO_TWO", "BOTH"}),
            (edge.end2_id, edge.end1_id, {"TWO_TO_ONE", "BOTH"}),
        ):
            if edge.propagate_tags in directions and start in known and end not in known:
                steps.setdefault(end, start)
    return steps


def _edges(level: Sequence[int]) -> Iterable[Relationship]:
    edges = Relationship.objects.filter(status=Entity.Status.ACTIVE).only(
        "end1_id", "end2_id", "propagate_tags", "blocked_classifications"
    )
    for start in range(0, len(level), _CHUNK):
        chunk = level[start : start + _CHUNK]
        yield from edges.filter(
            Q(end1__in=chunk, propagate_tags__in=["ONE_TO_TWO", "BOTH"])
            | Q(end2__in=chunk, propagate_tags__in=["TWO_TO_ONE", "BOTH"])
        ).order_by("pk")


def _entities(pks: Iterable[int]) -> Iterable[Entity]:
    wanted = list(pks)
    active: QuerySet[Entity] = Entity.objects.filter(status=Entity.Status.ACTIVE).only("pk", "guid", "kind")
    for start in range(0, len(wanted), _CHUNK):
        yield from active.filter(pk__in=wanted[start : start + _CHUNK])
