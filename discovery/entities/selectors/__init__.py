"""Reading what the entity page shows, in few queries: what belongs together is joined, never looked up row by row."""

from discovery.entities.selectors.columns import ColumnsPage, column_page, key_columns, place_of
from discovery.entities.selectors.entity import Shown, get_shown
from discovery.entities.selectors.tags import classification_paths, tags_of

__all__ = [
    "ColumnsPage",
    "Shown",
    "classification_paths",
    "column_page",
    "get_shown",
    "key_columns",
    "place_of",
    "tags_of",
]
