"""Small pieces of text: names of attributes, values of facts. Pure."""

import re
from datetime import UTC, datetime
from typing import Any

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\s]+")
LONGEST_FACT = 300


def label_of(attribute: str) -> str:
    """`lastAccessTime` as "Last access time"."""
    words = [word for word in _WORD.split(attribute) if word]
    return " ".join(words).capitalize() if words else attribute


def value_of(value: Any, *, is_date: bool = False) -> str:
    """A fact's value in words; "" for what says nothing."""
    if value in (None, "", [], {}):
        return ""
    if is_date and isinstance(value, int):
        return f"{datetime.fromtimestamp(value / 1000, UTC):%-d %b %Y}" if value > 0 else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,}"
    if isinstance(value, list):
        return ", ".join(filter(None, (value_of(item) for item in value)))[:LONGEST_FACT]
    if isinstance(value, dict):
        if "typeName" in value:
            return ""
        return ", ".join(f"{name}: {value_of(item)}" for name, item in value.items())[:LONGEST_FACT]
    return str(value)[:LONGEST_FACT]
