"""The port of search engines. One contract suite (tests/contracts/search_index.py) proves that all rank alike."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from discovery.search.types import Band, Hit, IndexHealth, SearchDocument, SearchPage, SearchQuery


class SearchIndex(ABC):
    """Holds a copy of what can be found. Writing is idempotent by guid; a call returns when the change is durable.

    Raises BackendUnavailable when the engine does not answer or another writer holds it.
    """

    @abstractmethod
    def search(self, query: SearchQuery) -> SearchPage:
        """Hits in rank order. The text is data: no character of it can be an error."""

    @abstractmethod
    def suggest(self, text: str, *, limit: int = 8) -> Sequence[Hit]:
        """The best hits for a text still being typed: the last word is a prefix."""

    @abstractmethod
    def count_bands(self, query: SearchQuery) -> Mapping[Band, int]:
        """How many hits of a query each band holds; nothing when the query asks for nothing."""

    @abstractmethod
    def put(self, documents: Sequence[SearchDocument]) -> None:
        """Adds or replaces documents."""

    @abstractmethod
    def remove(self, guids: Sequence[str]) -> None:
        """Takes documents out; unknown guids are passed over."""

    @abstractmethod
    def rebuild(self, documents: Iterable[SearchDocument]) -> int:
        """Builds the index anew beside the old one, switches over, returns the number of documents."""

    @abstractmethod
    def stamps(self) -> Mapping[str, str]:
        """What is held: for each guid the stamp of its document (types.stamp_of)."""

    @abstractmethod
    def health(self) -> IndexHealth: ...
