"""Questions, filters and places after a cursor as tantivy queries. Nothing here parses text: every term is a value."""

import re
from collections.abc import Iterable, Mapping, Sequence

import tantivy
from tantivy import FieldType, Occur, Query

from discovery.search import ranking, tokens
from discovery.search.backends.tantivy.schema import FOLDED, name_numbers, schema
from discovery.search.question import LONGEST_PART, PART_LENGTH, Group, Question, may_be_prefix
from discovery.search.types import SearchQuery
from discovery.search.zones import EXACT_ZONES, WORD_ZONES

EXACT_FIELDS = {"type": "types", "classification": "tags"}
"""Filters that also hold for supertypes."""
WORD_FIELDS = {"type": "words_type", "owner": "words_owner"}
"""Filters for which a word of the value is enough when no whole value fits."""


def term(field: str, value: str) -> Query:
    return Query.term_query(schema(), field, value)


def any_of(queries: Iterable[Query]) -> Query:
    found = list(queries)
    if len(found) == 1:
        return found[0]
    return Query.boolean_query([(Occur.Should, query) for query in found]) if found else Query.empty_query()


def all_of(queries: Iterable[Query], *, none_of: Iterable[Query] = ()) -> Query:
    found = list(queries)
    refused = list(none_of)
    if len(found) == 1 and not refused:
        return found[0]
    clauses = [(Occur.Must, query) for query in found or [Query.all_query()]]
    return Query.boolean_query([*clauses, *((Occur.MustNot, query) for query in refused)])


def run(field: str, words: Sequence[str]) -> Query:
    """Words that stand one after the other."""
    return term(field, words[0]) if len(words) == 1 else Query.phrase_query(schema(), field, list(words))


def prefix(field: str, word: str) -> Query:
    return Query.fuzzy_term_query(schema(), field, word, distance=0, prefix=True)


def contiguous(field: str, phrase: str) -> Query:
    """A phrase letter by letter: its first piece may end a word and its last one begin one."""
    pieces = list(tokens.pieces(phrase))
    pieces[0] = pieces[0].removeprefix(tokens.SPACE_MARK)
    patterns = [re.escape(piece) for piece in pieces]
    patterns[0] = (".*" if tokens.is_word_piece(pieces[0]) else f"({tokens.SPACE_MARK})?") + patterns[0]
    if tokens.is_word_piece(pieces[-1]):
        patterns[-1] += ".*"
    if len(patterns) == 1:
        return Query.regex_query(schema(), field, patterns[0])
    return Query.regex_phrase_query(schema(), field, list(patterns))


class Ladder:
    """The levels of a question as queries. `everything` matches what any level matches."""

    def __init__(self, question: Question, searcher: tantivy.Searcher) -> None:
        self.question = question
        self.searcher = searcher
        self._keys = self._whole_names()
        self._steps = [level for level in _WORD_STEPS if self._adds(level)]
        self._reached: dict[int, Query] = {}

    @property
    def levels(self) -> list[int]:
        return [ranking.ANY_LEVEL] if self.question.is_empty else list(range(len(ranking.LEVELS)))

    def everything(self) -> Query:
        if self.question.is_empty:
            return Query.all_query()
        if self.question.is_unanswerable:
            return Query.empty_query()
        return any_of([*self._keys.values(), self._up_to(ranking.COLUMN_TEXT), *self._near()])

    def at(self, level: int, *, is_first: bool = False) -> Query | None:
        """What reaches this level and none better; None when nothing can. `is_first`: the better ones are known to be
        empty, so nothing has to be taken off."""
        if self.question.is_empty:
            return Query.all_query()
        own = self._keys.get(level)
        if level in self._steps:
            own = self._up_to(level)
        elif level == ranking.NEAR:
            own = next(iter(self._near()), None)
        if own is None or self.question.is_unanswerable:
            return None
        if is_first:
            return own
        better = [key for at, key in self._keys.items() if at < level]
        lower = [at for at in self._steps if at < level]
        if lower:
            better.append(self._up_to(lower[-1]))
        return all_of([own], none_of=better)

    def _adds(self, level: int) -> bool:
        """False when no word stands anywhere in the zone that a level looks into: it then holds nothing of its own."""
        zone = _ZONES_OF_WORDS.get(level)
        if zone is None or self.question.phrases:
            return True
        field = f"words_{zone}"
        return any(all(self.searcher.doc_freq(field, word) for word in group) for group in self.question.words)

    def _whole_names(self) -> dict[int, Query]:
        """Queries of the levels that a whole name reaches; without those that no document can reach."""
        question = self.question
        keys = {
            ranking.QUALIFIED: ("key_qualified", question.exact),
            ranking.SAME_NAME: ("key_name", question.exact),
            ranking.SAME_LETTERS: ("key_letters", question.letters),
            ranking.SAME_COLUMN: ("key_column", question.letters),
        }
        found = {
            level: term(field, value)
            for level, (field, value) in keys.items()
            if value and self.searcher.doc_freq(field, value)
        }
        flat = question.flat_words
        if flat and not question.phrases and all(self.searcher.doc_freq("words_name", word) for word in flat):
            found[ranking.IN_ORDER] = run("words_name", flat)
        return found

    def _up_to(self, level: int) -> Query:
        """Each word and phrase stands in a zone that counts up to `level` (or in the path, but not all of them)."""
        if level not in self._reached:
            self._reached[level] = self._make_up_to(level)
        return self._reached[level]

    def _make_up_to(self, level: int) -> Query:
        own = [self._word(place, level) for place in range(len(self.question.words))]
        helped = [run("words_place", group) for group in self.question.words]
        own_phrases = [self._phrase(phrase, level) for phrase in self.question.phrases]
        if len(own) + len(own_phrases) == 1:
            return (own or own_phrases)[0]
        needed = [any_of([one, place]) for one, place in zip(own, helped, strict=True)]
        return all_of([*needed, *own_phrases, any_of([*own, *own_phrases])])

    def _word(self, place: int, level: int) -> Query:
        group = self.question.words[place]
        ways = [run(f"words_{zone}", group) for zone, at in ranking.WORD_LEVELS.items() if at <= level]
        for zone, at in ranking.PART_LEVELS.items():
            if at <= level:
                ways.extend(self._parts(zone, group, place))
        return any_of(ways)

    def _near(self) -> list[Query]:
        """Every word in the own name, or one letter away from a word of it; nothing when no word may have a typo."""
        words = self.question.words
        if self.question.phrases or not any(_may_be_near(group) for group in words):
            return []
        return [all_of(any_of(self._near_word(group)) for group in words)]

    def _near_word(self, group: Group) -> list[Query]:
        exact = run("words_own", group)
        return [exact, Query.fuzzy_term_query(schema(), "words_own", group[0])] if _may_be_near(group) else [exact]

    def _parts(self, zone: str, group: Group, place: int) -> list[Query]:
        if len(group) > 1:
            return []
        word = group[0][:LONGEST_PART]
        found = [prefix(f"words_{zone}", word)] if may_be_prefix(self.question, place) else []
        return [*found, prefix(f"tails_{zone}", word)] if len(word) >= PART_LENGTH else found

    def _phrase(self, phrase: str, level: int) -> Query:
        return any_of(contiguous(f"exact_{zone}", phrase) for zone, at in ranking.PHRASE_LEVELS.items() if at <= level)

    def refused(self) -> list[Query]:
        """What the question wants to be absent."""
        words = [
            all_of(any_of(run(f"words_{zone}", group) for zone in WORD_ZONES) for group in groups)
            for groups in self.question.without
        ]
        phrases = [
            any_of(contiguous(f"exact_{zone}", phrase) for zone in EXACT_ZONES)
            for phrase in self.question.without_phrases
        ]
        return [*words, *phrases]


