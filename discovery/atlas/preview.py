"""Where a classification would go if it were set: the walk of propagation, read-only.

The same rules as the write (edges' propagateTags, their block lists, ACTIVE ends), by level with set queries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from discovery.atlas.models import Entity, Relationship

MOST = 20_000
"""Entities a preview follows; beyond it is cut and says so."""
_CHUNK = 400
_FORTH, _BACK = ("ONE_TO_TWO", "BOTH"), ("TWO_TO_ONE", "BOTH")


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


def would_propagate_to(*, guids: Iterable[str], type_name: str) -> Preview:
    """Everything that would inherit `type_name` if it were set on these entities, each by a way from a nearest one.

    The entities themselves are left out, and unknown or deleted ones are passed over. The number of queries grows
    with the levels, not with the entities.
    """
    paths: dict[int, tuple[str, ...]] = {pk: (guid,) for pk, guid in _sources(list(dict.fromkeys(guids)))}
    reached: list[Reached] = []
    level = list(paths)
    while level and len(reached) < MOST:
        steps = _steps(level, paths, type_name)
        found = {pk: (guid, kind) for pk, guid, kind in _entities(steps)}
        for pk, parent in steps.items():
            if pk in found:
                guid, kind = found[pk]
                paths[pk] = (*paths[parent], guid)
                reached.append(Reached(guid, kind, paths[pk]))
        level = list(found)
    return Preview(reached[:MOST], is_cut=len(reached) > MOST or bool(level))


def _sources(guids: Sequence[str]) -> Iterable[tuple[int, str]]:
    for start in range(0, len(guids), _CHUNK):
        chunk = guids[start : start + _CHUNK]
        yield from Entity.objects.filter(guid__in=chunk, status=Entity.Status.ACTIVE).values_list("pk", "guid")


def _steps(level: Sequence[int], known: dict[int, tuple[str, ...]], type_name: str) -> dict[int, int]:
    """Entities one step on, each with the one it is reached from; those already known are left out."""
    steps: dict[int, int] = {}
    for end1, end2, propagation, blocked in _edges(level):
        for start, end, directions in ((end1, end2, _FORTH), (end2, end1, _BACK)):
            if propagation not in directions or start not in known or end in known:
                continue
            if [type_name, known[start][0]] not in blocked:
                steps.setdefault(end, start)
    return steps


Edge = tuple[int, int, str, list[list[str]]]
"""end 1, end 2, propagateTags, what is blocked."""


def _edges(level: Sequence[int]) -> Iterable[Edge]:
    edges = Relationship.objects.filter(status=Entity.Status.ACTIVE).order_by("pk")
    for start in range(0, len(level), _CHUNK):
        chunk = level[start : start + _CHUNK]
        yield from edges.filter(
            Q(end1__in=chunk, propagate_tags__in=_FORTH) | Q(end2__in=chunk, propagate_tags__in=_BACK)
        ).values_list("end1_id", "end2_id", "propagate_tags", "blocked_classifications")


def _entities(pks: Iterable[int]) -> Iterable[tuple[int, str, str]]:
    wanted = list(pks)
    active = Entity.objects.filter(status=Entity.Status.ACTIVE).values_list("pk", "guid", "kind")
    for start in range(0, len(wanted), _CHUNK):
        yield from active.filter(pk__in=wanted[start : start + _CHUNK])
