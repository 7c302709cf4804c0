"""Atlas v2 JSON: {"entities": […]}, one entity with referredEntities, or typedefs; a list of entities too."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from discovery.sources.base import Found, Item, Json, Refused, Source, Types

TYPE_GROUPS = ("enumDefs", "structDefs", "classificationDefs", "entityDefs", "relationshipDefs", "businessMetadataDefs")

_ODD_TEXT = re.compile(rb"\\u(d[89a-f]|0000)", re.IGNORECASE)
_ODD_CHARACTER = re.compile("[\ud800-\udfff\0]")
_ODD = "holds a NUL or half a character"


class AtlasJson(Source):
    key = "atlas"
    title = "Atlas v2 JSON"

    def detect(self, path: Path) -> bool:
        return path.is_file() and path.suffix.lower() == ".json"

    def read(self, path: Path) -> Iterator[Item]:
        yield from read_text(path.read_bytes(), str(path))


def read_text(text: bytes, place: str) -> Iterator[Item]:
    """The items of one document; an entity with text that no database takes is refused on its own."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        yield Refused(place, f"broken JSON: {error}")
        return
    is_odd = _ODD_TEXT.search(text) is not None
    for item in read_document(content, place):
        yield Refused(item.place, _ODD) if is_odd and isinstance(item, Found) and _has_odd(item.entity) else item


def _has_odd(value: Any) -> bool:
    if isinstance(value, str):
        return _ODD_CHARACTER.search(value) is not None
    if isinstance(value, Mapping):
        return any(_has_odd(key) or _has_odd(member) for key, member in value.items())
    return isinstance(value, list) and any(_has_odd(member) for member in value)


def read_document(content: Any, place: str) -> Iterator[Item]:
    """The items of one parsed document."""
    if isinstance(content, list):
        content = {"entities": content}
    if not isinstance(content, Mapping):
        yield Refused(place, "no Atlas document: neither an object nor a list")
        return
    known = False
    if any(isinstance(content.get(group), list) for group in TYPE_GROUPS):
        known = True
        yield Types(place, {group: content.get(group) or [] for group in TYPE_GROUPS})
    if "entity" in content:
        known = True
        yield from _one(content["entity"], f"{place}: entity", place)
    if "entities" in content:
        known = True
        yield from _many(content["entities"], place)
    if "typeName" in content and "attributes" in content:
        known = True
        yield from _one(content, place, place)
    yield from _referred(content, place)
    if not known:
        yield Refused(place, 'no Atlas document: none of "entities", "entity", or typedefs in it')


def _many(entities: Any, place: str) -> Iterator[Item]:
    if not isinstance(entities, list):
        yield Refused(f"{place}: entities", "must be a list")
        return
    for index, entity in enumerate(entities):
        yield from _one(entity, f"{place}: entities[{index}]", place)


def _referred(content: Json, place: str) -> Iterator[Item]:
    referred = content.get("referredEntities") or {}
    if not isinstance(referred, Mapping):
        yield Refused(f"{place}: referredEntities", "must be an object")
        return
    for guid, entity in referred.items():
        given = {"guid": guid, **entity} if isinstance(entity, Mapping) else entity
        yield from _one(given, f"{place}: referredEntities[{guid}]", place)


def _one(entity: Any, place: str, scope: str) -> Iterator[Item]:
    problem = _shape_problem(entity)
    yield Refused(place, problem) if problem else Found(place, entity, scope)


def _shape_problem(entity: Any) -> str:
    if not isinstance(entity, Mapping):
        return "an entity must be an object"
    if not isinstance(entity.get("typeName"), str):
        return "typeName is missing"
    for member in ("attributes", "relationshipAttributes"):
        if not isinstance(entity.get(member, {}), Mapping | None):
            return f"{member} must be an object"
    classifications = entity.get("classifications") or []
    if not isinstance(classifications, list) or not all(isinstance(each, Mapping) for each in classifications):
        return "classifications must be a list of objects"
    return ""
