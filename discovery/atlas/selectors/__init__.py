"""Reading metadata from our tables. The number of queries of each function does not depend on the number of rows."""

from discovery.atlas.registry import type_registry
from discovery.atlas.selectors.classifications import (
    ClassificationView,
    PathHop,
    classifications_of,
    propagation_path,
    propagation_paths,
)
from discovery.atlas.selectors.columns import (
    ColumnCounts,
    column_counts_of,
    count_columns,
    first_columns_of,
    list_columns,
)
from discovery.atlas.selectors.documents import entity_json
from discovery.atlas.selectors.entities import (
    entities_by_guid,
    find_by_qualified_name,
    get_entity,
    get_entity_by_qualified_name,
    paths_of,
)
from discovery.atlas.selectors.terms import TermView, terms_of

__all__ = [
    "ClassificationView",
    "ColumnCounts",
    "PathHop",
    "TermView",
    "classifications_of",
    "column_counts_of",
    "count_columns",
    "entities_by_guid",
    "entity_json",
    "find_by_qualified_name",
    "first_columns_of",
    "get_entity",
    "get_entity_by_qualified_name",
    "list_columns",
    "paths_of",
    "propagation_path",
    "propagation_paths",
    "terms_of",
    "type_registry",
]
