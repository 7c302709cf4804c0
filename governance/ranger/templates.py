"""Reading the policy templates. Pure but for the file itself; a template that cannot be read names file and place."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from catalogsite.common.errors import InvalidInput
from governance.ranger.types import Effect, PolicyTemplate, Principals

FILE = Path(__file__).with_name("policy_templates.yaml")

MASKS = frozenset(
    {
        "MASK",
        "MASK_SHOW_LAST_4",
        "MASK_SHOW_FIRST_4",
        "MASK_HASH",
        "MASK_NULL",
        "MASK_DATE_SHOW_YEAR",
        "CUSTOM",
    }
)
"""apache/ranger agents-common service-defs hive, presto and trino: the same names in each. MASK_NONE means clear."""

_KEYS = frozenset({"effect", "mask", "value", "components", "clear_for", "sensitive"})


@cache
def shipped_templates() -> Mapping[str, PolicyTemplate]:
    """The templates of policy_templates.yaml, by classification."""
    return read_templates(FILE.read_text(encoding="utf-8"), source=FILE.name)


def read_templates(text: str, *, source: str) -> dict[str, PolicyTemplate]:
    """Templates from YAML. Raises InvalidInput that names the source and the place."""
    try:
        raw = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise InvalidInput(f"{source}: {error}", details={"field": "templates"}) from error
    entries = raw.get("templates") if isinstance(raw, dict) else None
    if not isinstance(entries, dict):
        raise InvalidInput(f"{source}: needs a mapping “templates”.", details={"field": "templates"})
    return {str(name): _read(str(name), entry, source) for name, entry in entries.items()}


def _read(name: str, entry: Any, source: str) -> PolicyTemplate:
    place = f"templates.{name}"
    if not isinstance(entry, dict):
        raise _wrong(source, place, "must be a mapping")
    if unknown := set(entry) - _KEYS:
        raise _wrong(source, place, f"knows no {', '.join(sorted(map(str, unknown)))}")
    try:
        effect = Effect(str(entry.get("effect")))
    except ValueError as error:
        raise _wrong(source, f"{place}.effect", "must be mask or deny") from error
    mask = str(entry.get("mask") or "")
    if effect is Effect.MASK and mask not in MASKS:
        raise _wrong(source, f"{place}.mask", f"must be one of {', '.join(sorted(MASKS))}")
    value = str(entry.get("value") or "")
    if (mask == "CUSTOM") != bool(value):
        raise _wrong(source, f"{place}.value", "belongs to the mask CUSTOM, and CUSTOM needs it")
    return PolicyTemplate(
        classification=name,
        effect=effect,
        mask=mask,
        value=value,
        components=_components(entry.get("components"), source, place),
        clear_for=_principals(entry.get("clear_for"), source, place),
        is_sensitive=bool(entry.get("sensitive", True)),
    )


def _components(entry: Any, source: str, place: str) -> dict[str, tuple[str, ...]]:
    if (
        not isinstance(entry, dict)
        or not entry
        or not all(isinstance(value, list) and value for value in entry.values())
    ):
        raise _wrong(source, f"{place}.components", "must map each component to a list of access types")
    return {str(component): tuple(str(access) for access in accesses) for component, accesses in entry.items()}


def _principals(entry: Any, source: str, place: str) -> Principals:
    if entry is None:
        return Principals()
    if not isinstance(entry, dict) or set(entry) - {"users", "groups", "roles"}:
        raise _wrong(source, f"{place}.clear_for", "knows users, groups and roles")
    return Principals(**{kind: tuple(sorted(str(name) for name in names or ())) for kind, names in entry.items()})


def _wrong(source: str, place: str, problem: str) -> InvalidInput:
    return InvalidInput(f"{source}: {place} {problem}.", details={"field": place})


def template_for(
    classification: str, *, super_types: Iterable[str], templates: Mapping[str, PolicyTemplate]
) -> PolicyTemplate | None:
    """The template of a classification: its own, else the first of its super-types, nearest first; None without one."""
    for name in (classification, *super_types):
        if name in templates:
            return templates[name]
    return None


@cache
def sensitive_types() -> frozenset[str]:
    """Classifications whose chips are coloured; their sub-types are as well."""
    return frozenset(name for name, template in shipped_templates().items() if template.is_sensitive)
