"""The parts of a document in which something can be found. Ranking reads them, engines index them."""

from dataclasses import dataclass, field
from itertools import chain

from discovery.search import tokens
from discovery.search.types import SearchDocument

WORD_ZONES = ("name", "column", "label", "text", "column_text", "place")
EXACT_ZONES = ("name", "column", "label", "text", "column_text")
LONGEST_NAME = 300
"""Letters of a name that can be found by a part of it."""
_LONGEST_WORD = 255
_LONGEST_PIECE = 2000


@dataclass(frozen=True, slots=True)
class Zones:
    """Texts by zone. A column has its own name in `column`; a dataset has the names of its columns there."""

    name: tuple[str, ...]
    column: tuple[str, ...]
    label: tuple[str, ...]
    text: tuple[str, ...]
    column_text: tuple[str, ...]
    place: tuple[str, ...]
    qualified_name: str
    is_column: bool
    _words: dict[str, list[str]] = field(default_factory=dict, compare=False)

    def texts(self, zone: str) -> tuple[str, ...]:
        found: tuple[str, ...] = getattr(self, zone)
        return found

    def words(self, zone: str) -> list[str]:
        """Every word of a zone in order; cut once, however often it is looked at."""
        found = self._words.get(zone)
        if found is None:
            every = chain.from_iterable(map(tokens.words, self.texts(zone)))
            self._words[zone] = found = [word[:_LONGEST_WORD] for word in every]
        return found

    def exact_texts(self, zone: str) -> tuple[str, ...]:
        """What phrases are looked for in: names include the qualified name."""
        if zone == ("column" if self.is_column else "name"):
            return (*self.texts(zone), self.qualified_name)
        return self.texts(zone)

    def pieces(self, zone: str) -> list[str]:
        found: list[str] = []
        for text in self.exact_texts(zone):
            found.extend(piece[:_LONGEST_PIECE] for piece in tokens.pieces(text))
            found.append(tokens.BREAK)
        return found

    def own_words(self) -> list[str]:
        """The words of the own name: where a typo is forgiven. Names of a dataset's columns would find too much."""
        return self.words("column" if self.is_column else "name")

    def part_letters(self, zone: str) -> str:
        """The letters of the own name, for finding it by a part; columns of a dataset are not found that way."""
        own = "column" if self.is_column else "name"
        return tokens.letters(self.texts(zone)[0])[:LONGEST_NAME] if zone == own and self.texts(zone) else ""


def zones_of(document: SearchDocument) -> Zones:
    texts = tuple(dict.fromkeys(text for text in (document.description, document.source_description) if text))
    labels = (*document.terms, *document.classifications, *document.labels, *document.owners)
    return Zones(
        name=() if document.is_column else (document.name,),
        column=(document.name,) if document.is_column else document.columns,
        label=tuple(dict.fromkeys(labels)),
        text=() if document.is_column else texts,
        column_text=texts if document.is_column else (),
        place=document.path,
        qualified_name=document.qualified_name,
        is_column=document.is_column,
    )


def qualified_keys(document: SearchDocument) -> frozenset[str]:
    """Texts that name exactly this entity: guid, qualified name (cluster or not), path from any step."""
    qualified = tokens.squeezed(document.qualified_name)
    keys = {document.guid.lower(), qualified, qualified.rpartition("@")[0]}
    steps = [*document.path, document.name]
    keys.update(tokens.squeezed(".".join(steps[at:])) for at in range(len(steps) - 1))
    return frozenset(key for key in keys if key)


def column_keys(zones: Zones) -> frozenset[str]:
    """Column names without separators."""
    return frozenset(key for name in zones.column if (key := tokens.letters(name)))
