"""Reading lineage: the graph around an entity, the columns inside it, and what follows from a change."""

from discovery.lineage.selectors.columns import read_columns
from discovery.lineage.selectors.impact import get_impact
from discovery.lineage.selectors.path import find_path
from discovery.lineage.selectors.view import LineageView, get_view
from discovery.lineage.selectors.walk import count_hidden, get_lineage

__all__ = [
    "LineageView",
    "count_hidden",
    "find_path",
    "get_impact",
    "get_lineage",
    "get_view",
    "read_columns",
]
