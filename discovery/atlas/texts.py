"""When a text says something. Pure; the coverage numbers stand on it."""

import unicodedata

PLACEHOLDERS = frozenset(
    {"todo", "tbd", "tba", "fixme", "na", "none", "null", "nil", "unknown", "description", "nodescription",
     "tobedone", "tobedefined", "xxx", "test", "placeholder", "missing", "empty"}
)  # fmt: skip
_LONGEST_COMPARED = 200


def says_something(text: str, name: str = "") -> bool:
    """True for a text with visible characters that is neither a placeholder nor the thing's own name again.

    The whole text is compared, without case, blanks and punctuation, never a part of it.
    """
    if len(text) > _LONGEST_COMPARED:
        return text.strip() != name.strip() and any(_is_visible(each) for each in text)
    plain = _plain(text)
    return plain != "" and plain not in PLACEHOLDERS and plain != _plain(name[: 2 * _LONGEST_COMPARED])


def _plain(text: str) -> str:
    """Letters, digits and symbols in lower case, without punctuation and blanks."""
    return "".join(each for each in unicodedata.normalize("NFKC", text).casefold() if _is_visible(each))


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNSM"
