"""Finding entities: the one way in for pages, REST and GraphQL. Rights first, then the language, then the index."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.types import Actor
from catalogsite.common.backends import get_backend
from catalogsite.common.errors import InvalidInput
from catalogsite.common.pagination import decode_cursor, encode_cursor
from discovery.search.index import SearchIndex
from discovery.search.query import Asked, merged, read
from discovery.search.types import FILTERS, SORTS, Band, Hit, SearchPage, SearchQuery

LONGEST_TEXT = 1_000
"""Characters of a search that are read; nobody means more than that."""


def search_index() -> SearchIndex:
    """The configured index: tantivy, or a search server."""
    backend: SearchIndex = get_backend("search_index")
    return backend


@dataclass(frozen=True, slots=True)
class Found:
    """A page of hits and how the text was read. `query` is what the index was asked, the language taken apart."""

    page: SearchPage
    asked: Asked
    query: SearchQuery
    next: str | None
    """Cursor of the next page, None on the last."""


def find_entities(query: SearchQuery, *, actor: Actor, cursor: str | None = None) -> Found:
    """Entities for a text in our query language, together with the filters of `query`.

    Raises InvalidInput for an unknown sort or a cursor of another search, NotSignedIn or NotAllowed without the right
    to read, BackendUnavailable when the index does not answer. No text is an error.
    """
    _require_read(actor)
    understood, asked = understand(query)
    kind = _cursor_kind(understood)
    after = decode_cursor(kind, cursor)
    page = search_index().search(replace(understood, after=after) if after else understood)
    following = encode_cursor(kind, list(page.next_after)) if page.next_after is not None else None
    return Found(page=page, asked=asked, query=understood, next=following)


def suggest(text: str, *, actor: Actor, limit: int = 8) -> Sequence[Hit]:
    """The best hits for a text still being typed; the language's filters count too."""
    _require_read(actor)
    asked = read(text[:LONGEST_TEXT])
    if asked.is_plain:
        return search_index().suggest(asked.words, limit=limit)
    understood, _asked = understand(SearchQuery(text=text, limit=limit, with_facets=False))
    return search_index().search(understood).hits


def count_bands(query: SearchQuery, *, actor: Actor) -> Mapping[Band, int]:
    """Hits per band of a query as `find_entities` would ask it."""
    _require_read(actor)
    return search_index().count_bands(understand(query)[0])


def understand(query: SearchQuery) -> tuple[SearchQuery, Asked]:
    """The query with its text taken apart: words, phrases, and filters joined with those chosen elsewhere."""
    if query.sort not in SORTS:
        raise InvalidInput(_("sort must be one of %(names)s.") % {"names": ", ".join(SORTS)}, details={"field": "sort"})
    asked = read(query.text[:LONGEST_TEXT])
    filters = merged(_tuples(query.filters), asked.filters)
    excluded = merged(_tuples(query.excluded), asked.excluded)
    kinds = tuple(dict.fromkeys((*query.kinds, *filters.pop("kind", ()))))
    statuses = tuple(filters.pop("status", ())) or tuple(query.statuses)
    understood = replace(
        query,
        text=asked.words,
        phrases=(*query.phrases, *asked.phrases),
        without=(*query.without, *asked.without),
        without_phrases=(*query.without_phrases, *asked.without_phrases),
        filters={name: values for name, values in filters.items() if name in FILTERS},
        excluded={name: values for name, values in excluded.items() if name in (*FILTERS, "kind", "status")},
        kinds=kinds,
        statuses=statuses,
    )
    return understood, asked


def _tuples(filters: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in filters.items() if values}


def _cursor_kind(query: SearchQuery) -> str:
    """A cursor belongs to one search: the same words and filters in the same order."""
    shape = (
        query.text, query.phrases, query.without, query.without_phrases, sorted(query.filters.items()),
        sorted(query.excluded.items()), query.kinds, query.statuses, query.sort,
    )  # fmt: skip
    return f"search:{hashlib.sha256(repr(shape).encode()).hexdigest()[:16]}"


def _require_read(actor: Actor) -> None:
    if settings.ANONYMOUS_READ and not actor.is_signed_in:
        return
    require(actor, Action.READ)
