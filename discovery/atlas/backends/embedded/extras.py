"""Labels and business metadata of an entity."""

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
_LABEL = re.compile(r"[\w-]+")


def set_labels(guid: str, labels: Sequence[str], context: WriteContext) -> None:
    """Replaces the labels. Raises InvalidInput 400-08F (too long), 400-090 (other than letters, digits, _ and -)."""
    check_texts(labels, "labels")
    row = Lookup(type_registry()).get(guid)
    wanted = sorted({label.strip() for label in labels if label.strip()})
    for label in wanted:
        if len(label) > LONGEST_LABEL:
            message = f"A label has at most {LONGEST_LABEL} characters: {label[:60]}"
            raise InvalidInput(message, details={"errorCode": "400-08F", "field": "labels"})
        if not _LABEL.fullmatch(label):
            message = f"A label holds letters, digits, _ and - only: {label}"
            raise InvalidInput(message, details={"errorCode": "400-090", "field": "labels"})
    if wanted == row.labels:
        return
    _store(row, {"labels": {"from": row.labels, "to": wanted}}, context, labels=wanted)


def set_business_attributes(
    guid: str, attributes: Mapping[str, Json], *, overwrite: bool, context: WriteContext
) -> None:
    """Adds, changes and (null) removes values; `overwrite` replaces all business metadata by what is sent."""
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


def _store(row: Entity, changes: Mapping[str, Any], context: WriteContext, **values: Any) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    change = Change(context)
    change.note_updated(row, changes)
    change.store_updated()
    change.record_events()
