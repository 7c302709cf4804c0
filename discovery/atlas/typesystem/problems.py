"""Why a value is refused, in the words and codes of Atlas (AtlasErrorCode.java, recordings of a real server)."""

from typing import Any

from catalogsite.common.errors import InvalidInput

STRUCT_TEXT_CODE = "400-025"


class ValueProblem(Exception):
    """The first thing that is wrong with a value. `path` leads to it, as "hive_table.parameters.k"."""

    def __init__(self, path: str, text: str, *, code: str | None = None) -> None:
        super().__init__(text)
        self.path = path
        self.text = text
        self.code = code
        """Set where Atlas answers another code than that of the owner's category."""


def as_java(value: Any) -> str:
    """The text a Java server makes of a JSON value: `true`, `[a, b]`, `{k=v}`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_java(key)}={as_java(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(as_java(member) for member in value) + "]"
    return str(value)


def invalid_value(path: str, value: Any, type_name: str) -> ValueProblem:
    """`rec_thing.i=seven: invalid value for type int`; a very long value is cut."""
    shown = as_java(value)
    if len(shown) > 200:
        shown = f"{shown[:200]}…"
    return ValueProblem(path, f"{path}={shown}: invalid value for type {type_name}")


def missing_value(path: str, owner: str) -> ValueProblem:
    """`rec_thing.name: mandatory attribute value missing in type Asset`; `owner` is the type that defines it."""
    return ValueProblem(path, f"{path}: mandatory attribute value missing in type {owner}")


def refused(problem: ValueProblem, *, code: str, prefix: str) -> InvalidInput:
    """The problem as the error of the product, with the code that Atlas gives it."""
    own = problem.code is not None
    message = problem.text if own else f"{prefix}{problem.text}"
    return InvalidInput(message, details={"errorCode": problem.code or code, "field": problem.path})
