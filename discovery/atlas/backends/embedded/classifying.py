"""Classifications on entities: add, update, remove.

Error codes as a real Atlas answered them (specs: EntityGraphMapper, recordings 08 to 11).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from catalogsite.common.bulk import update_rows
from catalogsite.common.errors import InvalidInput, NotFound
from discovery.atlas.authority import ClassificationInput, Json, SaveMode
from discovery.atlas.backends.embedded import propagation, validity
from discovery.atlas.backends.embedded.shapes import check_object, check_storable
from discovery.atlas.backends.embedded.spreading import caused, spread_from_source, take_back, tell
from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.typesystem import TypeRegistry
from workflows.events.types import EventKind


def add(
    row: Entity,
    inputs: Sequence[ClassificationInput],
    registry: TypeRegistry,
    context: WriteContext,
    *,
    propagate_default: bool = True,
) -> None:
    """Sets classifications on an entity and spreads those that propagate. Raises InvalidInput 400-01A, 400-055."""
    if not inputs:
        message = "invalid parameters: classifications(s) not specified"
        raise InvalidInput(message, details={"errorCode": "400-01A"})
    own = set(_direct(row).values_list("type_name", flat=True))
    rows = []
    for given in inputs:
        _check_allowed(row, given.type_name, registry)
        if given.type_name in own:
            message = (
                f"invalid parameters: entity: {row.guid}, already associated with classification: {given.type_name}"
            )
            raise InvalidInput(message, details={"errorCode": "400-01A", "classification": given.type_name})
        own.add(given.type_name)
        rows.append(_new_row(row, given, registry, context, propagate_default))
    EntityClassification.objects.bulk_create(rows)
    _touch(row, context)
    for added in rows:
        cause = tell(EventKind.CLASSIFICATION_ADD, [added], context)
        if added.propagate and row.status == Entity.Status.ACTIVE:
            spread_from_source(added, registry, context, cause)


def _new_row(
    row: Entity, given: ClassificationInput, registry: TypeRegistry, context: WriteContext, propagate_default: bool
) -> EntityClassification:
    _check_shape(given)
    return EntityClassification(
        entity=row,
        type_name=given.type_name,
        source_guid=row.guid,
        attributes=registry.normalize_classification(given.type_name, given.attributes),
        propagate=propagate_default if given.propagate is None else given.propagate,
        remove_propagations_on_entity_delete=bool(given.remove_propagations_on_entity_delete),
        validity_periods=validity.checked(given.validity_periods or ()),
        entity_status=Entity.Status.ACTIVE,
        origin=context.origin,
        created_ms=clock.now_ms(),
        created_by=context.actor,
    )


def _check_shape(given: ClassificationInput) -> None:
    check_object(given.attributes, "attributes")
    check_storable(given.attributes, "attributes")


def _check_allowed(row: Entity, type_name: str, registry: TypeRegistry) -> None:
    if not registry.may_classify(type_name, row.type_name):
        message = f"Classification {type_name} cannot be applied to entities of type {row.type_name}"
        raise InvalidInput(message, details={"errorCode": "400-055", "classification": type_name})


def add_sent(
    row: Entity,
    sent: Sequence[Json],
    registry: TypeRegistry,
    context: WriteContext,
    *,
    mode: SaveMode,
    positions: Mapping[str, int],
) -> None:
    """Classifications that came inside an entity. An import brings propagated ones too; they come by spreading."""
    own = {each.type_name: each for each in _direct(row)}
    fresh: list[ClassificationInput] = []
    changed: list[ClassificationInput] = []
    for each in sent:
        if each.get("entityGuid") not in (None, "", row.guid) and mode is SaveMode.IMPORT:
            continue
        given = read_input(each)
        if given.type_name not in own:
            fresh.append(given)
        elif mode is SaveMode.IMPORT and _differs(own[given.type_name], given, registry):
            changed.append(given)
    if fresh:
        add(row, fresh, registry, context, propagate_default=mode is not SaveMode.IMPORT)
    if changed:
        update(row, changed, registry, context)


def read_input(sent: Json) -> ClassificationInput:
    """A ClassificationInput from AtlasClassification JSON."""
    return ClassificationInput(
        type_name=str(sent.get("typeName") or ""),
        attributes=sent.get("attributes"),
        propagate=sent.get("propagate"),
        remove_propagations_on_entity_delete=sent.get("removePropagationsOnEntityDelete"),
        validity_periods=sent.get("validityPeriods"),
    )


def _differs(row: EntityClassification, given: ClassificationInput, registry: TypeRegistry) -> bool:
    sent = registry.normalize_attributes(registry.get_classification_type(given.type_name), given.attributes)
    same = {**(row.attributes or {}), **sent} == (row.attributes or {})
    return not same or (given.propagate is not None and given.propagate != row.propagate)


def update(row: Entity, inputs: Sequence[ClassificationInput], registry: TypeRegistry, context: WriteContext) -> None:
    """Changes what is set on an entity: attributes merge, what is not sent stays. Raises InvalidInput 400-06D."""
    for given in inputs:
        registry.get_classification_type(given.type_name)
        own = _direct(row).filter(type_name=given.type_name).first()
        if own is None:
            raise _not_here(row, given.type_name)
        propagated_before = own.propagate
        _merge(own, given, registry)
        own.save()
        _touch(row, context)
        targets = propagation.propagated_rows((own.type_name, row.guid))
        for target in targets:
            target.attributes, target.validity_periods = own.attributes, own.validity_periods
            target.remove_propagations_on_entity_delete = own.remove_propagations_on_entity_delete
        cause = tell(EventKind.CLASSIFICATION_UPDATE, [own], context)
        if propagated_before and not own.propagate:
            take_back(targets, context, cause=cause)
            continue
        update_rows(targets, ["attributes", "validity_periods", "remove_propagations_on_entity_delete"])
        tell(EventKind.CLASSIFICATION_UPDATE, targets, caused(context, cause))
        if own.propagate and not propagated_before:
            spread_from_source(own, registry, context, cause)


def _merge(own: EntityClassification, given: ClassificationInput, registry: TypeRegistry) -> None:
    _check_shape(given)
    if given.attributes is not None:
        definition = registry.get_classification_type(given.type_name)
        sent = registry.normalize_attributes(definition, given.attributes, partial=True)
        own.attributes = {**(own.attributes or {}), **sent}
    if given.propagate is not None:
        own.propagate = given.propagate
    if given.remove_propagations_on_entity_delete is not None:
        own.remove_propagations_on_entity_delete = given.remove_propagations_on_entity_delete
    if given.validity_periods is not None:
        own.validity_periods = validity.checked(given.validity_periods)


def remove(row: Entity, type_name: str, source_guid: str | None, registry: TypeRegistry, context: WriteContext) -> None:
    """Removes what is set here with all it spread to, or one propagated row whose source no longer leads here.

    Raises NotFound 404-003, InvalidInput 400-06D (not here), 400-070 (unknown source), 400-089 (it still leads here).
    """
    if type_name not in registry.classification_types:
        message = f"Type CLASSIFICATION with name {type_name} does not exist"
        raise InvalidInput(message, details={"errorCode": "400-014", "typeName": type_name})
    if source_guid and source_guid != row.guid:
        _remove_propagated(row, type_name, source_guid, context)
        return
    own = _direct(row).filter(type_name=type_name).first()
    if own is None:
        if not _direct(row).exists():
            message = f"Given classification {type_name} was not found"
            raise NotFound(message, details={"errorCode": "404-003", "guid": row.guid})
        raise _not_here(row, type_name)
    targets = propagation.propagated_rows((type_name, row.guid))
    propagation.delete_rows([own])
    _touch(row, context)
    cause = tell(EventKind.CLASSIFICATION_DELETE, [own], context)
    take_back(targets, context, cause=cause)


def _remove_propagated(row: Entity, type_name: str, source_guid: str, context: WriteContext) -> None:
    found = row.classifications.filter(type_name=type_name, source_guid=source_guid).select_related("entity").first()
    if found is None:
        message = f"{type_name} does not come to this entity from {source_guid}"
        raise InvalidInput(message, details={"errorCode": "400-070", "guid": row.guid})
    is_led_here = found.entity_status == Entity.Status.ACTIVE and row.pk in propagation.reachable(
        (type_name, source_guid)
    )
    if is_led_here:
        message = f"{type_name} is propagated from {source_guid}; remove it there"
        raise InvalidInput(message, details={"errorCode": "400-089", "guid": row.guid, "source": source_guid})
    propagation.delete_rows([found])
    tell(EventKind.CLASSIFICATION_DELETE, [found], context)


def _not_here(row: Entity, type_name: str) -> InvalidInput:
    message = f"Classification {type_name} is not associated with entity {row.guid}"
    return InvalidInput(message, details={"errorCode": "400-06D", "guid": row.guid, "classification": type_name})


def _direct(row: Entity) -> Any:
    return row.classifications.filter(source_guid=row.guid)


def _touch(row: Entity, context: WriteContext) -> None:
    Entity.objects.filter(pk=row.pk).update(updated_ms=clock.now_ms(), updated_by=context.actor)
