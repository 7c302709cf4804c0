"""What a proposal must fulfil before it is kept. Each failure is an InvalidInput with the change and the field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from catalogsite.common.errors import CatalogError, InvalidInput
from discovery.atlas.models import Entity
from discovery.atlas.selectors import ClassificationView, classifications_of, entities_by_guid, type_registry
from governance.classification.types import ChangeAction, ChangeInput

MOST_CHANGES = 1_000
LONGEST_REASON = 10_000


@dataclass(frozen=True, slots=True)
class Checked:
    """The changes with normalised attributes, and the entities they speak of."""

    changes: Sequence[ChangeInput]
    entities: Mapping[str, Entity]


def check_reason(reason: str) -> str:
    text = reason.strip()
    if not text:
        raise InvalidInput(_("A proposal needs a reason."), details={"field": "reason"})
    if len(text) > LONGEST_REASON:
        sentence = _("A reason has at most %(count)d characters.") % {"count": LONGEST_REASON}
        raise InvalidInput(sentence, details={"field": "reason"})
    return text


def check_changes(changes: Sequence[ChangeInput]) -> Checked:
    """Raises InvalidInput for the first change that cannot be done; nothing is written."""
    if not changes:
        raise InvalidInput(_("A proposal needs at least one change."), details={"field": "changes"})
    if len(changes) > MOST_CHANGES:
        sentence = _("A proposal has at most %(count)d changes.") % {"count": MOST_CHANGES}
        raise InvalidInput(sentence, details={"field": "changes"})
    guids = list(dict.fromkeys(change.guid for change in changes))
    entities, views = entities_by_guid(guids), classifications_of(guids)
    asked: set[tuple[str, str, str]] = set()
    checked = []
    for number, change in enumerate(changes):
        place = f"changes.{number}"
        key = (change.guid, change.classification, change.source_guid)
        if key in asked:
            raise _wrong(place, "classification", _("This change stands in the proposal twice."))
        asked.add(key)
        checked.append(_check(change, entities.get(change.guid), views.get(change.guid, ()), place))
    return Checked(checked, entities)


def _check(change: ChangeInput, entity: Entity | None, views: Sequence[ClassificationView], place: str) -> ChangeInput:
    if entity is None:
        raise _wrong(place, "guid", _("There is no entity %(guid)s.") % {"guid": change.guid})
    if entity.status != Entity.Status.ACTIVE:
        raise _wrong(
            place, "guid", _("%(name)s was deleted, so nothing can be proposed for it.") % {"name": entity.title}
        )
    if change.classification not in type_registry().classification_types and change.action is not ChangeAction.REMOVE:
        sentence = _("There is no classification “%(name)s”.") % {"name": change.classification}
        raise _wrong(place, "classification", sentence)
    direct = next((view for view in views if _is_set_here(view, change)), None)
    if change.action is ChangeAction.REMOVE:
        _check_removal(change, entity, views, direct, place)
        return replace(change, attributes=None, propagate=None)
    if change.action is ChangeAction.ADD and direct is not None:
        words = {"name": entity.title, "classification": change.classification}
        raise _wrong(place, "classification", _("%(name)s carries %(classification)s already.") % words)
    if change.action is ChangeAction.UPDATE:
        if direct is None:
            raise _wrong(place, "classification", _not_set(entity, change))
        if change.attributes is None and change.propagate is None:
            raise _wrong(place, "attributes", _("This update changes nothing."))
    if not type_registry().may_classify(change.classification, entity.type_name):
        words = {"type": entity.type_name, "classification": change.classification}
        raise _wrong(place, "classification", _("%(classification)s is not made for %(type)s.") % words)
    return replace(change, attributes=_attributes(change, place))


def _is_set_here(view: ClassificationView, change: ChangeInput) -> bool:
    return view.type_name == change.classification and view.origin == "DIRECT"


def _check_removal(
    change: ChangeInput,
    entity: Entity,
    views: Sequence[ClassificationView],
    direct: ClassificationView | None,
    place: str,
) -> None:
    if not change.source_guid or change.source_guid == change.guid:
        if direct is None:
            raise _wrong(place, "classification", _not_set(entity, change))
        return
    same = [
        view for view in views if view.type_name == change.classification and view.source_guid == change.source_guid
    ]
    if not same:
        raise _wrong(place, "classification", _not_set(entity, change))
    if same[0].has_live_path:
        sentence = _("%(classification)s is inherited here. Remove it where it is set.")
        raise _wrong(place, "sourceGuid", sentence % {"classification": change.classification})


def _not_set(entity: Entity, change: ChangeInput) -> str:
    words = {"name": entity.title, "classification": change.classification}
    return _("%(name)s does not carry %(classification)s.") % words


def _attributes(change: ChangeInput, place: str) -> dict[str, Any] | None:
    if change.attributes is None:
        return None
    registry = type_registry()
    owner = registry.get_classification_type(change.classification)
    if unknown := sorted(set(change.attributes) - set(owner.attributes)):
        words = {"classification": change.classification, "names": ", ".join(unknown)}
        raise _wrong(place, "attributes", _("%(classification)s has no attribute %(names)s.") % words)
    try:
        values = registry.normalize_attributes(owner, change.attributes, partial=change.action is ChangeAction.UPDATE)
    except CatalogError as error:
        details = {**error.details, "field": f"{place}.attributes"}
        raise InvalidInput(error.message, details=details) from error
    return dict(values)


def _wrong(place: str, field: str, sentence: str) -> InvalidInput:
    return InvalidInput(sentence, details={"field": f"{place}.{field}"})
