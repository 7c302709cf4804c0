"""Values of each type, checked and normalised. A normaliser is made once per attribute and called for every value."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from discovery.atlas.typesystem.definitions import AttributeDef, Normalizer
from discovery.atlas.typesystem.problems import STRUCT_TEXT_CODE, ValueProblem, as_java, invalid_value, missing_value

WHOLE_NUMBERS = {"byte": 8, "short": 16, "int": 32, "long": 64, "biginteger": 0}
"""Bits of each; 0 is without limit."""
DECIMALS = {"float": 3.4028235e38, "double": 1.7976931348623157e308, "bigdecimal": 0.0}
PRIMITIVES = frozenset({"boolean", "string", "date", *WHOLE_NUMBERS, *DECIMALS})
OBJECT_ID = "objectid"

NULLS: dict[str, Any] = {
    "boolean": False,
    "date": 0,
    "float": 0.0,
    "double": 0.0,
    "bigdecimal": 0,
    **dict.fromkeys(WHOLE_NUMBERS, 0),
}
"""What an absent or null value of a type becomes, where it is not null."""

_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")
_WHOLE_TEXT = re.compile(r"[+-]?\d+\Z")


def string(value: Any, path: str, partial: bool) -> str:
    return value if type(value) is str else as_java(value)


def boolean(value: Any, path: str, partial: bool) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in {"true", "false"}:
        return value.lower() == "true"
    raise invalid_value(path, value, "boolean")


def date(value: Any, path: str, partial: bool) -> int:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        if value == "":
            return 0
        if _WHOLE_TEXT.match(value):
            return int(value)
        if _ISO.match(value):
            return _iso_ms(value, path)
    raise invalid_value(path, value, "date")


def _iso_ms(value: str, path: str) -> int:
    try:
        moment = datetime.fromisoformat(f"{value[:-1]}+00:00")
    except ValueError as error:
        raise invalid_value(path, value, "date") from error
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000


def whole_number(type_name: str) -> Normalizer:
    bits = WHOLE_NUMBERS[type_name]
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if bits else (0, 0)

    def normalize(value: Any, path: str, partial: bool) -> int:
        number = _whole(value)
        if number is None:
            raise invalid_value(path, value, type_name)
        if bits and not low <= number <= high:
            raise invalid_value(path, value, type_name)
        return number

    return normalize


def _whole(value: Any) -> int | None:
    """A number is cut to its whole part; a text must be one."""
    if type(value) is int:
        return value
    if isinstance(value, float) and isfinite(value):
        return int(value)
    if isinstance(value, str) and len(value) < 4000 and _WHOLE_TEXT.match(value):
        return int(value)
    return None


def decimal(type_name: str) -> Normalizer:
    limit = DECIMALS[type_name]

    def normalize(value: Any, path: str, partial: bool) -> float | int:
        if isinstance(value, int | float) and not isinstance(value, bool):
            number: float | int = value
        elif isinstance(value, str):
            try:
                number = float(value)
            except ValueError as error:
                raise invalid_value(path, value, type_name) from error
        else:
            raise invalid_value(path, value, type_name)
        if not isfinite(number) or (limit and abs(number) > limit):
            raise invalid_value(path, value, type_name)
        return float(number) if limit else number

    return normalize


def enum(type_name: str, values: tuple[str, ...]) -> Normalizer:
    spelling = {value.lower(): value for value in reversed(values)}

    def normalize(value: Any, path: str, partial: bool) -> str:
        found = spelling.get(as_java(value).lower())
        if found is None:
            raise invalid_value(path, value, type_name)
        return found

    return normalize


def array(type_name: str, element: Normalizer, *, distinct: bool) -> Normalizer:
    """Counts (valuesMinCount, valuesMaxCount) are not enforced: a real Atlas does not either. A SET drops doubles."""

    def normalize(value: Any, path: str, partial: bool) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise invalid_value(path, value, type_name)
        found = [
            None if member is None else element(member, f"{path}[{index}]", partial)
            for index, member in enumerate(value)
        ]
        return _distinct(found) if distinct else found

    return normalize


def _distinct(values: list[Any]) -> list[Any]:
    try:
        return list(dict.fromkeys(values))
    except TypeError:
        return [value for index, value in enumerate(values) if value not in values[:index]]


def mapping(type_name: str, key: Normalizer, member: Normalizer) -> Normalizer:
    def normalize(value: Any, path: str, partial: bool) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise invalid_value(path, value, type_name)
        found = {}
        for name, content in value.items():
            inner = f"{path}.{name}"
            found[str(key(name, inner, partial))] = None if content is None else member(content, inner, partial)
        return found

    return normalize


def reference(type_name: str) -> Normalizer:
    """A reference to an entity: {guid} or {typeName, uniqueAttributes}, or a whole header or entity."""

    def normalize(value: Any, path: str, partial: bool) -> dict[str, Any]:
        if not isinstance(value, dict) or not (value.get("guid") or value.get("uniqueAttributes")):
            raise invalid_value(path, value, type_name)
        names = ("guid", "typeName", "uniqueAttributes")
        return {name: value[name] for name in names if value.get(name) is not None}

    return normalize


def struct(type_name: str, members: Callable[[], dict[str, AttributeDef]]) -> Normalizer:
    """{"typeName", "attributes"} or the members alone; only what was sent comes back, so that it can be merged."""

    def normalize(value: Any, path: str, partial: bool) -> dict[str, Any]:
        if not isinstance(value, dict):
            if isinstance(value, str):
                raise ValueProblem(path, f"not a valid struct value {value}", code=STRUCT_TEXT_CODE)
            raise invalid_value(path, value, type_name)
        inner = value.get("attributes")
        sent = inner if isinstance(inner, dict) else {k: v for k, v in value.items() if k != "typeName"}
        return {"typeName": type_name, "attributes": normalize_members(members(), sent, path, partial)}

    return normalize


def normalize_members(
    attributes: dict[str, AttributeDef], values: dict[str, Any], path: str, partial: bool
) -> dict[str, Any]:
    """The sent values normalised; unknown names are dropped. Raises ValueProblem of the first attribute that is wrong.

    The fast way goes through what was sent; only when something is wrong, the definitions' order decides what is first.
    """
    try:
        found = {}
        for name, value in values.items():
            attribute = attributes.get(name)
            if attribute is not None:
                found[name] = _normalize_one(attribute, value, path, partial)
        if not partial:
            for name, attribute in attributes.items():
                if not attribute.is_optional and values.get(name) is None:
                    raise missing_value(f"{path}.{name}", attribute.owner)
        return found
    except ValueProblem as problem:
        raise (_first_problem(attributes, values, path, partial) or problem) from problem


def _normalize_one(attribute: AttributeDef, value: Any, path: str, partial: bool) -> Any:
    if value is None:
        # A real Atlas stores "" when a partial update nulls a mandatory text.
        return "" if partial and not attribute.is_optional and attribute.type_name == "string" else attribute.null_value
    return attribute.normalize(value, f"{path}.{attribute.name}", partial)


def _first_problem(
    attributes: dict[str, AttributeDef], values: dict[str, Any], path: str, partial: bool
) -> ValueProblem | None:
    for name, attribute in attributes.items():
        value = values.get(name)
        try:
            if value is not None:
                attribute.normalize(value, f"{path}.{name}", partial)
            elif not partial and not attribute.is_optional:
                return missing_value(f"{path}.{name}", attribute.owner)
        except ValueProblem as problem:
            return problem
    return None
