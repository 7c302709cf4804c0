"""Keeping the index equal to the tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from discovery.atlas.models import Entity
from discovery.search.documents import BATCH, all_documents, documents_of
from discovery.search.selectors import search_index
from discovery.search.types import SearchDocument, stamp_of


@dataclass(frozen=True, slots=True)
class IndexDifferences:
    """What a reconcile found and mended: entities the index lacked, held differently, or held without reason."""

    missing: int
    stale: int
    surplus: int

    @property
    def total(self) -> int:
        return self.missing + self.stale + self.surplus


def reindex() -> int:
    """Builds the index anew from the tables and returns how many documents it holds.

    Raises BackendUnavailable when another process is writing.
    """
    return search_index().rebuild(all_documents())


def update_index(guids: Iterable[str]) -> None:
    """Makes the index equal to the tables for these entities; those that are gone are taken out."""
    wanted = list(dict.fromkeys(guids))
    index = search_index()
    documents: list[SearchDocument] = []
    for start in range(0, len(wanted), BATCH):
        chunk = wanted[start : start + BATCH]
        documents += documents_of(Entity.objects.select_related("parent").filter(guid__in=chunk))
    # One call for all: what a write of the index costs most is making it durable.
    index.put(documents)
    index.remove(sorted(set(wanted) - {document.guid for document in documents}))


def needs_building() -> bool:
    """True when the index holds nothing although there is something to find: a fresh folder, or another layout."""
    return search_index().health().documents == 0 and Entity.objects.exclude(kind=Entity.Kind.INTERNAL).exists()


def reconcile_index() -> IndexDifferences:
    """Compares every entity with the index and mends what differs."""
    index = search_index()
    held = dict(index.stamps())
    missing = stale = 0
    wrong: list[SearchDocument] = []
    for document in all_documents():
        stamp = held.pop(document.guid, None)
        if stamp == stamp_of(document):
            continue
        missing, stale = missing + (stamp is None), stale + (stamp is not None)
        wrong.append(document)
        if len(wrong) >= BATCH:
            index.put(wrong)
            wrong = []
    index.put(wrong)
    index.remove(sorted(held))
    return IndexDifferences(missing=missing, stale=stale, surplus=len(held))
