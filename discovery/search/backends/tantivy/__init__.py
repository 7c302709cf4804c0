"""The embedded search index: tantivy in a folder. One process writes at a time, any number read."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tantivy
from tantivy import Query

from catalogsite.common.errors import BackendUnavailable
from discovery.search import ranking
from discovery.search.backends.tantivy import counting
from discovery.search.backends.tantivy.asking import Filters, Ladder, all_of
from discovery.search.backends.tantivy.folder import IndexFolder
from discovery.search.backends.tantivy.paging import Found, Key, by_field, by_level, by_name
from discovery.search.backends.tantivy.schema import from_tantivy, schema, to_tantivy
from discovery.search.index import SearchIndex
from discovery.search.question import Question, ask
from discovery.search.types import Band, Hit, IndexHealth, SearchDocument, SearchPage, SearchQuery

_WRITER_BYTES = 32_000_000
_REBUILD_BYTES = 64_000_000
_ROWS_PER_COMMIT = 20_000


@dataclass(frozen=True, slots=True)
class _Opened:
    """An index held open for reading, and the commit it has loaded."""

    folder: Path
    index: tantivy.Index
    commit: tuple[int, int]


class TantivyIndex(SearchIndex):
    """`path` is the folder; `patience` how many seconds a writer waits for another one."""

    def __init__(self, *, path: str, patience: float = 5.0) -> None:
        self.folder = IndexFolder(path, patience=patience)
        self._opened: _Opened | None = None

    def search(self, query: SearchQuery) -> SearchPage:
        started = time.perf_counter()
        searcher = self._searcher()
        if searcher is None:
            return SearchPage(hits=(), total=0)
        with _translated():
            page = self._answer(searcher, query, ask(query))
        took = (time.perf_counter() - started) * 1000
        return SearchPage(page.hits, page.total, page.facets, page.next_after, took)

    def suggest(self, text: str, *, limit: int = 8) -> Sequence[Hit]:
        if not text.strip():
            return ()
        return self.search(SearchQuery(text=text, limit=limit, with_facets=False)).hits

    def count_bands(self, query: SearchQuery) -> Mapping[Band, int]:
        searcher, question = self._searcher(), ask(query)
        if searcher is None or question.is_empty:
            return {}
        counts: dict[Band, int] = {}
        with _translated():
            ladder = Ladder(question, searcher)
            narrowing = [*Filters(searcher).of(query).values()]
            for level in ladder.levels:
                if (reached := ladder.at(level)) is not None:
                    asked = all_of([reached, *narrowing], none_of=_refused(searcher, query, ladder))
                    band = ranking.LEVELS[level]
                    counts[band] = counts.get(band, 0) + counting.total_of(searcher, asked)
        return counts

    def put(self, documents: Sequence[SearchDocument]) -> None:
        if not documents:
            return
        with self.folder.locked(), _translated(), self._writer() as writer:
            for document in documents:
                writer.delete_documents_by_term("guid", document.guid)
                writer.add_document(to_tantivy(document))

    def remove(self, guids: Sequence[str]) -> None:
        if not guids:
            return
        with self.folder.locked(), _translated(), self._writer() as writer:
            for guid in guids:
                writer.delete_documents_by_term("guid", guid)

    def rebuild(self, documents: Iterable[SearchDocument]) -> int:
        with self.folder.locked(), _translated():
            folder = self.folder.make()
            writer = tantivy.Index(schema(), path=str(folder)).writer(_REBUILD_BYTES, 1)
            count = 0
            for document in documents:
                writer.add_document(to_tantivy(document))
                count += 1
                if count % _ROWS_PER_COMMIT == 0:
                    writer.commit()
            writer.commit()
            writer.wait_merging_threads()
            self.folder.switch_to(folder)
        return count

    def stamps(self) -> Mapping[str, str]:
        searcher = self._searcher()
        if searcher is None or searcher.num_docs == 0:
            return {}
        with _translated():
            hits = searcher.search(Query.all_query(), limit=searcher.num_docs, order_by_field="stamp").hits
        return dict(str(key).split(" ", 1) for key, _ in hits)

    def health(self) -> IndexHealth:
        try:
            searcher = self._searcher()
        except BackendUnavailable as error:
            return IndexHealth(is_available=False, documents=0, detail=error.message)
        return IndexHealth(is_available=True, documents=searcher.num_docs if searcher else 0)

    def _answer(self, searcher: tantivy.Searcher, query: SearchQuery, question: Question) -> SearchPage:
        ladder, filters = Ladder(question, searcher), Filters(searcher).of(query)
        refused = _refused(searcher, query, ladder)
        everything = ladder.everything()
        counts = counting.count(searcher, everything, filters, refused, query)
        narrowing = [*filters.values()]
        if query.limit == 0:
            found = Found()
        elif query.sort == "relevance":
            found = by_level(searcher, ladder, narrowing, refused, query)
        else:
            asked = all_of([everything, *narrowing], none_of=refused)
            found = (by_name if query.sort == "name" else by_field)(searcher, asked, query)
        return SearchPage(
            hits=[_hit(searcher, address, key, question, found.has_levels) for key, address in found.hits],
            total=counts.total,
            facets=counts.facets,
            next_after=found.next_after,
        )

    def _searcher(self) -> tantivy.Searcher | None:
        """A view of what is committed now; None when nothing was ever indexed."""
        folder = self.folder.current()
        if folder is None:
            return None
        try:
            with _translated():
                return self._index(folder).searcher()
        except BackendUnavailable:
            # A rebuild may have switched and removed the folder between the two steps.
            again = self.folder.current()
            if again is None or again == folder:
                raise
            with _translated():
                return self._index(again).searcher()

    def _index(self, folder: Path) -> tantivy.Index:
        """The opened index, with the newest commit loaded. Every commit puts a new `meta.json` in place of the old."""
        opened, state = self._opened, (folder / "meta.json").stat()
        commit = (state.st_ino, state.st_mtime_ns)
        if opened is not None and opened.folder == folder:
            if opened.commit != commit:
                opened.index.reload()
                self._opened = _Opened(folder, opened.index, commit)
            return opened.index
        index = tantivy.Index.open(str(folder))
        index.config_reader(reload_policy="manual")
        self._opened = _Opened(folder, index, commit)
        return index

    @contextmanager
    def _writer(self) -> Iterator[tantivy.IndexWriter]:
        """Commits at the end of the block and waits until the segments are in order; the folder's lock is held."""
        folder = self.folder.current()
        if folder is None:
            folder = self.folder.make()
            tantivy.Index(schema(), path=str(folder))
            self.folder.switch_to(folder)
        writer = tantivy.Index.open(str(folder)).writer(_WRITER_BYTES, 1)
        yield writer
        writer.commit()
        writer.wait_merging_threads()


def _refused(searcher: tantivy.Searcher, query: SearchQuery, ladder: Ladder) -> list[Query]:
    return [*ladder.refused(), *Filters(searcher).queries(query.excluded).values()]


def _hit(searcher: tantivy.Searcher, address: tantivy.DocAddress, key: Key, question: Question, has_level: bool) -> Hit:
    document = from_tantivy(searcher.doc(address))
    level = int(str(key[0])) if has_level else None
    return Hit(document=document, match=ranking.match_of(document, question, level), sort_key=key)


@contextmanager
def _translated() -> Iterator[None]:
    """tantivy tells of everything by ValueError and OSError; a lost folder or a full disk may pass."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise BackendUnavailable(f"The search index did not answer: {error}") from error
