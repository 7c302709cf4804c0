"""Totals and facets of a question, exact."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tantivy
from tantivy import Query

from discovery.search.backends.tantivy.asking import all_of
from discovery.search.types import FACETS, FacetValue, SearchQuery

MOST_VALUES = 100
"""Values a facet lists, the most frequent first."""
_EXACT = 65_000
COUNTED = (*FACETS, "kind")


@dataclass(frozen=True, slots=True)
class Counts:
    total: int
    facets: Mapping[str, Sequence[FacetValue]]


def count(
    searcher: tantivy.Searcher,
    everything: Query,
    filters: Mapping[str, Query],
    refused: Sequence[Query],
    query: SearchQuery,
) -> Counts:
    """One pass for the total and the facets nobody filters by, one more for each facet somebody does."""
    asked = all_of([everything, *filters.values()], none_of=refused)
    if not query.with_facets:
        return Counts(total_of(searcher, asked), {})
    free = [name for name in COUNTED if name not in filters]
    # Every document has one status, so its buckets add up to the total.
    raw = searcher.aggregate(asked, {name: _values_of(name) for name in [*free, "status"]})
    total = sum(bucket["doc_count"] for bucket in raw["status"]["buckets"])
    for name in COUNTED:
        if name in filters:
            others = [each for key, each in filters.items() if key != name]
            raw |= searcher.aggregate(all_of([everything, *others], none_of=refused), {name: _values_of(name)})
    return Counts(total, {name: _facet(raw[name], _chosen(name, query)) for name in COUNTED})


def total_of(searcher: tantivy.Searcher, asked: Query) -> int:
    # Ordered by a number, the engine has no scores to work out.
    found: Any = searcher.search(asked, limit=1, order_by_field="rank")
    return int(found.count)


def _values_of(field: str) -> dict[str, Any]:
    return {"terms": {"field": field, "size": MOST_VALUES, "segment_size": _EXACT}}


def _chosen(name: str, query: SearchQuery) -> Sequence[str]:
    return query.kinds if name == "kind" else query.filters.get(name, ())


def _facet(raw: Mapping[str, Any], chosen: Sequence[str]) -> list[FacetValue]:
    """Most frequent first; a chosen value that occurs no more stays, with 0."""
    values = [FacetValue(bucket["key"], bucket["doc_count"]) for bucket in raw["buckets"]]
    known = {value.value.casefold() for value in values}
    return [*values, *(FacetValue(value, 0) for value in chosen if value.casefold() not in known)]
