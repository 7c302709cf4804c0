"""How texts and names are cut into words. The same cuts are used when indexing, when asking and when explaining.

Words: cut at everything that is no letter or digit, at digits and at case changes, *then* lower-cased
("SalesRegion_v2" is sales, region, v, 2). Scripts that write without spaces become overlapping pairs of characters.
Pieces: for exact matching, every run of letters and digits and every other character stand for themselves, so that
"public-data" is not "public data".
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

SPACE_MARK = "\u2581"
"""Stands at the start of a piece that follows white space (or begins the text)."""
BREAK = "\u2581\u2582"
"""A piece no text can hold: parts of one field that do not belong together stand on its two sides."""

_NAME_LENGTH = 60
_NO_SEPARATORS = {code: None for code in range(128) if not chr(code).isalnum()}
_ASCII_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ASCII_PIECE = re.compile(r"\s*(?:[a-z0-9]+|[^\sa-z0-9])")

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),
    (0x3005, 0x3007),
    (0x3040, 0x31FF),  # Kana, Bopomofo, Hangul letters
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def normalized(text: str) -> str:
    """Composed and case-folded: what two spellings of the same text have in common."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def words(text: str) -> Sequence[str]:
    """The words of a name or text, lower-cased, in order."""
    return _words_of_name(text) if len(text) <= _NAME_LENGTH else _words(text)


@lru_cache(maxsize=50_000)
def _words_of_name(name: str) -> tuple[str, ...]:
    """Kept, because the same names stand in thousands of tables."""
    return tuple(_words(name))


def _words(text: str) -> list[str]:
    if text.isascii():
        return [found.lower() for found in _ASCII_WORD.findall(text)]
    return _words_of_any_script(unicodedata.normalize("NFC", text))


def letters(text: str) -> str:
    """A name without its separators: "core_dataset" and "CoreDataset" are both coredataset."""
    text = normalized(text)
    if text.isascii():
        return text.translate(_NO_SEPARATORS)
    return "".join(character for character in text if _class_of(character) != " ")


def pieces(text: str) -> Sequence[str]:
    """What exact matching compares: runs of letters and digits, every other character alone, white space as a mark."""
    return _pieces_of_name(text) if len(text) <= _NAME_LENGTH else _pieces(text)


@lru_cache(maxsize=50_000)
def _pieces_of_name(name: str) -> tuple[str, ...]:
    return tuple(_pieces(name))


def _pieces(text: str) -> list[str]:
    text = normalized(text)
    if text.isascii():
        return [
            SPACE_MARK + piece.lstrip() if index == 0 or piece[0].isspace() else piece
            for index, piece in enumerate(_ASCII_PIECE.findall(text))
        ]
    return _pieces_of_any_script(text)


def squeezed(text: str) -> str:
    """Normalised with every run of white space as one space: what a phrase is looked for in."""
    return " ".join(normalized(text).split())


@lru_cache(maxsize=20_000)
def _class_of(character: str) -> str:
    """U upper case, L other letter, M mark, D digit, C character of a script without spaces, S symbol, else a blank."""
    category = unicodedata.category(character)
    code = ord(character)
    if category[0] in "LM" and any(first <= code <= last for first, last in _UNSPACED):
        return "C"
    if category[0] == "L":
        return "U" if category in {"Lu", "Lt"} else "L"
    if category[0] == "M":
        return "M" if not 0xFE00 <= code <= 0xFE0F else " "
    if category[0] == "N":
        return "D"
    return "S" if category == "So" else " "


def _words_of_any_script(text: str) -> list[str]:
    found: list[str] = []
    for kind, run in _runs(text):
        if kind == "C":
            found.extend([run[at : at + 2] for at in range(len(run) - 1)] or [run])
        elif kind == "S":
            found.extend(run)
        else:
            found.append(normalized(run))
    return found


def _runs(text: str) -> list[tuple[str, str]]:
    """Runs of one kind ("L" letters, "D" digits, "C", "S"), cut where the case turns upwards."""
    runs: list[tuple[str, str]] = []
    kind, run, previous = " ", "", " "
    for character in text:
        now = _class_of(character)
        if now == "M":
            now = previous
        family = "L" if now == "U" else now
        if family == kind and not (now == "U" and previous == "L"):
            if now == "L" and previous == "U" and len(run) > 1 and not _is_mark(run[-1]):
                runs.append((kind, run[:-1]))
                run = run[-1]
            run += character
        else:
            if kind != " ":
                runs.append((kind, run))
            kind, run = family, character
        previous = now
    if kind != " ":
        runs.append((kind, run))
    return runs


def _is_mark(character: str) -> bool:
    return _class_of(character) == "M"


def _pieces_of_any_script(text: str) -> list[str]:
    found: list[str] = []
    run, is_after_space = "", True
    for character in f"{text} ":
        if _class_of(character) in "ULMD":
            run += character
            continue
        if run:
            found.append((SPACE_MARK if is_after_space else "") + run)
            run, is_after_space = "", False
        if character.isspace():
            is_after_space = True
        else:
            found.append((SPACE_MARK if is_after_space else "") + character)
            is_after_space = False
    return found


def word_groups(text: str) -> list[tuple[str, ...]]:
    """The words of a question: a word alone, or the pairs of an unspaced run, which have to follow each other."""
    groups: list[tuple[str, ...]] = []
    for kind, run in _runs(unicodedata.normalize("NFC", text)):
        if kind == "C":
            groups.append(tuple(run[at : at + 2] for at in range(len(run) - 1)) or (run,))
        elif kind == "S":
            groups.extend((symbol,) for symbol in run)
        else:
            groups.append((normalized(run),))
    return groups


def is_single_unspaced(group: tuple[str, ...]) -> bool:
    """True for one character of a script without spaces: it is found by exact matching only."""
    return len(group) == 1 and len(group[0]) == 1 and _class_of(group[0]) == "C"


def may_have_typo(word: str) -> bool:
    """Short words, words with digits and pairs of characters have no near ones: one change makes another word."""
    return len(word) >= 4 and all(_class_of(character) in "ULM" for character in word)


def is_word_piece(piece: str) -> bool:
    """True for a run of letters and digits, which a phrase may begin or end in the middle of."""
    return _class_of(piece.removeprefix(SPACE_MARK)[0]) in "ULMD"
