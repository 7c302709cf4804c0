"""How search is told: bands, kinds and facets in words, names and texts with their matched parts."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from discovery.search import tokens
from discovery.search.question import Question
from discovery.search.types import Band

BANDS = {
    Band.QUALIFIED_NAME: lazy("Exact qualified name"),
    Band.NAME: lazy("Exact name"),
    Band.NAME_WORDS: lazy("All words in the name"),
    Band.NAME_PART: lazy("Part or start of a word"),
    Band.COLUMN: lazy("Column name"),
    Band.TERM: lazy("Term, tag or owner"),
    Band.DESCRIPTION: lazy("Description"),
    Band.COLUMN_DESCRIPTION: lazy("Column description"),
    Band.TYPO: lazy("One letter away"),
}
"""The ladder, best step first."""
KINDS = {
    "dataset": lazy("Datasets"),
    "column": lazy("Columns"),
    "process": lazy("Jobs"),
    "term": lazy("Terms"),
    "container": lazy("Databases"),
    "glossary": lazy("Glossaries"),
    "other": lazy("Other"),
}
FACETS = {
    "platform": lazy("Platform"),
    "type": lazy("Type"),
    "database": lazy("Database"),
    "classification": lazy("Classification"),
    "owner": lazy("Owner"),
    "term": lazy("Term"),
    "documented": lazy("Documented"),
    "label": lazy("Label"),
}
SORTS = {
    "relevance": lazy("Best match"),
    "name": lazy("Name"),
    "updated": lazy("Changed last"),
    "usage": lazy("Used most"),
}
BONUSES = {
    "usage": lazy("Used in the last 30 days"),
    "certified": lazy("Certified"),
    "described": lazy("Described"),
    "owned": lazy("Has an owner"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text; marked when it is what was looked for."""

    text: str
    is_marked: bool = False


def type_words(type_name: str) -> str:
    """hive_table as "Hive table"."""
    return " ".join(tokens.words(type_name)).capitalize()


def value_words(facet: str, value: str) -> str:
    """A facet's value as a person reads it."""
    if not value:
        return _("None")
    if facet == "documented":
        return _("Yes") if value == "yes" else _("No")
    return value


def marked(text: str, question: Question) -> list[Piece]:
    """A text in pieces, the looked-for words marked. Where letters change their number in lower case nothing is."""
    lowered = tokens.normalized(text)
    needles = [*question.phrases, *("".join(_joined(group)) for group in question.words)]
    if question.letters and len(question.words) > 1 and question.exact in lowered:
        needles = [question.exact]
    needles = sorted((needle for needle in set(needles) if needle), key=len, reverse=True)
    if len(lowered) != len(text) or not needles:
        return [Piece(text)]
    pieces, at = [], 0
    for found in re.finditer("|".join(map(_pattern, needles)), lowered):
        if found.start() > at:
            pieces.append(Piece(text[at : found.start()]))
        pieces.append(Piece(text[found.start() : found.end()], is_marked=True))
        at = found.end()
    return [*pieces, Piece(text[at:])] if at < len(text) else pieces


def _joined(group: tuple[str, ...]) -> str:
    """The run of characters that pairs were made from."""
    return group[0] + "".join(pair[-1] for pair in group[1:])


def _pattern(needle: str) -> str:
    """Short words are marked where a word begins, others anywhere."""
    return re.escape(needle) if len(needle) >= 3 or not needle.isalnum() else rf"(?<![^\W_]){re.escape(needle)}"


_MARKUP = re.compile(r"\[([^\]]+)\]\([^)\s]*\)|[*`#>]+|(?<!\w)_+|_+(?!\w)|~~")
_LINE = 180


def one_line(text: str, question: Question) -> str:
    """What a text says first, without its marks, around the first looked-for word when that stands later."""
    first = _plain(text.strip().split("\n\n", 1)[0][: 4 * _LINE])
    if len(first) <= _LINE and all(word in tokens.normalized(first) for word in question.flat_words):
        return first
    plain = _plain(text[:4000])
    lowered = tokens.normalized(plain)
    places = [at for word in question.flat_words if (at := lowered.find(word)) >= 0]
    start = max(min(places, default=0) - 60, 0)
    if start == 0 or len(lowered) != len(plain) or len(plain) <= _LINE:
        return first if len(first) <= _LINE else f"{first[: _LINE - 1].rstrip()}…"
    start = plain.rfind(" ", 0, start) + 1
    return f"…{plain[start : start + _LINE].strip()}…"


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub(lambda found: found.group(1) or "", text).split())
