"""Values of texts and their revisions, free of Django."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

LONGEST_TEXT = 16 * 1024 * 1024
"""Characters of one text. Longer ones are refused; up to here they are stored in full."""


@dataclass(frozen=True, slots=True)
class Documentation:
    """What a person (or a writer in their place) last said about one entity.

    `revision` 0 with no text means that nobody wrote yet; what the source says stands elsewhere (Entity.description).
    `origin` is "human", "ingest:<source>" or "propagated"; "" at revision 0.
    """

    guid: str
    revision: int = 0
    origin: str = ""
    at: datetime | None = None
    by: str = ""
    text: str = field(default="", repr=False)

    @property
    def is_written(self) -> bool:
        return self.text.strip() != ""


@dataclass(frozen=True, slots=True)
class TermRow:
    """One term in the tree, with the number of entities it is assigned to."""

    guid: str
    name: str
    used: int
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """A glossary or a category with what hangs below it. `count` is the number of different terms in it."""

    guid: str
    name: str
    count: int
    terms: Sequence[TermRow] = ()
    branches: Sequence["Branch"] = ()
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole tree of glossaries. `total` counts all terms, whatever the filter; `shown` those that match."""

    branches: Sequence[Branch]
    total: int
    shown: int


@dataclass(frozen=True, slots=True)
class RelatedTerms:
    """Terms that stand in one relation to another: words for the relation, then (guid, name) pairs."""

    label: str
    terms: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who wrote revisions of a text, by full name where we know the person. 0 texts: nobody counted."""

    username: str
    name: str
    texts: int


@dataclass(frozen=True, slots=True)
class TextHistory:
    """The text that stands and how it came about: as much as the trust line under a text says."""

    current: Documentation
    by_name: str = ""
    revisions: int = 0
    authors: Sequence[Author] = ()
