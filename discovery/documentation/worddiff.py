"""Two texts compared word by word, and three texts brought together. Pure.

A token is a word, a sign, or white space; white space is equal when it differs at most in the number of blanks. So a
changed line break shows and more blanks do not.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from catalogsite.common.ui import WordChange

MOST_PAIRS = 4_000_000
"""Tokens times tokens that are compared word by word (after what is equal at both ends is set aside)."""
LONGEST_COMPARED = 200_000
"""Characters of a text up to which a comparison is worth showing on a page."""

_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_BLANKS = re.compile(r"[^\S\n]+")

Edit = tuple[int, int, list[str]]
"""Tokens [start, end) of the base give way to these."""


@dataclass(frozen=True, slots=True)
class ThreeWay:
    """Two texts made from one base: what each changed, and both changes in one text where they do not meet."""

    theirs: Sequence[WordChange]
    mine: Sequence[WordChange]
    merged: str | None
    """None when both changed the same place in different ways."""


def is_too_large(*texts: str) -> bool:
    """True when a page should offer the texts themselves instead of a comparison."""
    return any(len(text) > LONGEST_COMPARED for text in texts)


def diff_words(before: str, after: str) -> list[WordChange]:
    """The way from `before` to `after`; joined, same and added pieces are `after`, same and removed ones `before`."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    pieces: list[WordChange] = []
    for tag, i1, i2, j1, j2 in _opcodes(old, new):
        if tag == "equal":
            pieces.append(WordChange("same", "".join(new[j1:j2])))
            continue
        pieces += _changed("".join(old[i1:i2]), "".join(new[j1:j2]))
    return _joined(_bridged(pieces))


def three_way(base: str, theirs: str, mine: str) -> ThreeWay:
    return ThreeWay(theirs=diff_words(base, theirs), mine=diff_words(base, mine), merged=merge(base, theirs, mine))


def merge(base: str, theirs: str, mine: str) -> str | None:
    """One text with both changes; None when they touch the same words differently."""
    tokens = _TOKEN.findall(base)
    edits = sorted([*_edits(tokens, theirs), *_edits(tokens, mine)], key=lambda edit: (edit[0], edit[1]))
    merged: list[str] = []
    position, previous = 0, None
    for edit in edits:
        start, end, words = edit
        if edit == previous:
            continue
        if previous is not None and start <= position:
            return None
        merged += tokens[position:start] + words
        position, previous = end, edit
    return "".join(merged + tokens[position:])


def _edits(tokens: list[str], text: str) -> Iterator[Edit]:
    new = _TOKEN.findall(text)
    for tag, i1, i2, j1, j2 in _opcodes(tokens, new):
        if tag != "equal":
            yield i1, i2, new[j1:j2]


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    """difflib's opcodes on keys; what is equal at both ends is found first, so that small changes cost little."""
    a, b = [_key(token) for token in old], [_key(token) for token in new]
    head = _common(a, b)
    tail = _common(a[head:][::-1], b[head:][::-1])
    middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
    codes: list[tuple[str, int, int, int, int]] = [("equal", 0, head, 0, head)] if head else []
    if len(middle_a) * len(middle_b) > MOST_PAIRS:
        codes.append(("replace", head, len(a) - tail, head, len(b) - tail))
    else:
        matcher = SequenceMatcher(None, middle_a, middle_b, autojunk=False)
        codes += [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in matcher.get_opcodes()]
    if tail:
        codes.append(("equal", len(a) - tail, len(a), len(b) - tail, len(b)))
    return codes


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """How many items two sequences share from their start."""
    count = 0
    for left, right in zip(a, b, strict=False):
        if left != right:
            break
        count += 1
    return count


def _key(token: str) -> str:
    return _BLANKS.sub(" ", token)


def _changed(removed: str, added: str) -> Iterator[WordChange]:
    for kind, text in (("removed", removed), ("added", added)):
        if text:
            yield WordChange(kind, text)


def _bridged(pieces: Sequence[WordChange]) -> list[WordChange]:
    """A lone blank between two changes belongs to both: two words changed in a row read as one change."""
    bridged: list[WordChange] = []
    removed = added = ""
    for place, piece in enumerate(pieces):
        is_between = piece.kind == "same" and piece.text.isspace() and "\n" not in piece.text
        if piece.kind == "removed":
            removed += piece.text
        elif piece.kind == "added":
            added += piece.text
        elif is_between and (removed and added) and place + 1 < len(pieces):
            removed, added = removed + piece.text, added + piece.text
        else:
            bridged += [*_changed(removed, added), piece]
            removed = added = ""
    return [*bridged, *_changed(removed, added)]


def _joined(pieces: Sequence[WordChange]) -> list[WordChange]:
    """Neighbours of one kind as one piece."""
    joined: list[WordChange] = []
    for piece in pieces:
        if joined and joined[-1].kind == piece.kind:
            joined[-1] = WordChange(piece.kind, joined[-1].text + piece.text)
        elif piece.text:
            joined.append(piece)
    return joined
