"""Reads column lineage: columns are datasets of their own, joined by processes such as hive_column_lineage."""

from collections.abc import Sequence

from discovery.atlas.chips import is_sensitive_type
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.registry import type_registry
from discovery.lineage.column_graph import NO_COLUMNS, Column, ColumnEdge, ColumnGraph, Mark
from discovery.lineage.selectors.walk import INPUTS, OUTPUTS


def read_columns(tables: Sequence[str], *, also: str = "", with_deleted: bool = False) -> ColumnGraph:
    """Columns of the given tables (by guid) with the edges between them, in a fixed number of queries.

    `also` is a column to include even when nothing leads to or from it.
    """
    sources = _ends(INPUTS, tables, with_deleted)
    targets = _ends(OUTPUTS, tables, with_deleted)
    pairs = [
        (source, target, process)
        for process, ends in targets.items()
        for source in sources.get(process, ())
        for target in ends
        if source != target
    ]
    columns = _load(sorted({pk for source, target, _ in pairs for pk in (source, target)}), also)
    if not columns:
        return NO_COLUMNS
    processes = _load_processes(sorted({process for _, _, process in pairs}))
    edges: dict[tuple[str, str], ColumnEdge] = {}
    for source, target, process in pairs:
        name, expression = processes.get(process, ("", ""))
        edge = ColumnEdge(columns[source].guid, columns[target].guid, expression, name)
        edges.setdefault(edge.key, edge)
    return ColumnGraph({column.guid: column for column in columns.values()}, tuple(edges.values()))


def _ends(type_name: str, tables: Sequence[str], with_deleted: bool) -> dict[int, list[int]]:
    """Columns of the tables by the process at the other end of an edge type."""
    rows = Relationship.objects.filter(
        type_name=type_name, end2__kind=Entity.Kind.COLUMN, end2__parent__guid__in=list(tables)
    )
    if not with_deleted:
        rows = rows.filter(status="ACTIVE", end1__status="ACTIVE", end2__status="ACTIVE")
    found: dict[int, list[int]] = {}
    for process, column in rows.order_by("pk").values_list("end1_id", "end2_id"):
        found.setdefault(process, []).append(column)
    return found


def _load(ids: Sequence[int], also: str) -> dict[int, Column]:
    rows = Entity.objects.filter(pk__in=ids)
    if also:
        rows = rows | Entity.objects.filter(guid=also, kind=Entity.Kind.COLUMN)
    marks = marks_of(ids)
    return {
        row["pk"]: Column(
            guid=row["guid"],
            name=row["name"] or row["qualified_name"],
            table=row["parent__guid"] or "",
            position=row["position"],
            status=row["status"],
            marks=tuple(marks.get(row["pk"], ())),
        )
        for row in rows.values("pk", "guid", "name", "qualified_name", "parent__guid", "position", "status")
    }


def marks_of(ids: Sequence[int]) -> dict[int, list[Mark]]:
    """Classifications by entity, one a type; what is set here wins over what is inherited."""
    found: dict[int, dict[str, Mark]] = {}
    rows = EntityClassification.objects.filter(entity_id__in=ids).order_by("type_name")
    sensitive = _Sensitive()
    for pk, guid, name, source, propagates in rows.values_list(
        "entity_id", "entity__guid", "type_name", "source_guid", "propagate"
    ):
        known = found.setdefault(pk, {}).get(name)
        if known is None or not known.is_direct:
            found[pk][name] = Mark(name, source == guid, propagates, sensitive[name])
    return {pk: list(marks.values()) for pk, marks in found.items()}


class _Sensitive(dict[str, bool]):
    """Whether a classification type is sensitive, asked once a type."""

    def __missing__(self, name: str) -> bool:
        self[name] = is_sensitive_type(name, type_registry())
        return self[name]


def _load_processes(ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Name and expression of column-lineage processes."""
    rows = Entity.objects.filter(pk__in=ids).values_list("pk", "name", "attributes")
    return {pk: (name, str(attributes.get("expression") or "")) for pk, name, attributes in rows}
