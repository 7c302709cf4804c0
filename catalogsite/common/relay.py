"""Sizes of GraphQL lists, free of any GraphQL library."""

from catalogsite.common.errors import InvalidInput

DEFAULT_FIRST = 20
MOST_FIRST = 100


def read_first(first: int | None) -> int:
    """How many rows a connection gives: 20 unless told, at most 100. Raises InvalidInput naming the limit."""
    if first is None:
        return DEFAULT_FIRST
    if not 0 <= first <= MOST_FIRST:
        raise InvalidInput(
            f"first must be between 0 and {MOST_FIRST}.", details={"field": "first", "maximum": MOST_FIRST}
        )
    return first
