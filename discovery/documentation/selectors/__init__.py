"""Reading texts, their revisions, and the glossary."""

from discovery.documentation.selectors.revisions import (
    WRITTEN_ELSEWHERE,
    count_texts_by,
    documentation_of,
    documentation_of_entities,
    find_revision,
    get_revision,
    list_revisions,
    own_text,
    text_attribute,
)

__all__ = [
    "WRITTEN_ELSEWHERE",
    "count_texts_by",
    "documentation_of",
    "documentation_of_entities",
    "find_revision",
    "get_revision",
    "list_revisions",
    "own_text",
    "text_attribute",
]
