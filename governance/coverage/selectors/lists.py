"""The list behind each number: exactly the things it counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from catalogsite.common.errors import InvalidInput
from catalogsite.common.pagination import Page, decode_cursor, encode_cursor
from discovery.atlas.models import Entity, EntityClassification
from governance.coverage.selectors.measured import (
    COLUMN_BY_ITSELF,
    is_classified,
    is_classified_column,
    measured_columns,
    measured_datasets,
)


@dataclass(frozen=True, slots=True)
class ListKind:
    title: object
    rows: Callable[[], QuerySet[Entity]]


@dataclass(frozen=True, slots=True)
class ListedEntity:
    guid: str
    name: str
    place: str
    type_name: str
    kind: str
    owner: str
    is_documented: bool


LISTS: Mapping[str, ListKind] = {
    "datasets": ListKind(_("Datasets that are counted"), measured_datasets),
    "undocumented": ListKind(
        _("Datasets without a description"), lambda: measured_datasets().filter(is_documented=False)
    ),
    "documented": ListKind(_("Datasets with a description"), lambda: measured_datasets().filter(is_documented=True)),
    "columns-undocumented": ListKind(
        _("Columns without a description"), lambda: measured_columns().filter(is_documented=False)
    ),
    "columns-documented": ListKind(
        _("Columns with a description"), lambda: measured_columns().filter(is_documented=True)
    ),
    "unowned": ListKind(_("Datasets without an owner"), lambda: measured_datasets().filter(owner="")),
    "unclassified": ListKind(
        _("Datasets without a classification"), lambda: measured_datasets().exclude(is_classified())
    ),
    "classified": ListKind(_("Datasets with a classification"), lambda: measured_datasets().filter(is_classified())),
    "columns-classified": ListKind(
        _("Columns with a classification"), lambda: measured_columns().filter(is_classified_column())
    ),
}


def list_entities(
    what: str, *, group_by: str = "", key: str = "", limit: int, cursor: str | None
) -> Page[ListedEntity]:
    """A page of the things a number counts, by place and name. Raises InvalidInput for an unknown list or group."""
    if what not in LISTS:
        raise InvalidInput(f"what must be one of {', '.join(LISTS)}.", details={"field": "what"})
    rows = LISTS[what].rows().filter(_in_group(group_by, key))
    total = rows.count()
    after = decode_cursor(f"coverage:{what}", cursor)
    if after:
        database, name, pk = after
        rows = rows.filter(
            Q(database__gt=database) | Q(database=database, name__gt=name) | Q(database=database, name=name, pk__gt=pk)
        )
    fields = (
        "pk",
        "guid",
        "name",
        "database",
        "platform",
        "parent__name",
        "type_name",
        "kind",
        "owner",
        "is_documented",
    )
    found = list(rows.order_by("database", "name", "pk").values(*fields)[: limit + 1])
    more = encode_cursor(f"coverage:{what}", _key(found[limit - 1])) if len(found) > limit > 0 else None
    return Page([_listed(row) for row in found[:limit]], total, more)


def _key(row: Mapping[str, object]) -> list[object]:
    return [row["database"], row["name"], row["pk"]]


def _listed(row: Mapping[str, str]) -> ListedEntity:
    is_column = row["kind"] == Entity.Kind.COLUMN
    place = ".".join(part for part in (row["database"], row["parent__name"] if is_column else "") if part)
    return ListedEntity(
        guid=row["guid"],
        name=row["name"],
        place=place or row["platform"],
        type_name=row["type_name"],
        kind=row["kind"],
        owner=row["owner"],
        is_documented=bool(row["is_documented"]),
    )


def _in_group(group_by: str, key: str) -> Q:
    if not group_by:
        return Q()
    if group_by == "db":
        return Q(database=key)
    if group_by == "type":
        return Q(type_name=key) | Q(kind=Entity.Kind.COLUMN, parent__type_name=key)
    if group_by == "owner":
        return Q(owner__contains=key) | Q(kind=Entity.Kind.COLUMN, parent__owner__contains=key) if key else Q(owner="")
    if group_by == "classification":
        carried = EntityClassification.objects.filter(type_name=key)
        by_column = carried.filter(**COLUMN_BY_ITSELF).exclude(entity__status=Entity.Status.DELETED)
        return Q(pk__in=carried.values("entity_id")) | Q(
            kind=Entity.Kind.DATASET, pk__in=by_column.values("entity__parent_id")
        )
    raise InvalidInput("groupBy is unknown.", details={"field": "groupBy"})
