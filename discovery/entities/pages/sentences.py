"""Events of an entity in words, and what they changed field by field. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common.ui import FieldChange
from discovery.atlas.models import Entity
from discovery.documentation.worddiff import diff_words
from discovery.entities.pages.words import label_of, value_of
from workflows.events.types import EventKind, EventRecord

_TEXTS = frozenset({"userDescription", "longDescription", "description", "comment", "shortDescription"})
Entities = Mapping[str, Entity]


def guids_in(event: EventRecord) -> Iterator[str]:
    """Guids of other entities that the event's sentence names."""
    payload = event.payload
    classification = payload.get("classification") or {}
    if isinstance(classification, dict) and payload.get("origin") == "PROPAGATED":
        yield str(classification.get("entityGuid") or "")
    relationship = payload.get("relationship") or {}
    for end in ("end1", "end2"):
        yield _end(relationship.get(end))
    for change in (payload.get("changes") or {}).values():
        if isinstance(change, dict):
            yield from map(str, [*(change.get("added") or []), *(change.get("removed") or [])])


def sentence_of(event: EventRecord, entities: Entities) -> tuple[str, Entity | None]:
    """What happened, to follow the actor's name; and the entity it leads to, shown after it."""
    tell = _SENTENCES.get(event.kind)
    if tell is None:
        return event.kind, None
    return tell(event.payload, entities)


def field_changes(event: EventRecord, entities: Entities) -> list[FieldChange]:
    """The fields of an ENTITY_UPDATE or the attributes of a classification, before and after."""
    found = []
    for name, change in (event.payload.get("changes") or {}).items():
        if not isinstance(change, dict):
            continue
        if "added" in change or "removed" in change:
            found.append(
                FieldChange(
                    label=label_of(name),
                    before=_titles(change.get("removed") or [], entities),
                    after=_titles(change.get("added") or [], entities),
                )
            )
        else:
            found.append(_field(name, change.get("from"), change.get("to")))
    classification = event.payload.get("classification")
    if isinstance(classification, dict) and event.kind != EventKind.CLASSIFICATION_DELETE:
        for name, value in (classification.get("attributes") or {}).items():
            if words := value_of(value):
                found.append(FieldChange(label=label_of(name), after=words))
    return found


def _field(name: str, before: Any, after: Any) -> FieldChange:
    old, new = value_of(before), value_of(after)
    if name in _TEXTS:
        old, new = str(before or ""), str(after or "")
        return FieldChange(label=label_of(name), before=old, after=new, words=diff_words(old, new))
    return FieldChange(label=label_of(name), before=old, after=new)


def _titles(guids: Sequence[Any], entities: Entities) -> str:
    names = [entities[guid].title if guid in entities else str(guid) for guid in map(str, guids[:20])]
    more = f" +{len(guids) - 20}" if len(guids) > 20 else ""
    return ", ".join(names) + more


def _end(raw: Any) -> str:
    """The guid of a relationship's end, which is written as a guid or as an object id."""
    if isinstance(raw, dict):
        return str(raw.get("guid") or "")
    return str(raw or "")


Told = tuple[str, Entity | None]
Payload = Mapping[str, Any]


def _plain(sentence: Callable[[], str]) -> Callable[[Payload, Entities], Told]:
    return lambda payload, entities: (sentence(), None)


def _updated(payload: Payload, entities: Entities) -> Told:
    changes = payload.get("changes") or {}
    columns = changes.get("columns")
    if isinstance(columns, dict) and set(changes) == {"columns"}:
        added, removed = len(columns.get("added") or []), len(columns.get("removed") or [])
        if added and not removed:
            return ngettext("added %(n)d column", "added %(n)d columns", added) % {"n": added}, None
        if removed and not added:
            return ngettext("removed %(n)d column", "removed %(n)d columns", removed) % {"n": removed}, None
        return _("changed the list of columns"), None
    names = ", ".join(label_of(name).lower() for name in list(changes)[:4])
    if len(changes) > 4:
        names = ngettext("%(n)d field", "%(n)d fields", len(changes)) % {"n": len(changes)}
    return _("changed %(names)s") % {"names": names}, None


def _classified(template: Callable[[], str], inherited: Callable[[], str]) -> Callable[[Payload, Entities], Told]:
    def tell(payload: Payload, entities: Entities) -> Told:
        classification = payload.get("classification") or {}
        name = {"name": classification.get("typeName", "")}
        if payload.get("origin") == "PROPAGATED":
            return inherited() % name, entities.get(str(classification.get("entityGuid") or ""))
        return template() % name, None

    return tell


def _related(template: Callable[[], str]) -> Callable[[Payload, Entities], Told]:
    def tell(payload: Payload, entities: Entities) -> Told:
        relationship = payload.get("relationship") or {}
        other = entities.get(_end(relationship.get("end2")))
        return template() % {"type": relationship.get("typeName", "")}, other

    return tell


def _termed(template: Callable[[], str]) -> Callable[[Payload, Entities], Told]:
    return lambda payload, entities: (template() % {"term": (payload.get("term") or {}).get("name", "")}, None)


def _documented(payload: Payload, entities: Entities) -> Told:
    revision = int(payload.get("revision") or 0)
    if restored := payload.get("restoredFrom"):
        return _("restored revision %(old)s of the description as revision %(n)s") % {
            "old": restored,
            "n": revision,
        }, None
    if revision <= 1:
        return _("wrote the description, revision 1"), None
    values = {"old": revision - 1, "n": revision}
    return _("changed the description, revision %(old)s to %(n)s") % values, None


_SENTENCES: Mapping[str, Callable[[Payload, Entities], Told]] = {
    EventKind.ENTITY_CREATE: _plain(lambda: _("added it to the catalog")),
    EventKind.ENTITY_UPDATE: _updated,
    EventKind.ENTITY_DELETE: _plain(lambda: _("deleted it")),
    EventKind.ENTITY_PURGE: _plain(lambda: _("removed it for good")),
    EventKind.CLASSIFICATION_ADD: _classified(
        lambda: _("set %(name)s here"), lambda: _("%(name)s arrived by propagation from")
    ),
    EventKind.CLASSIFICATION_UPDATE: _classified(
        lambda: _("changed %(name)s here"), lambda: _("%(name)s changed at its source,")
    ),
    EventKind.CLASSIFICATION_DELETE: _classified(
        lambda: _("removed %(name)s"), lambda: _("%(name)s no longer arrives from")
    ),
    EventKind.TERM_ASSIGN: _termed(lambda: _("assigned the term %(term)s")),
    EventKind.TERM_UNASSIGN: _termed(lambda: _("took the term %(term)s off")),
    EventKind.RELATIONSHIP_CREATE: _related(lambda: _("added the relationship %(type)s to")),
    EventKind.RELATIONSHIP_UPDATE: _related(lambda: _("changed the relationship %(type)s to")),
    EventKind.RELATIONSHIP_DELETE: _related(lambda: _("removed the relationship %(type)s to")),
    EventKind.DOCUMENTATION_UPDATE: _documented,
}
