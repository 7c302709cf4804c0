"""Entities as the REST API answers them: Atlas's names, our shape. Times are ISO 8601 UTC."""

from collections.abc import Mapping, Sequence
from typing import Any

from discovery.atlas.models import Entity
from discovery.atlas.selectors import (
    ClassificationView,
    classifications_of,
    column_counts_of,
    list_columns,
    paths_of,
    terms_of,
)
from discovery.documentation.selectors import documentation_of_entities
from discovery.documentation.types import Documentation
from discovery.entities.selectors import classification_paths

FIRST_COLUMNS = 100
Json = dict[str, Any]
Paths = Mapping[tuple[str, str, str], Sequence[str]]


def entity_json(entity: Entity) -> Json:
    """One entity with its first hundred columns."""
    columns = list(list_columns(entity, limit=FIRST_COLUMNS).results) if entity.kind == Entity.Kind.DATASET else []
    guids = [entity.guid, *(column.guid for column in columns)]
    views = classifications_of(guids)
    paths = classification_paths(view for found in views.values() for view in found)
    terms = terms_of([entity.guid]).get(entity.guid, [])
    count = column_counts_of([entity]).get(entity.guid, 0) if columns else 0
    return {
        "guid": entity.guid,
        "typeName": entity.type_name,
        "status": entity.status,
        "name": entity.name,
        "displayName": entity.display_name,
        "qualifiedName": entity.qualified_name,
        "path": list(paths_of([entity])[entity.guid]),
        "description": entity.text,
        "sourceDescription": entity.description,
        "attributes": entity.attributes,
        "owners": entity.owners,
        "labels": entity.labels,
        "terms": [{"guid": term.guid, "name": term.name, "glossary": term.glossary} for term in terms],
        "classifications": [classification_json(view, paths) for view in views.get(entity.guid, [])],
        "columnCount": max(count, len(columns)),
        "columns": [column_json(column, views.get(column.guid, []), paths) for column in columns],
        "documentation": documentation_json(documentation_of_entities([entity])[entity.guid]),
    }


def columns_json(columns: Sequence[Entity]) -> list[Json]:
    """Columns of one page, with their classifications. The queries do not depend on their number."""
    views = classifications_of([column.guid for column in columns])
    paths = classification_paths(view for found in views.values() for view in found)
    return [column_json(column, views.get(column.guid, []), paths) for column in columns]


def column_json(column: Entity, views: Sequence[ClassificationView], paths: Paths) -> Json:
    return {
        "guid": column.guid,
        "name": column.name,
        "type": column.data_type,
        "description": column.text,
        "classifications": [classification_json(view, paths) for view in views],
    }


def classification_json(view: ClassificationView, paths: Paths) -> Json:
    """`entityGuid` is the entity it was set on; `path` leads from there to here and is empty for what is set here."""
    return {
        "typeName": view.type_name,
        "attributes": dict(view.attributes or {}),
        "origin": view.origin,
        "entityGuid": view.source_guid,
        "path": list(paths.get((view.guid, view.type_name, view.source_guid), ())),
        "propagate": view.propagate,
        "validityPeriods": list(view.validity_periods),
    }


def documentation_json(documentation: Documentation) -> Json:
    return {
        "revision": documentation.revision,
        "origin": documentation.origin,
        "at": documentation.at.isoformat() if documentation.at else None,
        "by": documentation.by,
    }