def _may_be_near(group: Group) -> bool:
    return len(group) == 1 and tokens.may_have_typo(group[0])


_WORD_STEPS = [level for level in range(ranking.NEAR) if level not in ranking.WHOLE_NAME_FIELDS]
"""Levels reached word by word; each holds what the one before holds, and more."""
_ZONES_OF_WORDS = {level: zone for zone, level in ranking.WORD_LEVELS.items()}


class Filters:
    """Filters as queries; values typed in another case, or as one word of a type or owner, find what they mean."""

    def __init__(self, searcher: tantivy.Searcher) -> None:
        self.searcher = searcher

    def of(self, query: SearchQuery) -> dict[str, Query]:
        """Everything a query is narrowed by, by name; "kind" and "status" too."""
        found = self.queries(query.filters)
        if query.kinds:
            found["kind"] = any_of(term("kind", kind) for kind in query.kinds)
        if query.statuses:
            found["status"] = any_of(term("status", status) for status in query.statuses)
        return found

    def queries(self, filters: Mapping[str, Sequence[str]]) -> dict[str, Query]:
        wanted = {name: values for name, values in filters.items() if values}
        return {name: any_of(self._value(name, value) for value in values) for name, values in wanted.items()}

    def _value(self, name: str, value: str) -> Query:
        exact = term(EXACT_FIELDS.get(name, name) if value else name, value)
        if name not in FOLDED or not value or self._occurs(EXACT_FIELDS.get(name, name), value):
            return exact
        folded = tokens.normalized(value)
        if self._occurs(f"folded_{name}", folded):
            return term(f"folded_{name}", folded)
        words = tokens.words(value) if name in WORD_FIELDS else []
        return all_of(term(WORD_FIELDS[name], word) for word in words) if words else exact

    def _occurs(self, field: str, value: str) -> bool:
        return bool(self.searcher.doc_freq(field, value))


def below(field: str, value: int) -> Query:
    """Numbers at most `value`."""
    return Query.range_query(schema(), field, FieldType.Unsigned, None, value)


def after_name(key: str, tie: int) -> Query:
    """Names that sort after a key, and the same name with a later tie-break."""
    numbers = [*((f"name_{at}", number) for at, number in enumerate(name_numbers(key))), ("tie", tie)]
    later = []
    same: list[Query] = []
    for field, number in numbers:
        beyond = Query.range_query(schema(), field, FieldType.Unsigned, number, None, False, True)
        later.append(all_of([*same, beyond]))
        same.append(Query.range_query(schema(), field, FieldType.Unsigned, number, number))
    return any_of(later)
