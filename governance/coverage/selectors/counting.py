"""Counts over all measured rows, by SQL aggregates: nothing is paged, so nothing can be left out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

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
    return sum_counts(group.counts for group in list_groups("db"))


def count_shells() -> int:
    """Datasets that are only named by others (isIncomplete): counted apart, never in a share."""
    return Entity.objects.filter(kind=Entity.Kind.DATASET, status=Entity.Status.ACTIVE, is_incomplete=True).count()


def list_groups(group_by: str) -> list[Group]:
    """Counts by database, owner, type or classification, largest first. Raises InvalidInput for another word.

    Groups by owner and by classification overlap: a dataset counts for each of its owners and classifications.
    """
    if group_by == "db":
        found = _by_field("database", "database")
    elif group_by == "type":
        found = _by_field("type_name", "parent__type_name")
    elif group_by == "owner":
        found = _split_owners(_by_field("owner", "parent__owner"))
    elif group_by == "classification":
        found = _by_classification()
    else:
        raise InvalidInput(f"groupBy must be one of {', '.join(GROUPS)}.", details={"field": "groupBy"})
    groups = [Group(key, counts, targets().for_group(group_by, key)) for key, counts in found.items()]
    return sorted(groups, key=lambda group: (-group.counts.total, -group.counts.columns.total, group.key))


def _by_field(dataset_field: str, column_field: str) -> dict[str, Counts]:
    datasets = (
        measured_datasets()
        .values_list(dataset_field)
        .annotate(
            total=Count("pk"),
            documented=Count("pk", filter=Q(is_documented=True)),
            owned=Count("pk", filter=~Q(owner="")),
            classified=Count("pk", filter=is_classified()),
        )
    )
    columns = (
        measured_columns()
        .values_list(column_field)
        .annotate(
            total=Count("pk"),
            documented=Count("pk", filter=Q(is_documented=True)),
            classified=Count("pk", filter=is_classified_column()),
        )
    )
    return _joined({row[0]: row[1:] for row in datasets}, {row[0]: row[1:] for row in columns})


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
    carried: dict[str, set[int]] = {}
    rows = EntityClassification.objects.filter(entity__status=Entity.Status.ACTIVE)
    for name, kind, entity, parent in rows.values_list("type_name", "entity__kind", "entity_id", "entity__parent_id"):
        carrier = parent if kind == Entity.Kind.COLUMN else entity
        if carrier is not None:
            carried.setdefault(name, set()).add(carrier)
    known = _facts({pk for carriers in carried.values() for pk in carriers})
    columns = {
        row[0]: ColumnCounts(*row[1:])
        for row in measured_columns()
        .filter(classifications__isnull=False)
        .values_list("classifications__type_name")
        .annotate(
            total=Count("pk", distinct=True),
            documented=Count("pk", filter=Q(is_documented=True), distinct=True),
            classified=Count("pk", distinct=True),
        )
    }
    return {
        name: _counted([known[pk] for pk in carriers if pk in known], columns.get(name, ColumnCounts()))
        for name, carriers in carried.items()
    }


def _facts(ids: set[int]) -> dict[int, tuple[bool, bool]]:
    """By measured dataset: is it documented, is it owned."""
    found: dict[int, tuple[bool, bool]] = {}
    ordered = sorted(ids)
    for start in range(0, len(ordered), 5_000):
        some = measured_datasets().filter(pk__in=ordered[start : start + 5_000])
        for pk, documented, owner in some.values_list("pk", "is_documented", "owner"):
            found[pk] = (documented, owner != "")
    return found


def _counted(facts: Iterable[tuple[bool, bool]], columns: ColumnCounts) -> Counts:
    rows = list(facts)
    documented = sum(documented for documented, _ in rows)
    return Counts(len(rows), documented, sum(owned for _, owned in rows), len(rows), columns)
