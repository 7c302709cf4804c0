"""The embedded search index under the contract, and what only a folder of files can do wrong."""

from pathlib import Path

import pytest

from catalogsite.common.errors import BackendUnavailable
from discovery.search.backends.tantivy import TantivyIndex
from discovery.search.types import SearchQuery
from tests.builders.search import document
from tests.contracts.search_index import SearchIndexContract


@pytest.fixture
def index(tmp_path: Path) -> TantivyIndex:
    return TantivyIndex(path=str(tmp_path / "index"), patience=0.05)


class TestTantivyIndex(SearchIndexContract):
    def test_making_one_opens_nothing(self, tmp_path: Path) -> None:
        TantivyIndex(path=str(tmp_path / "nowhere"))
        assert not (tmp_path / "nowhere").exists()

    def test_a_second_writer_is_told_to_come_back(self, index: TantivyIndex) -> None:
        other = TantivyIndex(path=str(index.folder.path), patience=0.05)
        with index.folder.locked(), pytest.raises(BackendUnavailable):
            other.put([document("a.b@c")])

    def test_a_reader_sees_what_another_process_wrote_and_follows_a_switch(self, index: TantivyIndex) -> None:
        reader = TantivyIndex(path=str(index.folder.path))
        index.put([document("a.one@c")])
        assert reader.search(SearchQuery()).total == 1
        index.put([document("a.two@c")])
        assert reader.search(SearchQuery()).total == 2
        index.rebuild([document("a.three@c")])
        assert reader.search(SearchQuery()).total == 1
        assert len([each for each in index.folder.path.iterdir() if each.is_dir()]) == 1

    def test_an_index_of_another_layout_counts_as_empty(self, index: TantivyIndex) -> None:
        index.put([document("a.one@c")])
        (index.folder.path / "current").write_text("older-layout")
        assert index.search(SearchQuery()).total == 0
        index.put([document("a.two@c")])
        assert index.search(SearchQuery()).total == 1

    def test_a_broken_folder_is_unavailable_not_a_crash(self, index: TantivyIndex) -> None:
        index.put([document("a.one@c")])
        for file in index.folder.current().iterdir():  # type: ignore[union-attr]
            file.write_bytes(b"broken")
        fresh = TantivyIndex(path=str(index.folder.path))
        assert not fresh.health().is_available
        with pytest.raises(BackendUnavailable):
            fresh.search(SearchQuery())

    def test_twelve_thousand_hits_are_listed_by_cursor(self, index: TantivyIndex) -> None:
        """datahub-project/datahub#5928 and #4575: no window, and the total stays exact."""
        index.rebuild(document(f"bulk.t{number:05}@cl1") for number in range(12_001))
        seen: set[str] = set()
        after = None
        pages = 0
        while pages == 0 or after is not None:
            page = index.search(SearchQuery(text="t", limit=500, after=after, with_facets=False))
            assert page.total == 12_001
            seen.update(hit.document.guid for hit in page.hits)
            after, pages = page.next_after, pages + 1
        assert (len(seen), pages) == (12_001, 25)
