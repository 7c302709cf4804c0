"""A query in the form that both ranking and engines work with: its words and phrases, cut as documents are cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from discovery.search import tokens
from discovery.search.types import SearchQuery

Group = tuple[str, ...]
"""A word alone, or pairs of characters of an unspaced run that have to follow each other."""
PART_LENGTH = 3
"""Letters a word needs to be looked for in the middle of names."""
LONGEST_PART = 64
_MOST_WORDS = 24


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for. Everything in `words` and `phrases` has to be found; nothing of `without…` may be."""

    words: tuple[Group, ...] = ()
    phrases: tuple[str, ...] = ()
    without: tuple[tuple[Group, ...], ...] = ()
    without_phrases: tuple[str, ...] = ()
    exact: str = ""
    """The whole text, normalised, when it can be a name or qualified name as it stands; else ""."""
    letters: str = ""
    """The same without separators; "" for a quoted text, which means its separators."""
    is_unanswerable: bool = False
    """A text came that holds nothing to look for."""

    @property
    def is_empty(self) -> bool:
        """Nothing is looked for, so everything is found."""
        return not self.words and not self.phrases and not self.is_unanswerable

    @property
    def flat_words(self) -> list[str]:
        return list(chain.from_iterable(self.words))


def ask(query: SearchQuery) -> Question:
    """Cuts a query as documents are cut."""
    groups = tokens.word_groups(query.text)
    words = tuple(group for group in groups if not tokens.is_single_unspaced(group))[:_MOST_WORDS]
    lone = [group[0] for group in groups if tokens.is_single_unspaced(group)]
    quoted = [tokens.squeezed(phrase) for phrase in query.phrases]
    phrases: list[str] = [*(phrase for phrase in quoted if phrase), *lone]
    text = tokens.squeezed(query.text)
    if text and not groups and not phrases:
        phrases = list(text.split())
    exact, letters = text, tokens.letters(text)
    if quoted:
        exact, letters = (quoted[0], "") if len(quoted) == 1 and not text else ("", "")
    return Question(
        words=words,
        phrases=tuple(phrases[:_MOST_WORDS]),
        without=tuple(filter(None, map(_groups, query.without))),
        without_phrases=tuple(filter(None, map(tokens.squeezed, query.without_phrases))),
        exact=exact,
        letters=letters,
        is_unanswerable=bool(query.text.strip()) and not words and not phrases,
    )


def _groups(text: str) -> tuple[Group, ...]:
    return tuple(tokens.word_groups(text))


def contains_run(haystack: Sequence[str], needle: Sequence[str]) -> bool:
    """True when the words of `needle` stand in `haystack` one after the other."""
    if not needle:
        return False
    first, length = needle[0], len(needle)
    return any(word == first and list(haystack[at : at + length]) == list(needle) for at, word in enumerate(haystack))


def may_be_prefix(question: Question, place: int) -> bool:
    """One letter is a prefix only where a text may still be in the making: in the last word."""
    return len(question.words[place][0]) >= 2 or place == len(question.words) - 1
