"""The next hits of a question in order, from the place where the page before ended.

A key says where a page ended: the level (0 without), the number ordered by, and the guids already given that share this
number, so that no hit is lost or doubled however many tie. Names have a tie-break of their own in place of the guids.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import tantivy
from tantivy import Order, Query

from discovery.search.backends.tantivy.asking import Ladder, after_name, all_of, any_of, below, term
from discovery.search.backends.tantivy.schema import SORT_FIELDS, from_tantivy
from discovery.search.types import SearchQuery

Key = tuple[object, ...]


@dataclass(slots=True)
class Found:
    """Addresses of hits with their keys, in order."""

    hits: list[tuple[Key, tantivy.DocAddress]] = field(default_factory=list)
    next_after: Key | None = None
    has_levels: bool = False
    """True when keys begin with the level a hit was found at."""


def by_level(
    searcher: tantivy.Searcher, ladder: Ladder, narrowing: Sequence[Query], refused: Sequence[Query], query: SearchQuery
) -> Found:
    """Level after level, best first, until the page is full: the levels are disjoint, so most are never asked for."""
    start, number, seen = _place(query.after)
    found = Found(has_levels=True)
    for level in ladder.levels:
        is_first = not found.hits and not query.after
        reached = ladder.at(level, is_first=is_first) if level >= start else None
        if reached is None:
            continue
        where = _after("rank", number, seen) if query.after and level == start else []
        asked = all_of([reached, *narrowing, *where[:1]], none_of=[*refused, *where[1:]])
        missing = query.limit + 1 - len(found.hits)
        answer = searcher.search(asked, limit=missing, count=False, order_by_field="rank")
        found.hits.extend(((level, rank), address) for rank, address in answer.hits)
        if len(found.hits) > query.limit:
            break
    return _closed(searcher, found, query)


def by_field(searcher: tantivy.Searcher, asked: Query, query: SearchQuery) -> Found:
    """Highest number first."""
    name = SORT_FIELDS[query.sort]
    _, number, seen = _place(query.after)
    where = _after(name, number, seen) if query.after else []
    asked = all_of([asked, *where[:1]], none_of=where[1:])
    answer = searcher.search(asked, limit=query.limit + 1, count=False, order_by_field=name)
    return _closed(searcher, Found([((0, number), address) for number, address in answer.hits]), query)


def by_name(searcher: tantivy.Searcher, asked: Query, query: SearchQuery) -> Found:
    """In the order of the beginning of the name."""
    if query.after:
        asked = all_of([asked, after_name(str(query.after[0]), int(str(query.after[1])))])
    answer = searcher.search(
        asked, limit=query.limit + 1, count=False, order_by_field=SORT_FIELDS["name"], order=Order.Asc
    )
    hits: list[tuple[Key, tantivy.DocAddress]] = []
    for text, address in answer.hits[: query.limit]:
        name, _, tie = str(text).rpartition("\0")
        hits.append(((name, int(tie, 16)), address))
    has_more = len(answer.hits) > query.limit
    return Found(hits, next_after=hits[-1][0] if has_more and hits else None)


def _place(after: Sequence[object] | None) -> tuple[int, int, list[str]]:
    if not after:
        return 0, 0, []
    level, number, seen = after
    return int(str(level)), int(str(number)), [str(guid) for guid in seen] if isinstance(seen, list | tuple) else []


def _after(name: str, number: int, seen: Sequence[str]) -> list[Query]:
    """What has to hold, and after it what must not."""
    return [below(name, number), any_of(term("guid", guid) for guid in seen)]


def _closed(searcher: tantivy.Searcher, found: Found, query: SearchQuery) -> Found:
    """Takes off the hit that only told that there are more, and says where to go on."""
    if len(found.hits) <= query.limit:
        return found
    found.hits = found.hits[: query.limit]
    last = found.hits[-1][0]
    seen = [from_tantivy(searcher.doc(address)).guid for key, address in found.hits if key == last]
    if query.after and last == tuple(query.after[:2]):
        seen = [*_place(query.after)[2], *seen]
    found.next_after = (*last, seen)
    return found
