"""Reads the path of a chosen column, as far as it goes, whatever the depth of the picture."""

from discovery.atlas.models import Entity
from discovery.lineage.column_graph import Mark
from discovery.lineage.column_path import ColumnPath, PathColumn, build_path, made_by
from discovery.lineage.graph import Direction, fold_processes, without_deleted
from discovery.lineage.selectors.columns import marks_of
from discovery.lineage.selectors.walk import read_graph

_FIELDS = ("pk", "guid", "name", "platform", "status", "parent__name", "parent__guid", "parent__database")


def find_path(guid: str) -> ColumnPath | None:
    """The path of a column; None when there is no such column. Five queries and two for each step."""
    base = Entity.objects.filter(guid=guid, kind=Entity.Kind.COLUMN).first()
    if base is None:
        return None
    graph = fold_processes(without_deleted(read_graph(base, direction=Direction.BOTH, depth=0)))
    rows = list(Entity.objects.filter(guid__in=list(graph.nodes), kind=Entity.Kind.COLUMN).values(*_FIELDS))
    marks = marks_of([row["pk"] for row in rows])
    expressions = dict(Entity.objects.filter(guid__in=list(graph.folded)).values_list("guid", "attributes__expression"))
    makers = made_by(graph, {process: str(text or "") for process, text in expressions.items()})
    details = {row["guid"]: _column(row, marks.get(row["pk"], []), *makers.get(row["guid"], ((), ""))) for row in rows}
    return build_path(graph, details, base=details[guid])


def _column(row: dict[str, str], marks: list[Mark], names: tuple[str, ...], expression: str) -> PathColumn:
    table = row["parent__name"] or ""
    place = row["parent__database"] or ""
    return PathColumn(
        guid=row["guid"],
        name=row["name"],
        table=f"{place}.{table}" if place and table else table,
        table_guid=row["parent__guid"] or "",
        platform=row["platform"],
        status=row["status"],
        marks=tuple(marks),
        made_by=names,
        expression=expression,
    )
