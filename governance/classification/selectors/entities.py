"""What proposals need to know of entities: their place in words, and what a proposer sees on them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from discovery.atlas.models import Entity
from discovery.atlas.selectors import ClassificationView, classifications_of, entities_by_guid, paths_of
from governance.classification import seen
from governance.classification.models import Proposal
from governance.classification.sentences import Place, attributes_words


def places_of(guids: Iterable[str]) -> dict[str, Place]:
    """A place for every guid, also for entities that are gone for good. Three queries at most."""
    wanted = list(dict.fromkeys(guids))
    entities = entities_by_guid(wanted)
    paths = paths_of(list(entities.values()))
    return {guid: place(guid, entities.get(guid), paths.get(guid, ())) for guid in wanted}


def place(guid: str, entity: Entity | None, path: Sequence[str]) -> Place:
    """An entity in words; the first part of its path is the platform, which sentences leave out."""
    if entity is None:
        return Place(guid=guid, name=guid, is_gone=True)
    return Place(
        guid=guid,
        name=entity.name or entity.title,
        where=".".join(path[1:]),
        kind=entity.kind,
        type_name=entity.type_name,
        is_gone=entity.status != Entity.Status.ACTIVE,
    )


def snapshots_of(guids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What a proposer or reviewer sees of each entity now (seen.py)."""
    wanted = list(dict.fromkeys(guids))
    entities = entities_by_guid(wanted)
    classifications = classifications_of(wanted)
    return {guid: _snapshot(entities.get(guid), classifications.get(guid, ())) for guid in wanted}


def _snapshot(entity: Entity | None, classifications: Sequence[ClassificationView]) -> dict[str, Any]:
    if entity is None:
        return seen.absent()
    return seen.snapshot(
        status=entity.status,
        type_name=entity.type_name,
        data_type=entity.data_type,
        text=entity.text,
        classifications=[_words(view) for view in classifications if view.origin == "DIRECT"],
        updated_ms=entity.updated_ms,
    )


def _words(view: ClassificationView) -> str:
    pairs = ", ".join(f"{name}: {value}" for name, value in attributes_words(view.attributes))
    return f"{view.type_name} {pairs}".strip()


def list_differences(proposal: Proposal) -> tuple[list[seen.Difference], str]:
    """What changed since it was proposed, and the revision of the state that was compared."""
    changes = list(proposal.changes.all())
    now = snapshots_of(change.guid for change in changes)
    about = {change.classification for change in changes}
    before: Mapping[str, Mapping[str, Any]] = {change.guid: change.seen for change in changes}
    found = [difference for guid in now for difference in seen.differences(guid, before[guid], now[guid], about=about)]
    return found, seen.revision(now)
