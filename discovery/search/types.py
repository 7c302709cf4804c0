"""Values of searching: what is asked, what is found, and why. Free of Django and of any engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

FACETS = ("type", "database", "owner", "classification", "term", "documented")
"""Facet names in the order the page shows them."""


class Band(IntEnum):
    """Why a hit stands where it stands; disjoint, best first. A hit gets the best band it qualifies for."""

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


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search as the index takes it. `filters` maps a facet name to the chosen values (or within, and between)."""

    text: str = ""
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    excluded: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: Sequence[str] = ()
    statuses: Sequence[str] = ("ACTIVE",)
    sort: str = "relevance"
    """relevance, name, updated, usage."""
    limit: int = 20
    after: Sequence[object] | None = None
    """Sort key of the last hit of the page before."""
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
    """`total` is exact. Counts of a facet hold under all filters but its own."""

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
