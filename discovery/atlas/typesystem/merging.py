"""Merging a newer shipped typedef into a stored one: additions come in, a person's own additions stay.

What would lose data - a removed or retyped attribute, another end, a lost supertype - is refused.
"""

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]


class CannotMerge(ValueError):
    """The newer definition takes something away; the text names type and place."""


def merge_definition(stored: Json, *, shipped_before: Json, shipped_now: Json) -> dict[str, Any]:
    """The stored definition with what is new in `shipped_now`. Raises CannotMerge."""
    name = shipped_now["name"]
    if stored["category"] != shipped_now["category"]:
        raise CannotMerge(f"{name} is {stored['category']} in the catalog and {shipped_now['category']} in the files")
    if shipped_now["category"] == "RELATIONSHIP":
        _check_ends(stored, shipped_now)
    found = {**stored, **shipped_now}
    found["options"] = {**(stored.get("options") or {}), **(shipped_now.get("options") or {})}
    for group, key in (("attributeDefs", "name"), ("elementDefs", "value")):
        if group in shipped_now:
            found[group] = _merged_members(
                stored.get(group) or [], shipped_before.get(group) or [], shipped_now[group], key=key, owner=name
            )
    for group in ("superTypes", "entityTypes"):
        if group in shipped_now:
            found[group] = _merged_names(stored, shipped_before, shipped_now, group=group)
    if not found["options"]:
        del found["options"]
    return found


def _check_ends(stored: Json, shipped: Json) -> None:
    for end in ("endDef1", "endDef2"):
        for member in ("type", "name", "cardinality", "isContainer"):
            if stored[end].get(member) != shipped[end].get(member):
                before, now = stored[end].get(member), shipped[end].get(member)
                raise CannotMerge(f"{shipped['name']}.{end}.{member} would change from {before} to {now}")
    if stored["relationshipCategory"] != shipped["relationshipCategory"]:
        raise CannotMerge(f"{shipped['name']}.relationshipCategory would change")


def _merged_members(
    stored: list[Json], before: list[Json], now: list[Json], *, key: str, owner: str
) -> list[dict[str, Any]]:
    known = {each[key]: dict(each) for each in stored}
    wanted = {each[key]: each for each in now}
    for each in before:
        if each[key] not in wanted and each[key] in known:
            raise CannotMerge(f"{owner}.{each[key]} would be removed")
    for name, each in wanted.items():
        old = known.get(name)
        if old is not None and old.get("typeName") != each.get("typeName"):
            raise CannotMerge(f"{owner}.{name} would change from {old.get('typeName')} to {each.get('typeName')}")
        known[name] = {**(old or {}), **each}
    return list(known.values())


def _merged_names(stored: Json, before: Json, now: Json, *, group: str) -> list[str]:
    """Union of both. A supertype that is shipped no longer is refused; a lifted restriction stays lifted."""
    lost = [name for name in before.get(group) or [] if name not in now[group]]
    if lost and group == "superTypes":
        raise CannotMerge(f"{now['name']} would lose its supertype {lost[0]}")
    if group == "entityTypes" and before and not (stored.get(group) and now[group]):
        return []
    return list(dict.fromkeys([*(stored.get(group) or []), *now[group]]))
