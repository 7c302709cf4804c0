"""Reading texts, their revisions, and the glossary."""

from discovery.documentation.selectors.revisions import (
    WRITTEN_ELSEWHERE,
    documentation_of,
    documentation_of_entities,
    find_revision,
    get_revision,
    history_of,
    last_revision,
    list_revisions,
    own_text,
    text_attribute,
    text_history,
    texts_of_revisions,
)

__all__ = [
    "WRITTEN_ELSEWHERE",
    "documentation_of",
    "documentation_of_entities",
    "find_revision",
    "get_revision",
    "history_of",
    "last_revision",
    "list_revisions",
    "own_text",
    "text_attribute",
    "text_history",
    "texts_of_revisions",
]
