"""The one way in for texts. Every change is an attribute of the entity, a revision and an event, in one transaction."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.types import Actor, WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import Conflict, InvalidInput, NotFound
from discovery.atlas.authority import SaveMode
from discovery.atlas.models import Entity
from discovery.atlas.services import authority
from discovery.documentation import selectors
from discovery.documentation.models import TextRevision
from discovery.documentation.types import LONGEST_TEXT, Documentation
from workflows.events.services import record
from workflows.events.types import EventKind, NewEvent


def save_description(
    *,
    actor: Actor,
    guid: str,
    text: str,
    revision: int,
    note: str = "",
    context: WriteContext | None = None,
) -> Documentation:
    """Makes `text` what people say of an entity, when `revision` is still the newest one.

    Saving the text that is there already changes nothing, whatever `revision` says. Raises NotAllowed, NotFound,
    InvalidInput, and Conflict when the entity is deleted or somebody saved meanwhile (`details` then hold their text).
    """
    require(actor, Action.EDIT_TEXT)
    _check(text)
    return _save(actor, guid, text, revision=revision, note=note, context=context)


def restore_revision(
    *, actor: Actor, guid: str, revision: int, current: int | None = None, context: WriteContext | None = None
) -> Documentation:
    """Brings an earlier text back as a new revision. `current` guards against a text saved meanwhile (Conflict)."""
    require(actor, Action.EDIT_TEXT)
    text = selectors.get_revision(guid, revision).text
    return _save(actor, guid, text, revision=current, restored_from=revision, context=context)


def _save(
    actor: Actor,
    guid: str,
    text: str,
    *,
    revision: int | None,
    note: str = "",
    restored_from: int | None = None,
    context: WriteContext | None = None,
) -> Documentation:
    context = context or WriteContext(actor=actor.username)
    try:
        with transaction.atomic():
            entity, attribute = _locked(guid)
            stands = selectors.documentation_of_entities([entity])[guid]
            if stands.text == text:
                return stands
            if revision is not None and revision != stands.revision:
                raise stale(stands, revision)
            _keep_unrecorded(stands)
            return _write(entity, attribute, text, stands.revision + 1, note, restored_from, context)
    except IntegrityError as error:
        # Two writers on a database that lets them pass side by side: the second one is the stale one.
        raise stale(selectors.documentation_of([guid])[guid], revision) from error


def _locked(guid: str) -> tuple[Entity, str]:
    """The entity, held until the transaction ends, and the attribute its text lives in."""
    entity = Entity.objects.select_for_update().filter(guid=guid).first()
    if entity is None:
        raise NotFound(_("There is no entity with this guid."), details={"guid": guid})
    return entity, require_text(entity)


def require_text(entity: Entity) -> str:
    """The attribute a person's words go to. Raises Conflict for a deleted entity, InvalidInput where none is."""
    if entity.status != Entity.Status.ACTIVE:
        sentence = _("This entity is deleted, so its text can no longer be changed.")
        raise Conflict(sentence, code="DELETED", details={"guid": entity.guid})
    attribute = selectors.text_attribute(entity.type_name)
    if not attribute:
        raise InvalidInput(
            _("Entities of type %(type)s have no attribute for a text.") % {"type": entity.type_name},
            details={"guid": entity.guid, "field": "description"},
        )
    return attribute


def _write(
    entity: Entity,
    attribute: str,
    text: str,
    revision: int,
    note: str,
    restored_from: int | None,
    context: WriteContext,
) -> Documentation:
    change = {"guid": entity.guid, "typeName": entity.type_name, "attributes": {attribute: text}}
    authority().save_entities(entities=[change], mode=SaveMode.PARTIAL, context=context)
    row = TextRevision.objects.create(
        guid=entity.guid,
        revision=revision,
        text=text,
        origin=context.origin,
        by=context.actor,
        at=clock.now(),
        note=note[:500],
        restored_from=restored_from,
    )
    payload = {
        "guid": entity.guid,
        "typeName": entity.type_name,
        "qualifiedName": entity.qualified_name,
        "name": entity.name,
        "kind": entity.kind,
        "revision": revision,
        "origin": context.origin,
        "restoredFrom": restored_from,
    }
    record(NewEvent(entity.guid, EventKind.DOCUMENTATION_UPDATE, payload), context=context)
    return Documentation(guid=entity.guid, revision=revision, origin=row.origin, at=row.at, by=row.by, text=text)


def _keep_unrecorded(stands: Documentation) -> None:
    """A text that reached the authority by another door becomes a revision, so that it is not lost under the next."""
    if stands.origin != selectors.WRITTEN_ELSEWHERE or selectors.find_revision(stands.guid, stands.revision):
        return
    TextRevision.objects.create(
        guid=stands.guid,
        revision=stands.revision,
        text=stands.text,
        origin=stands.origin,
        by=stands.by,
        at=stands.at or clock.now(),
    )


def stale(stands: Documentation, revision: int | None) -> Conflict:
    """The conflict of a save that was based on another revision than the one that stands."""
    return Conflict(
        _("Somebody saved this text since revision %(revision)s. Yours is not saved.") % {"revision": revision},
        code="STALE_REVISION",
        details={
            "guid": stands.guid,
            "revision": stands.revision,
            "text": stands.text,
            "by": stands.by,
            "at": stands.at.isoformat() if stands.at else None,
            "origin": stands.origin,
        },
    )


def _check(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        sentence = _("This text has %(length)s characters; at most %(limit)s can be stored.")
        values = {"length": f"{len(text):,}", "limit": f"{LONGEST_TEXT:,}"}
        raise InvalidInput(sentence % values, details={"field": "description", "maximum": LONGEST_TEXT})
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            _("This text holds half of a character at position %(place)s.") % {"place": error.start},
            details={"field": "description", "position": error.start},
        ) from error
    if (place := text.find("\0")) >= 0:
        raise InvalidInput(
            _("This text holds a null character at position %(place)s, which no database keeps.") % {"place": place},
            details={"field": "description", "position": place},
        )
