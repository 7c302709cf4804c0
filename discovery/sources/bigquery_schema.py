"""schema.yaml of bigquery-etl: fields, nested ones included, and its tags that take fields or texts from other files.

Of those tags each has a mapping with `table` (project.dataset.table) or `file`, and what is wanted of it. What they
point to may not be there; then the text is missing, or the fields are, and `missing` says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import yaml

Fields = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Column:
    """One field under the dotted name of its path."""

    name: str
    type: str
    mode: str
    description: str


@dataclass(frozen=True, slots=True)
class Include:
    """A tag with its mapping, not yet worked out."""

    tag: str
    wanted: Any


class _Loader(yaml.CSafeLoader):
    """Knows the tags; nothing else than plain YAML besides."""


def _include(loader: yaml.CSafeLoader, node: yaml.Node, *, tag: str) -> Include:
    if isinstance(node, yaml.SequenceNode):
        return Include(tag, loader.construct_sequence(node, deep=True))
    if isinstance(node, yaml.MappingNode):
        return Include(tag, loader.construct_mapping(node, deep=True))
    return Include(tag, None)


for _tag in ("include-fields", "include-field", "include-field-description", "flatten-lists"):
    _Loader.add_constructor(f"!{_tag}", partial(_include, tag=_tag))


class Schemas:
    """Reads schema files below one folder (the one whose children are projects)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[Path, Fields | None] = {}
        self._paths: dict[str, Path | None] = {}

    def columns(self, path: Path, missing: set[str]) -> list[Column]:
        """The columns of a file, in order. Raises yaml.YAMLError or ValueError when it is broken."""
        return list(_flattened(self._fields(path, missing) or [], ""))

    def _fields(self, path: Path, missing: set[str]) -> Fields | None:
        """None when there is no such file. A file that includes itself gives nothing the second time."""
        if path not in self._read:
            self._read[path] = []
            if path.is_file():
                content = yaml.load(path.read_bytes(), Loader=_Loader)  # noqa: S506 - a safe loader
                fields = content.get("fields") if isinstance(content, Mapping) else content
                self._read[path] = self._resolved(fields, missing)
            else:
                self._read[path] = None
        return self._read[path]

    def _resolved(self, fields: Any, missing: set[str]) -> Fields:
        if isinstance(fields, Include):
            return self._included(fields, missing)
        if fields is None:
            return []
        if not isinstance(fields, list):
            raise ValueError("fields must be a list")
        found: Fields = []
        for each in fields:
            if isinstance(each, Include):
                found += self._included(each, missing)
            elif isinstance(each, Mapping) and each.get("name"):
                found.append(self._field(each, missing))
            else:
                raise ValueError(f"a field without a name: {each}")
        return found

    def _field(self, given: Mapping[str, Any], missing: set[str]) -> dict[str, Any]:
        description = given.get("description")
        if isinstance(description, Include):
            description = self._description(description)
        nested = self._resolved(given.get("fields"), missing)
        return {**given, "description": description, "fields": nested}

    def _included(self, include: Include, missing: set[str]) -> Fields:
        if include.tag == "flatten-lists":
            parts = include.wanted if isinstance(include.wanted, list) else []
            nested = [each for part in parts for each in (part if isinstance(part, list) else [part])]
            return self._resolved(nested, missing)
        wanted = include.wanted if isinstance(include.wanted, Mapping) else {}
        fields = self._source(wanted, missing)
        if include.tag == "include-field":
            found = _find(fields, str(wanted.get("field") or ""))
            return [] if found is None else [self._changed(found, wanted, missing)]
        if wanted.get("parent_field"):
            parent = _find(fields, str(wanted["parent_field"]))
            fields = parent["fields"] if parent else []
        excluded, only = _names(wanted.get("exclude_field_names")), _names(wanted.get("field_names"))
        replaced = {each["name"]: each for each in self._resolved(wanted.get("field_replacements"), missing)}
        return [
            replaced.get(each["name"], each)
            for each in fields
            if each["name"] not in excluded and (not only or each["name"] in only)
        ]

    def _changed(self, found: dict[str, Any], wanted: Mapping[str, Any], missing: set[str]) -> dict[str, Any]:
        changed = {
            key.removeprefix("new_"): value
            for key, value in wanted.items()
            if key.startswith("new_") and not isinstance(value, Include | list)
        }
        if "new_fields" in wanted:
            changed["fields"] = self._resolved(wanted["new_fields"], missing)
        return {**found, **changed}

    def _description(self, include: Include) -> str | None:
        wanted = include.wanted if isinstance(include.wanted, Mapping) else {}
        found = _find(self._source(wanted, set()), str(wanted.get("field") or ""))
        return found.get("description") if found else None

    def _source(self, wanted: Mapping[str, Any], missing: set[str]) -> Fields:
        name = str(wanted.get("table") or wanted.get("file") or "")
        if name not in self._paths:
            self._paths[name] = self._path(name, is_table=bool(wanted.get("table")))
        path = self._paths[name]
        fields = None if path is None else self._fields(path, missing)
        if fields is None:
            missing.add(name)
        return fields or []

    def _path(self, name: str, *, is_table: bool) -> Path | None:
        """Where a table or file lies; None when that is outside of the folder."""
        inner = Path(*name.split("."), "schema.yaml") if is_table else Path(name.lstrip("/").removeprefix("sql/"))
        path = (self.root / inner).resolve()
        return path if self.root in path.parents else None


def _names(given: Any) -> set[str]:
    """One name or a list of them."""
    return {given} if isinstance(given, str) else {str(name) for name in given or ()}


def _find(fields: Fields, dotted: str) -> dict[str, Any] | None:
    first, _, rest = dotted.partition(".")
    for each in fields:
        if each["name"] == dotted:
            return each
        if each["name"] == first and rest:
            return _find(each.get("fields") or [], rest)
    return None


def _flattened(fields: Fields, prefix: str) -> Iterator[Column]:
    for each in fields:
        name = f"{prefix}{each['name']}"
        mode = str(each.get("mode") or "NULLABLE")
        yield Column(name, str(each.get("type") or "UNKNOWN"), mode, str(each.get("description") or "").strip())
        yield from _flattened(each.get("fields") or [], f"{name}.")
