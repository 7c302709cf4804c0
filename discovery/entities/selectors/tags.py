"""Classifications of an entity and its columns as light as chips need them, and their paths for many at once."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import JSONField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import ClassificationView
from discovery.entities.types import Tag, Tags, TagSummary

MOST_READ = 500
"""Rows read at once with the entity; a table with more classified columns gets its summary from an aggregate."""


def tags_of(entity: Entity, *, shown: Sequence[str] = ()) -> Tags:
    """Tags of the entity and of the columns `shown`, and a summary over all columns. One query, seldom three."""
    of_columns = Q(entity__parent=entity, entity__kind=Entity.Kind.COLUMN, entity__status=entity.status)
    rows = _rows(Q(entity=entity) | of_columns)
    found = list(rows[: MOST_READ + 1])
    if len(found) <= MOST_READ:
        return Tags(by_guid=_by_guid(found), summary=_summary(entity, found))
    needed = list(_rows(Q(entity=entity) | Q(entity__guid__in=shown)))
    summary = [
        TagSummary(type_name=name, columns=len(guids), direct=len(direct))
        for name, (guids, direct) in _counted(of_columns).items()
    ]
    return Tags(by_guid=_by_guid(needed), summary=summary)


def _rows(condition: Q) -> QuerySet[EntityClassification]:
    source = Entity.objects.filter(guid=OuterRef("source_guid")).values(
        json=JSONObject(
            name="name", kind="kind", status="status", database="database", parent="parent__name", platform="platform"
        )
    )
    return (
        EntityClassification.objects.filter(condition)
        .select_related("entity", "via")
        .only(
            "type_name",
            "source_guid",
            "attributes",
            "validity_periods",
            "entity_status",
            "entity__guid",
            "entity__status",
            "via__status",
        )
        .annotate(source=Subquery(source, output_field=JSONField()))
        .order_by("entity_id", "type_name", "id")
    )


def _by_guid(rows: Iterable[EntityClassification]) -> dict[str, list[Tag]]:
    found: dict[str, list[Tag]] = {}
    for row in rows:
        found.setdefault(row.entity.guid, []).append(_tag(row))
    for tags in found.values():
        tags.sort(key=lambda tag: (tag.origin, tag.type_name))
    return found


def _tag(row: EntityClassification) -> Tag:
    is_direct = row.source_guid == row.entity.guid
    source = getattr(row, "source", None) or {}
    title, path = _place(source)
    edge_stands = row.via is not None and row.via.status == Entity.Status.ACTIVE
    is_gone = not is_direct and (source.get("status") != Entity.Status.ACTIVE or not edge_stands)
    return Tag(
        guid=row.entity.guid,
        type_name=row.type_name,
        origin="DIRECT" if is_direct else "PROPAGATED",
        source_guid=row.source_guid,
        source_title=title,
        source_path=path,
        attributes=row.attributes,
        validity_periods=row.validity_periods,
        is_gone=is_gone,
    )


def _place(source: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """A column is named by its table, which is what people know: ("customers", ("Hive", "raw"))."""
    if not source:
        return "", ()
    is_column = source.get("kind") == Entity.Kind.COLUMN
    title = (source.get("parent") if is_column else source.get("name")) or source.get("name") or ""
    database = source.get("database") or ""
    return title, (source.get("platform") or "", *((database,) if database and database != title else ()))


def _summary(entity: Entity, rows: Sequence[EntityClassification]) -> list[TagSummary]:
    columns: dict[str, set[str]] = {}
    direct: dict[str, set[str]] = {}
    sources: dict[str, dict[str, None]] = {}
    for row in rows:
        if row.entity.guid == entity.guid:
            continue
        columns.setdefault(row.type_name, set()).add(row.entity.guid)
        if row.source_guid == row.entity.guid:
            direct.setdefault(row.type_name, set()).add(row.entity.guid)
        else:
            title, path = _place(getattr(row, "source", None) or {})
            sources.setdefault(row.type_name, {})[".".join([*path[1:], title])] = None
    return [
        TagSummary(name, len(guids), len(direct.get(name, ())), tuple(sources.get(name, ())))
        for name, guids in sorted(columns.items())
    ]


def _counted(condition: Q) -> dict[str, tuple[set[int], set[int]]]:
    """Type → (ids of columns that carry it, ids of those that have it set here)."""
    found: dict[str, tuple[set[int], set[int]]] = {}
    rows = EntityClassification.objects.filter(condition).values_list(
        "type_name", "entity_id", "source_guid", "entity__guid"
    )
    for type_name, entity_id, source_guid, guid in rows.order_by("type_name").iterator(chunk_size=2000):
        carrying, direct = found.setdefault(type_name, (set(), set()))
        carrying.add(entity_id)
        if source_guid == guid:
            direct.add(entity_id)
    return found


PathKey = tuple[str, str, str]
"""(guid, type name, source guid)."""


def classification_paths(views: Iterable[ClassificationView]) -> dict[PathKey, list[str]]:
    """The guids each propagated classification came over, source first, the entity last. Two queries for all."""
    propagated = [view for view in views if view.origin == "PROPAGATED"]
    if not propagated:
        return {}
    rows = EntityClassification.objects.filter(
        type_name__in={view.type_name for view in propagated},
        source_guid__in={view.source_guid for view in propagated},
        via__isnull=False,
    ).values_list("type_name", "source_guid", "entity__guid", "via__end1__guid", "via__end2__guid")
    before: dict[PathKey, str] = {}
    for type_name, source, guid, end1, end2 in rows:
        before[guid, type_name, source] = end1 if end2 == guid else end2
    return {
        (view.guid, view.type_name, view.source_guid): _walk(before, view.guid, view.type_name, view.source_guid)
        for view in propagated
    }


def _walk(before: Mapping[PathKey, str], guid: str, type_name: str, source: str) -> list[str]:
    path = [guid]
    while path[-1] != source:
        previous = before.get((path[-1], type_name, source))
        if previous is None or previous in path:
            path.append(source)
            break
        path.append(previous)
    return path[::-1]
