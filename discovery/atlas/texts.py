"""When a text says something. Pure; the coverage numbers stand on it."""

import unicodedata

PLACEHOLDERS = frozenset(
    {"todo", "tbd", "tba", "fixme", "na", "n a", "none", "null", "nil", "unknown", "description", "no description",
     "to do", "to be done", "to be defined", "xxx", "test", "placeholder", "missing", "empty"}
)  # fmt: skip


def says_something(text: str, name: str = "") -> bool:
    """True for a text with visible characters that is neither a placeholder nor the thing's own name again.

    The whole text is compared, without case and punctuation, never a part of it.
    """
    plain = _plain(text)
    return plain != "" and plain not in PLACEHOLDERS and plain != _plain(name)


def _plain(text: str) -> str:
    """Letters, digits and symbols in lower case; punctuation and blanks become one space."""
    if len(text) > 200:
        return text.strip() and "long"
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(each if unicodedata.category(each)[0] in "LNSM" else " " for each in folded)
    return " ".join(kept.split())
