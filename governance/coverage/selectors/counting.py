"""Counts over all measured rows, by SQL aggregates: nothing is paged, so nothing can be left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from catalogsite.common.errors import InvalidInput
from discovery.atlas.models import Entity, EntityClassification
from governance.coverage.metrics import ColumnCounts, Counts, sum_counts
from governance.coverage.selectors.measured import (
    is_classified,
    is_classified_column,
    measured_columns,
    measured_datasets,
)
from governance.coverage.targets import targets

GROUPS = ("db", "owner", "type", "classification")


@dataclass(frozen=True, slots=True)
class Group:
    """One group with its counts; `key` is "" for what has no database or no owner."""

    key: str
    counts: Counts
    target: float | None = None


def count_all() -> Counts:
    """The whole catalog."""
    return whole_of("db", list_groups("db"))


def whole_of(group_by: str, groups: Sequence[Group]) -> Counts:
    """The whole catalog, out of groups where they do not overlap."""
    if group_by in {"db", "type"}:
        return sum_counts(group.counts for group in groups)
    return count_all()


def count_shells() -> int:
    """Datasets that are only named by others (isIncomplete): counted apart, never in a share."""
    return Entity.objects.filter(kind=Entity.Kind.DATASET, status=Entity.Status.ACTIVE, is_incomplete=True).count()


def list_groups(group_by: str) -> list[Group]:
    """Counts by database, owner, type or classification, largest first. Raises InvalidInput for another word.

    Groups by owner and by classification overlap: a dataset counts for each of its owners and classifications.
    """
    if group_by == "db":
        found = _by_database()
    elif group_by == "type":
        found = _by_field("type_name")
    elif group_by == "owner":
        found = _split_owners(_by_field("owner"))
    elif group_by == "classification":
        found = _by_classification()
    else:
        raise InvalidInput(f"groupBy must be one of {', '.join(GROUPS)}.", details={"field": "groupBy"})
    groups = [Group(key, counts, targets().for_group(group_by, key)) for key, counts in found.items()]
    return sorted(groups, key=lambda group: (-group.counts.total, -group.counts.columns.total, group.key))


def _by_database() -> dict[str, Counts]:
    return _joined(_datasets_by("database"), _columns_by("database"))


def _by_field(name: str) -> dict[str, Counts]:
    """By a field of the dataset. Columns are counted by dataset first: joining each of them costs ten times more."""
    value_of = dict(measured_datasets().values_list("pk", name))
    columns: dict[str, list[int]] = {}
    for parent, counts in _columns_by("parent_id").items():
        sums = columns.setdefault(value_of.get(parent, ""), [0, 0, 0])
        for index, count in enumerate(counts):
            sums[index] += count
    return _joined(_datasets_by(name), columns)


def _datasets_by(name: str) -> dict[Any, tuple[int, ...]]:
    rows = (
        measured_datasets()
        .values_list(name)
        .annotate(
            total=Count("pk"),
            documented=Count("pk", filter=Q(is_documented=True)),
            owned=Count("pk", filter=~Q(owner="")),
            classified=Count("pk", filter=is_classified()),
        )
    )
    return {row[0]: row[1:] for row in rows}


def _columns_by(name: str) -> dict[Any, tuple[int, ...]]:
    rows = (
        measured_columns()
        .values_list(name)
        .annotate(
            total=Count("pk"),
            documented=Count("pk", filter=Q(is_documented=True)),
            classified=Count("pk", filter=is_classified_column()),
        )
    )
    return {row[0]: row[1:] for row in rows}


def _joined(datasets: Mapping[Any, Any], columns: Mapping[Any, Any]) -> dict[str, Counts]:
    found: dict[str, Counts] = {}
    for key in {*datasets, *columns}:
        total, documented, owned, classified = datasets.get(key, (0, 0, 0, 0))
        counts = Counts(total, documented, owned, classified, ColumnCounts(*columns.get(key, (0, 0, 0))))
        name = key or ""
        found[name] = sum_counts([found[name], counts]) if name in found else counts
    return found


def _split_owners(found: Mapping[str, Counts]) -> dict[str, Counts]:
    """A text of several owners counts for each of them."""
    split: dict[str, list[Counts]] = {}
    for text, counts in found.items():
        names = {name for part in text.split(",") if (name := part.strip())} or {""}
        for name in names:
            split.setdefault(name, []).append(counts)
    return {name: sum_counts(many) for name, many in split.items()}


def _by_classification() -> dict[str, Counts]:
    """By classification on the dataset or on one of its columns."""
    carriers: dict[str, set[int]] = {}
    columns: dict[str, set[int]] = {}
    rows = EntityClassification.objects.exclude(entity__status=Entity.Status.DELETED)
    for name, kind, entity, parent in rows.values_list("type_name", "entity__kind", "entity_id", "entity__parent_id"):
        if kind == Entity.Kind.COLUMN:
            columns.setdefault(name, set()).add(entity)
        carrier = parent if kind == Entity.Kind.COLUMN else entity
        if carrier is not None:
            carriers.setdefault(name, set()).add(carrier)
    datasets = _facts(measured_datasets(), carriers)
    described = _facts(measured_columns(), columns)
    return {
        name: _counted(
            [datasets[pk] for pk in carriers.get(name, ()) if pk in datasets],
            [described[pk] for pk in columns.get(name, ()) if pk in described],
        )
        for name in {*carriers, *columns}
    }


def _facts(rows: QuerySet[Entity], wanted: Mapping[str, set[int]]) -> dict[int, tuple[bool, bool]]:
    """By measured entity: is it documented, is it owned."""
    found: dict[int, tuple[bool, bool]] = {}
    ordered = sorted({pk for ids in wanted.values() for pk in ids})
    for start in range(0, len(ordered), 5_000):
        some = rows.filter(pk__in=ordered[start : start + 5_000])
        for pk, documented, owner in some.values_list("pk", "is_documented", "owner"):
            found[pk] = (documented, owner != "")
    return found


def _counted(datasets: Sequence[tuple[bool, bool]], columns: Sequence[tuple[bool, bool]]) -> Counts:
    total, described = len(datasets), len(columns)
    return Counts(
        total=total,
        documented=sum(documented for documented, _ in datasets),
        owned=sum(owned for _, owned in datasets),
        classified=total,
        columns=ColumnCounts(described, sum(documented for documented, _ in columns), described),
    )
