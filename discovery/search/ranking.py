"""Where a hit stands and why. Engines fetch hits level by level; this code explains them from the document itself.

A level is a step of the ladder; several levels may share a band (the name letter by letter before the name without its
separators). Inside a level hits are ordered by `rank_of`: a capped bonus, the shorter name, a stable tie-break.
"""

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from discovery.search import tokens
from discovery.search.question import LONGEST_PART, PART_LENGTH, Group, Question, contains_run, may_be_prefix
from discovery.search.types import Band, Match, SearchDocument
from discovery.search.zones import Zones, column_keys, qualified_keys, zones_of

LEVELS = (
    Band.QUALIFIED_NAME,
    Band.NAME,  # letter by letter
    Band.NAME,  # the same letters without separators
    Band.NAME_WORDS,  # in the order asked
    Band.NAME_WORDS,  # in any order, or some of them in the path
    Band.NAME_PART,
    Band.COLUMN,  # the whole name of a column
    Band.COLUMN,  # words of it
    Band.COLUMN,  # parts of it
    Band.TERM,
    Band.DESCRIPTION,
    Band.COLUMN_DESCRIPTION,
    Band.TYPO,
)
QUALIFIED, SAME_NAME, SAME_LETTERS, IN_ORDER, NAME_WORDS, NAME_PART = range(6)
SAME_COLUMN, COLUMN_WORDS, COLUMN_PART, LABEL, TEXT, COLUMN_TEXT, NEAR = range(6, 13)
ANY_LEVEL = len(LEVELS)

WORD_LEVELS = {"name": NAME_WORDS, "column": COLUMN_WORDS, "label": LABEL, "text": TEXT, "column_text": COLUMN_TEXT}
"""The best level a word reaches by standing in a zone."""
PART_LEVELS = {"name": NAME_PART, "column": COLUMN_PART}
PHRASE_LEVELS = {"name": NAME_PART, "column": COLUMN_PART, "label": LABEL, "text": TEXT, "column_text": COLUMN_TEXT}

WHOLE_NAME_FIELDS = {
    QUALIFIED: "qualified_name",
    SAME_NAME: "name",
    SAME_LETTERS: "name",
    IN_ORDER: "name",
    SAME_COLUMN: "column",
}
"""Levels a name reaches as a whole, and the field that does."""

SINGLE_FIELDS = {level: zone for levels in (WORD_LEVELS, PART_LEVELS) for zone, level in levels.items()} | {
    NEAR: "name"
}
"""The field of a question of one word, by its level."""

MOST_COLUMNS_SHOWN = 5
CERTIFYING = "Certified"
"""The classification that says a dataset is good to use."""
_USAGE_CAP, _CERTIFIED, _DESCRIBED, _OWNED = 0.40, 0.20, 0.10, 0.05
_MUCH_USED = 2000


@dataclass(frozen=True, slots=True)
class BonusPart:
    """One reason for a place inside a band. `reason` is "usage", "certified", "described" or "owned"."""

    reason: str
    value: float


def bonus_parts(document: SearchDocument) -> tuple[BonusPart, ...]:
    return tuple(BonusPart(reason, value) for reason, value in _bonuses(document).items() if value > 0)


def _bonuses(document: SearchDocument) -> dict[str, float]:
    usage = _USAGE_CAP * min(math.log1p(document.queries_30d) / math.log1p(_MUCH_USED), 1.0)
    return {
        "usage": round(usage, 2),
        "certified": _CERTIFIED if CERTIFYING in document.own_classifications else 0.0,
        "described": _DESCRIBED if document.is_documented else 0.0,
        "owned": _OWNED if document.owners else 0.0,
    }


def bonus_of(document: SearchDocument) -> float:
    return round(sum(_bonuses(document).values()), 2)


def tie_of(guid: str) -> int:
    """A stable number in place of chance: the same document ties the same way in every index."""
    return zlib.crc32(guid.encode())


def rank_of(document: SearchDocument) -> int:
    """Order inside a level, higher first, as one number of 63 bits: bonus, shortness, first letters, tie-break."""
    bonus = round(bonus_of(document) * 100)
    shortness = 255 - min(len(document.name), 255)
    head = int.from_bytes(tokens.normalized(document.name).encode()[:2].ljust(2, b"\0"))
    return bonus << 56 | shortness << 48 | (0xFFFF - head) << 32 | tie_of(document.guid)


@dataclass(slots=True)
class _Found:
    """The best level of one word or phrase, and the zone it was found in."""

    level: int = ANY_LEVEL
    zone: str = ""
    in_place: bool = False


@dataclass(slots=True)
class Explanation:
    """A document seen through a question. `level` is ANY_LEVEL when it does not match at all."""

    level: int
    fields: tuple[str, ...]
    columns: tuple[str, ...] = field(default=())


def explain(document: SearchDocument, question: Question) -> Explanation:
    """The level a document reaches, and the fields and columns that made it so."""
    zones = zones_of(document)
    name_level = _level_by_whole_name(document, zones, question)
    by_words = _explained_by_words(document, zones, question)
    if name_level <= by_words.level and name_level < ANY_LEVEL:
        return _explained_at(name_level, document, question)
    return by_words


def match_of(document: SearchDocument, question: Question, level: int | None = None) -> Match:
    """Why a document is a hit, for showing. An engine that fetched it at a level says which; else it is worked out."""
    if question.is_empty:
        return Match(band=Band.ANY, fields=(), bonus=bonus_of(document))
    seen = explain(document, question) if level is None else _explained_at(level, document, question)
    band = LEVELS[seen.level] if seen.level < ANY_LEVEL else Band.ANY
    return Match(band=band, fields=seen.fields, columns=seen.columns, bonus=bonus_of(document))


