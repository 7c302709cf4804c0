"""Columns of tables: paged by a keyset cursor, never loaded as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from catalogsite.common.pagination import DEFAULT_LIMIT, Page, decode_cursor, encode_cursor
from discovery.atlas.models import Entity, EntityClassification


@dataclass(frozen=True, slots=True)
class ColumnCounts:
    """How many columns a table has, how many carry a classification, how many lack a description."""

    all: int
    classified: int
    undocumented: int


def _columns(parent: Entity) -> QuerySet[Entity]:
    return Entity.objects.filter(parent=parent, kind=Entity.Kind.COLUMN, status=parent.status)


_CLASSIFIED = Exists(EntityClassification.objects.filter(entity=OuterRef("pk")))


def count_columns(parent: Entity) -> ColumnCounts:
    counts = _columns(parent).aggregate(
        all=Count("pk"),
        classified=Count("pk", filter=_CLASSIFIED),
        undocumented=Count("pk", filter=Q(is_documented=False)),
    )
    return ColumnCounts(**counts)


def list_columns(
    parent: Entity, *, q: str = "", only: str = "all", limit: int = DEFAULT_LIMIT, cursor: str | None = None
) -> Page[Entity]:
    """Columns in the table's order. `only`: all, classified or undocumented; `q`: part of name or description."""
    rows = _columns(parent)
    if only == "classified":
        rows = rows.filter(_CLASSIFIED)
    elif only == "undocumented":
        rows = rows.filter(is_documented=False)
    if q:
        rows = rows.filter(Q(name__icontains=q) | Q(description__icontains=q) | Q(user_description__icontains=q))
    total = rows.count()
    if after := decode_cursor("columns", cursor):
        position, name, guid = after
        rows = rows.filter(
            Q(position__gt=position)
            | Q(position=position, name__gt=name)
            | Q(position=position, name=name, guid__gt=guid)
        )
    found = list(rows.order_by("position", "name", "guid")[: limit + 1])
    has_more = len(found) > limit
    found = found[:limit]
    next_cursor = None
    if has_more and found:
        next_cursor = encode_cursor("columns", [found[-1].position, found[-1].name, found[-1].guid])
    return Page(results=found, total=total, next=next_cursor)


def column_counts_of(entities: Sequence[Entity]) -> dict[str, int]:
    """Guid → number of ACTIVE columns, for those that have any."""
    rows = (
        Entity.objects.filter(
            parent__in=[entity.pk for entity in entities], kind=Entity.Kind.COLUMN, status=Entity.Status.ACTIVE
        )
        .values_list("parent__guid")
        .annotate(count=Count("pk"))
    )
    return dict(rows)


def first_columns_of(entities: Sequence[Entity], *, limit: int) -> dict[str, list[Entity]]:
    """Guid → the first `limit` ACTIVE columns of each table, in one query."""
    rows = (
        Entity.objects.filter(
            parent__in=[entity.pk for entity in entities], kind=Entity.Kind.COLUMN, status=Entity.Status.ACTIVE
        )
        .annotate(
            place=Window(RowNumber(), partition_by=F("parent_id"), order_by=[F("position"), F("name"), F("guid")])
        )
        .filter(place__lte=limit)
        .order_by("parent_id", "place")
    )
    guids = {entity.pk: entity.guid for entity in entities}
    found: dict[str, list[Entity]] = {}
    for row in rows:
        found.setdefault(guids[row.parent_id], []).append(row)  # type: ignore[index]
    return found
