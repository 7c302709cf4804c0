"""The query language: words, "exact phrases", `key:value`, and `-` before them for "not". It cannot fail.

Whatever is no known key with a usable value is words. `Asked.parts` says how each piece was read, with its place in the
text, so that a page can show it and offer to take one piece out.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from discovery.search import tokens
from discovery.search.types import KINDS

KEYS = {
    "owner": "owner",
    "tag": "classification",
    "classification": "classification",
    "term": "term",
    "type": "type",
    "db": "database",
    "database": "database",
    "platform": "platform",
    "label": "label",
    "documented": "documented",
    "kind": "kind",
    "status": "status",
}
_YES = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
_STATUSES = {"active": ("ACTIVE",), "deleted": ("DELETED",), "all": ("ACTIVE", "DELETED"), "any": ("ACTIVE", "DELETED")}
_KIND_WORDS = {
    "table": "dataset",
    "topic": "dataset",
    "report": "dataset",
    "file": "dataset",
    "job": "process",
    "database": "container",
    "schema": "container",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of the text as it was read. `role` is "word", "phrase", "filter" or "everything"."""

    role: str
    value: str
    start: int
    end: int
    key: str = ""
    is_excluded: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A text taken apart."""

    text: str
    parts: tuple[Part, ...]

    @property
    def words(self) -> str:
        """Words to find, as typed, in order."""
        return " ".join(part.value for part in self.parts if part.role == "word" and not part.is_excluded)

    @property
    def phrases(self) -> tuple[str, ...]:
        return tuple(part.value for part in self.parts if part.role == "phrase" and not part.is_excluded)

    @property
    def without(self) -> tuple[str, ...]:
        return tuple(part.value for part in self.parts if part.role == "word" and part.is_excluded)

    @property
    def without_phrases(self) -> tuple[str, ...]:
        return tuple(part.value for part in self.parts if part.role == "phrase" and part.is_excluded)

    @property
    def filters(self) -> dict[str, tuple[str, ...]]:
        return self._values(is_excluded=False)

    @property
    def excluded(self) -> dict[str, tuple[str, ...]]:
        return self._values(is_excluded=True)

    @property
    def is_plain(self) -> bool:
        """True when it was read as nothing but words to find."""
        return all(part.role in {"word", "everything"} and not part.is_excluded for part in self.parts)

    def without_part(self, part: Part) -> str:
        """The text with one piece taken out."""
        return " ".join(f"{self.text[: part.start]} {self.text[part.end :]}".split())

    def _values(self, *, is_excluded: bool) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for part in self.parts:
            if part.role == "filter" and part.is_excluded == is_excluded:
                found[part.key] = (*found.get(part.key, ()), part.value)
        return found


def read(text: str) -> Asked:
    """Takes a text apart. Never raises."""
    parts: list[Part] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found, at = _read_one(text, at)
        parts.extend(found)
    return Asked(text=text, parts=tuple(parts))


def _read_one(text: str, start: int) -> tuple[list[Part], int]:
    """The piece that begins at `start`, and where it ends."""
    is_excluded = text[start] == "-" and start + 1 < len(text) and not text[start + 1].isspace()
    at = start + 1 if is_excluded else start
    if text[at] == '"':
        value, end = _quoted(text, at)
        role = "phrase" if value.strip() else "word"
        return [Part(role, value if role == "phrase" else '"', start, end, is_excluded=is_excluded)], end
    end = _end_of_chunk(text, at)
    key, colon, rest = text[at:end].partition(":")
    name = KEYS.get(key.lower()) if colon else None
    if name and rest.startswith('"'):
        value, end = _quoted(text, at + len(key) + 1)
        values = [value] if value.strip() else []
    else:
        values = [value for value in rest.split(",") if value] if name else []
    filters = [_filter(name, value) for value in values] if name else []
    if name and filters and all(filters):
        pairs = [pair for each in filters for pair in each]
        return [Part("filter", value, start, end, key=name, is_excluded=is_excluded) for value in pairs], end
    return [_words(text[at:end], start, end, is_excluded=is_excluded)], end


def _words(chunk: str, start: int, end: int, *, is_excluded: bool) -> Part:
    role = "everything" if chunk == "*" and not is_excluded else "word"
    return Part(role, chunk, start, end, is_excluded=is_excluded)


def _filter(name: str, value: str) -> tuple[str, ...]:
    """The values a filter takes for what was typed; empty when it means nothing for this filter."""
    word = value.strip().lower()
    if name == "documented":
        return (_YES[word],) if word in _YES else ()
    if name == "status":
        return _STATUSES.get(word, ())
    if name == "kind":
        singular = word.removesuffix("s") if word not in {"process", "glossary"} else word
        kind = _KIND_WORDS.get(singular, singular)
        kind = "process" if kind == "processe" else kind
        return (kind,) if kind in KINDS else ()
    if word == "none" and name in {"platform", "owner", "classification", "term", "database"}:
        return ("",)
    return (value.strip(),) if value.strip() else ()


def _quoted(text: str, at: int) -> tuple[str, int]:
    """What stands between the quote at `at` and the next one, or the end of the text."""
    close = text.find('"', at + 1)
    return (text[at + 1 :], len(text)) if close < 0 else (text[at + 1 : close], close + 1)


def _end_of_chunk(text: str, at: int) -> int:
    while at < len(text) and not text[at].isspace():
        if text[at] == '"' and text[at - 1] == ":":
            return at + 1 if text.find('"', at + 1) < 0 else text.find('"', at + 1) + 1
        at += 1
    return at


def plain_words(text: str) -> list[str]:
    """Every word of a text as the index knows them; what the marks on a page are made from."""
    return [word for group in tokens.word_groups(text) for word in group]


def merged(*mappings: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Filters of several places together; values of one name are alternatives."""
    result: dict[str, tuple[str, ...]] = {}
    for mapping in mappings:
        for name, values in mapping.items():
            result[name] = tuple(dict.fromkeys((*result.get(name, ()), *values)))
    return result