def _explained_at(level: int, document: SearchDocument, question: Question) -> Explanation:
    """The fields of a document whose level is known."""
    if level in WHOLE_NAME_FIELDS:
        columns = _matched_columns(document, question) if level == SAME_COLUMN else ()
        return Explanation(level, (WHOLE_NAME_FIELDS[level],), columns)
    if len(question.words) + len(question.phrases) == 1:
        columns = _matched_columns(document, question) if SINGLE_FIELDS[level] == "column" else ()
        return Explanation(level, (SINGLE_FIELDS[level],), columns)
    return _explained_by_words(document, zones_of(document), question)


def _explained_by_words(document: SearchDocument, zones: Zones, question: Question) -> Explanation:
    found = [_find_word(zones, question, place) for place in range(len(question.words))]
    found.extend(_find_phrase(zones, phrase) for phrase in question.phrases)
    level = _level_of_all(found)
    if level > NEAR and _is_near(zones, question):
        return Explanation(NEAR, ("name",))
    fields = dict.fromkeys("place" if each.in_place and each.level > level else each.zone for each in found)
    columns = _matched_columns(document, question) if "column" in fields else ()
    return Explanation(level, tuple(zone for zone in fields if zone), columns)


def _level_by_whole_name(document: SearchDocument, zones: Zones, question: Question) -> int:
    if question.exact and question.exact in qualified_keys(document):
        return QUALIFIED
    if not document.is_column:
        if question.exact and question.exact == tokens.squeezed(document.name):
            return SAME_NAME
        if question.letters and question.letters == tokens.letters(document.name):
            return SAME_LETTERS
        if _is_in_order(zones, question):
            return IN_ORDER
    if question.letters and question.letters in column_keys(zones):
        return SAME_COLUMN
    return ANY_LEVEL


def _is_in_order(zones: Zones, question: Question) -> bool:
    return bool(question.words) and not question.phrases and contains_run(zones.words("name"), question.flat_words)


def _level_of_all(found: Sequence[_Found]) -> int:
    """The weakest of them counts; what stands in the path counts with whatever else is found, never alone."""
    if not found:
        return ANY_LEVEL
    own = [each.level for each in found if not each.in_place]
    helped = [each.level for each in found if each.in_place]
    if own and max(own) < ANY_LEVEL:
        return max(own)
    return min(helped, default=ANY_LEVEL) if not own else ANY_LEVEL


def _find_word(zones: Zones, question: Question, place: int) -> _Found:
    group = question.words[place]
    found = _Found(in_place=_holds(zones.words("place"), group))
    for zone, level in WORD_LEVELS.items():
        if level < found.level and _holds(zones.words(zone), group):
            found.level, found.zone = level, zone
    for zone, level in PART_LEVELS.items():
        if level < found.level and _holds_part(zones, zone, question, place):
            found.level, found.zone = level, zone
    return found


def _find_phrase(zones: Zones, phrase: str) -> _Found:
    for zone, level in sorted(PHRASE_LEVELS.items(), key=lambda each: each[1]):
        if any(phrase in tokens.squeezed(text) for text in zones.exact_texts(zone)):
            return _Found(level=level, zone=zone)
    return _Found()


def _holds(words: Sequence[str], group: Group) -> bool:
    return group[0] in words if len(group) == 1 else contains_run(words, group)


def _holds_part(zones: Zones, zone: str, question: Question, place: int) -> bool:
    group = question.words[place]
    if len(group) > 1:
        return False
    word = group[0][:LONGEST_PART]
    if may_be_prefix(question, place) and any(each.startswith(word) for each in zones.words(zone)):
        return True
    return len(word) >= PART_LENGTH and word in zones.part_letters(zone)


def _is_near(zones: Zones, question: Question) -> bool:
    """Every word stands in the own name, some of them with one letter wrong. Path and texts do not help here."""
    if not question.words or question.phrases:
        return False
    own = zones.own_words()
    return all(_holds(own, group) or _has_near(own, group) for group in question.words)


def _has_near(words: Sequence[str], group: Group) -> bool:
    if len(group) > 1 or not tokens.may_have_typo(group[0]):
        return False
    return any(is_one_away(group[0], word) for word in words)


def is_one_away(one: str, other: str) -> bool:
    """True when one letter added, left out, replaced or two neighbours swapped make the same word."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return one == other
    start = next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), None)
    if start is None:
        return True
    left, right = one[start:], other[start:]
    return (
        left[1:] == right
        or left == right[1:]
        or left[1:] == right[1:]
        or (left[:2] == right[1::-1] and left[2:] == right[2:])
    )


def _matched_columns(document: SearchDocument, question: Question) -> tuple[str, ...]:
    """The columns of a dataset that answer the question best, at most a handful, whole names first."""
    if document.is_column:
        return ()
    scored = []
    for order, name in enumerate(document.columns):
        words = tokens.words(name)
        hits = sum(any(word.startswith(group[0]) for word in words) for group in question.words)
        hits += sum(phrase in tokens.squeezed(name) for phrase in question.phrases)
        if question.letters and tokens.letters(name) == question.letters:
            hits = 1_000
        if hits:
            scored.append((-hits, order, name))
    return tuple(name for _, _, name in sorted(scored)[:MOST_COLUMNS_SHOWN])
