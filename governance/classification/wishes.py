"""Reading proposals from JSON. Pure: what is not of the right shape is an InvalidInput that names the place."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from catalogsite.common.errors import InvalidInput
from governance.classification.types import ChangeAction, ChangeInput, ProposalState

_KEYS = frozenset({"guid", "action", "classification", "attributes", "propagate", "sourceGuid"})


def read_changes(raw: Any) -> list[ChangeInput]:
    """Changes from `[{guid, action, classification, attributes?, propagate?, sourceGuid?}]`."""
    if not isinstance(raw, list):
        raise _wrong("changes", "must be a list of changes")
    return [_change(entry, f"changes.{number}") for number, entry in enumerate(raw)]


def _change(entry: Any, place: str) -> ChangeInput:
    if not isinstance(entry, dict):
        raise _wrong(place, "must be an object")
    if unknown := sorted(set(entry) - _KEYS):
        raise _wrong(f"{place}.{unknown[0]}", "is not known here")
    attributes = entry.get("attributes")
    if attributes is not None and not isinstance(attributes, dict):
        raise _wrong(f"{place}.attributes", "must be an object")
    propagate = entry.get("propagate")
    if propagate is not None and not isinstance(propagate, bool):
        raise _wrong(f"{place}.propagate", "must be true or false")
    return ChangeInput(
        guid=_text(entry, "guid", place),
        action=_action(entry.get("action"), place),
        classification=_text(entry, "classification", place),
        attributes=attributes,
        propagate=propagate,
        source_guid=_text(entry, "sourceGuid", place, is_required=False),
    )


def _action(raw: Any, place: str) -> ChangeAction:
    try:
        return ChangeAction(raw)
    except ValueError as error:
        raise _wrong(f"{place}.action", "must be ADD, UPDATE or REMOVE") from error


def _text(entry: Mapping[str, Any], name: str, place: str, *, is_required: bool = True) -> str:
    value = entry.get(name, "")
    if not isinstance(value, str) or (is_required and not value):
        raise _wrong(f"{place}.{name}", "must be a text")
    return value


def read_text(body: Mapping[str, Any], name: str) -> str:
    """A text of the body, "" when it is absent."""
    value = body.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _wrong(name, "must be a text")
    return value


def read_body(raw: Any) -> Mapping[str, Any]:
    """The body of a call as an object; no body at all is an empty one."""
    if raw in (None, ""):
        return {}
    if not isinstance(raw, Mapping):
        raise _wrong("body", "must be an object")
    return raw


def read_states(raw: Iterable[str]) -> list[ProposalState]:
    """States from `state=OPEN,APPROVED` or several `state=`; unknown ones raise InvalidInput."""
    names = [name.strip().upper() for text in raw for name in text.split(",") if name.strip()]
    try:
        return [ProposalState(name) for name in names]
    except ValueError as error:
        raise _wrong("state", f"must be one of {', '.join(ProposalState)}") from error


def merged(changes: Sequence[ChangeInput]) -> list[ChangeInput]:
    """The same changes without repetitions, in order."""
    return list({(change.guid, change.classification, change.source_guid): change for change in changes}.values())


def _wrong(field: str, problem: str) -> InvalidInput:
    return InvalidInput(f"{field} {problem}.", details={"field": field})
