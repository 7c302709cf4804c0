"""A search in the query string: read for pages and REST alike, and written for links."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from catalogsite.common.errors import InvalidInput
from discovery.search.types import KINDS, SearchQuery

PARAMETERS = {
    "platform": "platform",
    "type": "type",
    "db": "database",
    "classification": "classification",
    "owner": "owner",
    "term": "term",
    "documented": "documented",
    "label": "label",
}
"""Name in the query string → filter."""
NAMES = {filter_name: name for name, filter_name in PARAMETERS.items()}
NONE = "none"
"""How "" (no owner, no term) is written in an address."""
_STATUSES = {
    "": ("ACTIVE",),
    "ACTIVE": ("ACTIVE",),
    "DELETED": ("DELETED",),
    "ALL": ("ACTIVE", "DELETED"),
}
_DOCUMENTED = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
_NULLABLE = {"platform", "database", "classification", "owner", "term"}


def read_query(parameters: QueryDict, *, limit: int, with_facets: bool = True) -> SearchQuery:
    """The search an address describes. Raises InvalidInput naming the parameter."""
    filters = {
        filter_name: tuple(_value(filter_name, value) for value in parameters.getlist(name) if value)
        for name, filter_name in PARAMETERS.items()
    }
    return SearchQuery(
        text=parameters.get("q", "") or "",
        filters={name: values for name, values in filters.items() if values},
        kinds=tuple(_kind(kind) for kind in parameters.getlist("kind") if kind),
        statuses=_statuses(parameters.getlist("status")),
        sort=parameters.get("sort", "") or "relevance",
        limit=limit,
        with_facets=with_facets,
    )


def _value(name: str, value: str) -> str:
    if name == "documented":
        if value.lower() not in _DOCUMENTED:
            raise InvalidInput(_("documented must be yes or no."), details={"field": "documented"})
        return _DOCUMENTED[value.lower()]
    return "" if value == NONE and name in _NULLABLE else value


def _kind(kind: str) -> str:
    if kind not in KINDS:
        raise InvalidInput(_("kind must be one of %(names)s.") % {"names": ", ".join(KINDS)}, details={"field": "kind"})
    return kind


def _statuses(values: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for value in values:
        if value.upper() not in _STATUSES:
            raise InvalidInput(_("status must be ACTIVE, DELETED or ALL."), details={"field": "status"})
        found.update(dict.fromkeys(_STATUSES[value.upper()]))
    return tuple(found) or _STATUSES[""]


Pairs = list[tuple[str, str]]


class Address:
    """Links to the same search with one thing changed. Cursor and opened details never survive a change."""

    def __init__(self, parameters: Mapping[str, list[str]], *, path: str) -> None:
        self.path = path
        known = {"q", "kind", "status", "sort", *PARAMETERS}
        self.pairs: Pairs = [
            (name, value) for name, values in parameters.items() if name in known for value in values if value
        ]

    def href(self, pairs: Pairs | None = None, **more: str) -> str:
        chosen = [*(self.pairs if pairs is None else pairs), *more.items()]
        return f"{self.path}?{urlencode(chosen)}" if chosen else self.path

    def toggled(self, name: str, value: str) -> str:
        """With this value of a filter, or without it where it is chosen."""
        written = value or NONE
        pair = (name, written)
        has = any(each == name and one.casefold() == written.casefold() for each, one in self.pairs)
        if has:
            return self.href([each for each in self.pairs if not self._same(each, pair)])
        return self.href([*self.pairs, pair])

    def with_only(self, name: str, value: str) -> str:
        """With this as the only value of its name; "" takes the name out."""
        rest = [pair for pair in self.pairs if pair[0] != name]
        return self.href([*rest, (name, value)] if value else rest)

    def without_filters(self, text: str) -> str:
        return self.href([("q", text)] if text else [])

    @staticmethod
    def _same(one: tuple[str, str], other: tuple[str, str]) -> bool:
        return one[0] == other[0] and one[1].casefold() == other[1].casefold()
