"""Keyset paging: an opaque, signed cursor holds the sort key of the last row given, never a row number."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.core import signing

from catalogsite.common.errors import InvalidInput

MAX_LIMIT = 200
DEFAULT_LIMIT = 50

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list. `total` counts all that match, whatever the limit; `next` is None on the last page."""

    results: Sequence[T]
    total: int
    next: str | None = None
    facets: dict[str, Any] = field(default_factory=dict)


def encode_cursor(kind: str, key: Sequence[Any]) -> str:
    """An opaque cursor for list `kind` after sort key `key` (JSON values)."""
    return signing.dumps(list(key), salt=f"cursor:{kind}", compress=True)


def decode_cursor(kind: str, cursor: str | None) -> list[Any] | None:
    """The sort key inside a cursor, None without one. A foreign or broken cursor raises InvalidInput."""
    if not cursor:
        return None
    try:
        key = signing.loads(cursor, salt=f"cursor:{kind}")
    except signing.BadSignature as error:
        raise InvalidInput(
            "This cursor does not belong to this list. Start again without it.", details={"field": "cursor"}
        ) from error
    return list(key)


def read_limit(raw: str | int | None, *, default: int = DEFAULT_LIMIT, maximum: int = MAX_LIMIT) -> int:
    """A page size between 0 and `maximum`; anything else raises InvalidInput naming the limit."""
    if raw is None or raw == "":
        return default
    try:
        limit = int(raw)
    except (TypeError, ValueError) as error:
        raise InvalidInput("limit must be a whole number.", details={"field": "limit"}) from error
    if not 0 <= limit <= maximum:
        raise InvalidInput(f"limit must be between 0 and {maximum}.", details={"field": "limit", "maximum": maximum})
    return limit
