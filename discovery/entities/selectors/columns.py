"""Columns of a table for its page: the few that matter, and a hundred at a time. Costs do not grow with the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, When

from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import type_registry
from discovery.entities.types import ColumnCounts, ColumnsShown
from discovery.usage.models import Usage

_SHOWN = (
    "guid", "name", "display_name", "qualified_name", "kind", "type_name", "status", "data_type", "description",
    "user_description", "is_documented", "position",
)  # fmt: skip
"""What rows show; the JSON of a hundred columns is not read for nothing."""
IN_ORDER = ("position", "name", "guid")
COLUMNS_PER_PAGE = 100

_classified = Exists(EntityClassification.objects.filter(entity=OuterRef("pk")))


@dataclass(frozen=True, slots=True)
class ColumnsPage:
    """One page of columns; `matching` is how many filter and segment leave."""

    columns: Sequence[Entity]
    start: int
    matching: int

    @property
    def end(self) -> int:
        return self.start + len(self.columns)


def columns_of(table: Entity) -> QuerySet[Entity]:
    """The columns that live and die with the table: those of a deleted table are the deleted ones."""
    return Entity.objects.filter(parent=table, kind=Entity.Kind.COLUMN, status=table.status)


def key_columns(table: Entity, *, limit: int = 6) -> list[Entity]:
    """Keys and classified columns first, then the table's order."""
    rows = columns_of(table).annotate(is_key=_key_rank(table), is_classified=_classified)
    return list(rows.only(*_SHOWN).order_by("-is_key", "-is_classified", *IN_ORDER)[:limit])


def _key_rank(table: Entity) -> Case:
    """1 for primary keys, where the source says which columns are; else 0."""
    definition = type_registry().entity_types.get(table.type_name.replace("_table", "_column"))
    if definition is None or "isPrimaryKey" not in definition.attributes:
        return Case(default=0)
    return Case(When(attributes__isPrimaryKey=True, then=1), default=0)


def column_page(
    table: Entity,
    *,
    counts: ColumnCounts,
    q: str = "",
    shown: ColumnsShown = ColumnsShown.ALL,
    by_name: bool = False,
    start: int = 0,
) -> ColumnsPage:
    """A hundred columns from row `start`, with what is known of each one's use. One query, two with a filter."""
    rows = _filtered(columns_of(table), q, shown)
    matching = rows.count() if q else int(getattr(counts, shown.value))
    queries = Usage.objects.filter(guid=OuterRef("guid")).values("queries_30d")
    order = ("name", "guid") if by_name else IN_ORDER
    start = max(min(start, matching - 1), 0) // COLUMNS_PER_PAGE * COLUMNS_PER_PAGE
    found = rows.only(*_SHOWN).annotate(queries=Subquery(queries)).order_by(*order)[start : start + COLUMNS_PER_PAGE]
    return ColumnsPage(columns=list(found), start=start, matching=matching)


def place_of(table: Entity, name: str, *, by_name: bool = False) -> int | None:
    """The number of rows before the column `name`; None when the table has none of that name."""
    rows = columns_of(table)
    column = rows.filter(name=name).order_by(*IN_ORDER).first()
    if column is None:
        return None
    before = Q(name__lt=column.name)
    if not by_name:
        before = Q(position__lt=column.position) | Q(position=column.position, name__lt=column.name)
    return rows.filter(before).count()


def _filtered(rows: QuerySet[Entity], q: str, shown: ColumnsShown) -> QuerySet[Entity]:
    if shown is ColumnsShown.CLASSIFIED:
        rows = rows.filter(_classified)
    elif shown is ColumnsShown.UNDOCUMENTED:
        rows = rows.filter(is_documented=False)
    if q:
        rows = rows.filter(Q(name__icontains=q) | Q(description__icontains=q) | Q(user_description__icontains=q))
    return rows
