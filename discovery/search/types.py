"""Values of searching: what is asked, what is found, and why. Free of Django and of any engine."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum

FACETS = ("platform", "type", "database", "classification", "owner", "term", "documented")
"""Facet names in the order the page shows them. "" as a value of owner, database, classification or term is "none"."""
FILTERS = (*FACETS, "label")
"""What can be filtered by. Values of one name are alternatives, different names have to hold together."""
KINDS = ("dataset", "column", "process", "term", "container", "glossary", "other")
"""Kinds that can be found, in the order the page shows them. Internal entities are never indexed."""
SORTS = ("relevance", "name", "updated", "usage")


class Band(IntEnum):
    """Why a hit stands where it stands; disjoint, best first. A hit gets the best band it qualifies for.

    Columns are hits of their own: their names count in COLUMN and their texts in COLUMN_DESCRIPTION, so that a table
    named "email" stands above the hundred columns of that name.
    """

    QUALIFIED_NAME = 10
    NAME = 9
    NAME_WORDS = 8
    NAME_PART = 7
    COLUMN = 6
    TERM = 5
    DESCRIPTION = 4
    COLUMN_DESCRIPTION = 3
    TYPO = 2
    ANY = 1
    """Nothing was asked (a filter or `*` alone)."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """One entity as the index holds it. Columns are documents of their own."""

    guid: str
    type_name: str
    super_types: tuple[str, ...]
    kind: str
    status: str
    name: str
    qualified_name: str
    path: tuple[str, ...]
    """Where it stands, outermost first: ("Hive", "core", "customers"); shown before the name."""
    platform: str
    database: str
    description: str
    source_description: str
    owners: tuple[str, ...]
    classifications: tuple[str, ...]
    """Names on the entity, direct and propagated, with their supertypes (a search for PII finds EmailPII)."""
    own_classifications: tuple[str, ...]
    """The same without supertypes, for showing."""
    terms: tuple[str, ...]
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    """Names of its columns, at most 5,000."""
    is_documented: bool
    queries_30d: int
    updated_ms: int
    people_30d: int = 0
    data_type: str = ""
    """A column's type."""
    parent_guid: str = ""
    """A column's table."""

    @property
    def is_column(self) -> bool:
        return self.kind == "column"


_FIELDS = tuple(each.name for each in fields(SearchDocument))


def values_of(document: SearchDocument) -> dict[str, object]:
    """Its fields by name. They are flat: nothing has to be copied, which is what dataclasses.asdict would do."""
    return {name: getattr(document, name) for name in _FIELDS}


def stamp_of(document: SearchDocument) -> str:
    """Short text that differs when the document differs; what reconciling compares."""
    return f"{zlib.crc32(repr(tuple(values_of(document).values())).encode()):08x}"


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search as the index takes it.

    `text` are words, already free of the query language (selectors.find_entities takes it apart). `phrases` must occur
    letter by letter; `without` and `without_phrases` must not occur. `filters` maps a filter name to the chosen values
    (alternatives within, all names together), `excluded` to values that must be absent.
    """

    text: str = ""
    phrases: Sequence[str] = ()
    without: Sequence[str] = ()
    without_phrases: Sequence[str] = ()
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    excluded: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: Sequence[str] = ()
    statuses: Sequence[str] = ("ACTIVE",)
    sort: str = "relevance"
    """One of SORTS."""
    limit: int = 20
    after: Sequence[object] | None = None
    """Key of the last hit of the page before (SearchPage.next_after)."""
    with_facets: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """Why a hit was found: its band, the fields that matched, and the columns that did."""

    band: Band
    fields: tuple[str, ...]
    columns: tuple[str, ...] = ()
    bonus: float = 0.0


@dataclass(frozen=True, slots=True)
class Hit:
    document: SearchDocument
    match: Match
    sort_key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class FacetValue:
    value: str
    count: int


@dataclass(frozen=True, slots=True)
class SearchPage:
    """`total` is exact. Counts of a facet hold under all filters but its own; `facets` also has "kind"."""

    hits: Sequence[Hit]
    total: int
    facets: Mapping[str, Sequence[FacetValue]] = field(default_factory=dict)
    next_after: Sequence[object] | None = None
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexHealth:
    is_available: bool
    documents: int
    detail: str = ""
