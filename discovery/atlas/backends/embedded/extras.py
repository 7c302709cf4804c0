"""Labels, custom attributes and business metadata of an entity."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import InvalidInput
from discovery.atlas.authority import Json
from discovery.atlas.backends.embedded.change import Change
from discovery.atlas.backends.embedded.lookup import Lookup
from discovery.atlas.backends.embedded.shapes import check_object, check_storable, check_texts
from discovery.atlas.models import Entity
from discovery.atlas.registry import type_registry

LONGEST_LABEL = 50
LONGEST_KEY = 50
_WORD = re.compile(r"[A-Za-z0-9_-]+")


def set_labels(guid: str, labels: Sequence[str], context: WriteContext) -> None:
    """Replaces the labels. Raises InvalidInput 400-08F (too long), 400-090 (not of a-z, 0-9, _ and -)."""
    check_texts(labels, "labels")
    row = Lookup(type_registry()).get(guid)
    wanted = sorted({label.strip() for label in labels if label.strip()})
    for label in wanted:
        if len(label) > LONGEST_LABEL:
            message = f"Invalid label: {label[:60]}, label size should not be greater than {LONGEST_LABEL}"
            raise InvalidInput(message, details={"errorCode": "400-08F", "field": "labels"})
        if not _WORD.fullmatch(label):
            message = f"Invalid label: {label}, label should contain alphanumeric characters, _ or -"
            raise InvalidInput(message, details={"errorCode": "400-090", "field": "labels"})
    if wanted == row.labels:
        return
    _store(row, {"labels": {"from": row.labels, "to": wanted}}, context, labels=wanted)


def set_business_attributes(
    guid: str, attributes: Mapping[str, Json], *, overwrite: bool, context: WriteContext
) -> None:
    """Adds, changes and (null) removes values; `overwrite` replaces all business metadata by what is sent."""
    if not attributes:
        message = "invalid parameters: businessAttributes is null/empty"
        raise InvalidInput(message, details={"errorCode": "400-01A", "field": "businessAttributes"})
    registry = type_registry()
    row = Lookup(registry).get(guid)
    entity_type = registry.get_entity_type(row.type_name)
    wanted: dict[str, dict[str, Any]] = {} if overwrite else {k: dict(v) for k, v in row.business_attributes.items()}
    for name, values in attributes.items():
        check_object(values, name)
        check_storable(values, name)
        group = wanted.setdefault(name, {})
        group.update(registry.normalize_business_attributes(entity_type, name, values))
        wanted[name] = {key: value for key, value in group.items() if value is not None}
    wanted = {name: group for name, group in wanted.items() if group}
    if wanted == row.business_attributes:
        return
    changes = {"businessAttributes": {"from": row.business_attributes, "to": wanted}}
    _store(row, changes, context, business_attributes=wanted)


def check_custom_keys(attributes: Mapping[str, Any], place: str) -> None:
    """Raises InvalidInput 400-08C (key too long), 400-08D (not of a-z, 0-9, _ and -); values may be anything."""
    for key in attributes:
        field = f"customAttributes.{key[:60]}"
        if len(key) > LONGEST_KEY:
            message = f"Invalid key: {key[:60]} in custom attribute, key size should not be greater than {LONGEST_KEY}"
            raise InvalidInput(message, details={"errorCode": "400-08C", "entity": place, "field": field})
        if not _WORD.fullmatch(key):
            message = f"Invalid key: {key} in custom attribute, key should only contain alphanumeric characters, _ or -"
            raise InvalidInput(message, details={"errorCode": "400-08D", "entity": place, "field": field})


def _store(row: Entity, changes: Mapping[str, Any], context: WriteContext, **values: Any) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    change = Change(context)
    change.note_updated(row, changes)
    change.store_updated()
    change.record_events()
