"""Markdown as plain words for places with room for one line. Pure."""

import re

_MARKS = re.compile(r"[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}|^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]*\)")


def first_words(text: str, *, limit: int = 160) -> str:
    """The first paragraph of a Markdown text on one line, without its marks; "…" where it goes on."""
    head = text.strip()[: limit * 4]
    paragraph = head.split("\n\n", 1)[0]
    plain = " ".join(_MARKS.sub("", _LINK.sub(r"\1", paragraph)).split())
    if len(plain) > limit:
        return f"{plain[: limit - 1].rstrip()}…"
    return plain
