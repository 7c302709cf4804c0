"""The outer shape of what was sent: objects where objects belong, lists where lists do, text that can be stored.

Values of attributes are the type system's matter. Errors name the place: entity and member.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.common.errors import InvalidInput

# NUL cannot be stored by PostgreSQL, half of a surrogate pair by nobody.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_OBJECTS = ("attributes", "relationshipAttributes", "customAttributes", "businessAttributes")


def wrong_shape(message: str, field: str, **more: Any) -> InvalidInput:
    return InvalidInput(message, details={"errorCode": "400-01A", "field": field, **more})


def check_entity(entity: Any, place: str) -> None:
    """Raises InvalidInput (400-01A) naming place and member when an entity is not built as AtlasEntity."""
    if not isinstance(entity, Mapping):
        raise InvalidInput("An entity must be a JSON object.", details={"errorCode": "400-01A", "entity": place})
    if not isinstance(entity.get("typeName"), str | None):
        raise wrong_shape("typeName must be a text.", "typeName", entity=place)
    for member in _OBJECTS:
        if not isinstance(entity.get(member), Mapping | None):
            raise wrong_shape(f"{member} must be a JSON object.", member, entity=place)
    for name, values in (entity.get("businessAttributes") or {}).items():
        if not isinstance(values, Mapping | None):
            raise wrong_shape("Business attributes must be a JSON object.", f"businessAttributes.{name}", entity=place)
    check_texts(entity.get("labels"), "labels", entity=place)
    classifications = entity.get("classifications")
    if not _is_list_of(classifications, Mapping):
        raise wrong_shape("classifications must be a list of JSON objects.", "classifications", entity=place)
    for member in (*_OBJECTS, "labels", "classifications"):
        if entity.get(member):
            check_storable(entity[member], member, entity=place)


def check_texts(value: Any, field: str, **more: Any) -> None:
    """Raises InvalidInput when something given is no list of texts."""
    if not _is_list_of(value, str):
        raise wrong_shape(f"{field} must be a list of texts.", field, **more)


def check_objects(value: Any, field: str) -> None:
    """Raises InvalidInput when something given is no list of JSON objects."""
    if not _is_list_of(value, Mapping):
        raise wrong_shape(f"{field} must be a list of JSON objects.", field)


def check_object(value: Any, field: str) -> None:
    """Raises InvalidInput when something given is no JSON object."""
    if not isinstance(value, Mapping | None):
        raise wrong_shape(f"{field} must be a JSON object.", field)


def _is_list_of(value: Any, kind: type) -> bool:
    if value is None:
        return True
    return isinstance(value, list | tuple | set) and all(isinstance(each, kind) for each in value)


def check_storable(value: Any, field: str, **more: Any) -> None:
    """Raises InvalidInput naming the place of a text with characters that no database stores."""
    if isinstance(value, str):
        # Plain ASCII without NUL is by far the most, and told quickly.
        if (not value.isascii() or "\x00" in value) and _UNSTORABLE.search(value):
            raise wrong_shape(f"{field} has characters that cannot be stored.", field, **more)
    elif isinstance(value, Mapping):
        for key, member in value.items():
            check_storable(key, field, **more)
            if not isinstance(member, int | None):
                check_storable(member, f"{field}.{key}", **more)
    elif isinstance(value, Sequence):
        for number, member in enumerate(value):
            if not isinstance(member, int | None):
                check_storable(member, f"{field}.{number}", **more)
