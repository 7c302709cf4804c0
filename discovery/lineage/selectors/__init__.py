"""Reading lineage: the graph around an entity, the columns inside it, and what follows from a change."""

from discovery.lineage.selectors.columns import ColumnLineage, read_columns
from discovery.lineage.selectors.impact import Impact, ImpactRow, get_impact
from discovery.lineage.selectors.walk import count_hidden, get_lineage

__all__ = [
    "ColumnLineage",
    "Impact",
    "ImpactRow",
    "count_hidden",
    "get_impact",
    "get_lineage",
    "read_columns",
]
