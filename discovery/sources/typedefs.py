"""Foreign typedefs into the catalog: unknown types are created, known ones get the attributes they lack."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from catalogsite.accounts.types import SYSTEM, WriteContext
from catalogsite.common.errors import CatalogError
from discovery.atlas import services as atlas
from discovery.atlas.selectors import type_registry
from discovery.atlas.typesystem import TypeRegistry
from discovery.atlas.typesystem.answers import GROUPS
from discovery.atlas.typesystem.completion import complete_definition
from discovery.sources.base import ImportReport, Noted, Refused, Types

Definition = dict[str, Any]


def import_types(found: Types, *, context: WriteContext) -> Iterator[Refused | Noted | str]:
    """Yields the name of each type that was created or changed, and what was refused."""
    registry = type_registry()
    new: list[Definition] = []
    for category, group in GROUPS.items():
        for definition in found.typedefs.get(group) or ():
            if not isinstance(definition, Mapping) or not definition.get("name"):
                yield Refused(f"{found.place}: {group}", "a definition without a name")
                continue
            known = _known(registry, definition["name"])
            if known is None:
                new.append({**definition, "category": category, "guid": None})
            else:
                yield from _extend(found.place, known, {**definition, "category": category}, registry, context)
    yield from _create(found.place, new, context)


def registry_with(found: Iterable[Types], report: ImportReport) -> TypeRegistry:
    """The registry as it would be with these types, for a dry run; what would be refused is told in the report."""
    registry = type_registry()
    for each in found:
        definitions = {definition["name"]: definition for definition in _all_definitions(registry)}
        added = 0
        for category, group in GROUPS.items():
            for definition in each.typedefs.get(group) or ():
                if isinstance(definition, Mapping) and definition.get("name") not in definitions:
                    definitions[str(definition.get("name"))] = complete_definition(definition, category)
                    added += 1
        try:
            registry = TypeRegistry.build(definitions.values())
            report.types += added
        except CatalogError as error:
            report.refused.append(Refused(each.place, error.message))
    return registry


def _all_definitions(registry: TypeRegistry) -> Iterator[Mapping[str, Any]]:
    for types in _groups(registry):
        for each in types.values():
            yield each.definition


def _groups(registry: TypeRegistry) -> tuple[Mapping[str, Any], ...]:
    return (
        registry.entity_types,
        registry.classification_types,
        registry.relationship_types,
        registry.enum_types,
        registry.struct_types,
        registry.business_metadata_types,
    )


def _known(registry: TypeRegistry, name: str) -> Definition | None:
    for types in _groups(registry):
        if name in types:
            return dict(types[name].definition)
    return None


def _create(place: str, new: list[Definition], context: WriteContext) -> Iterator[Refused | str]:
    """All at once, since they refer to each other; when that is refused, one by one until none fits any more."""
    if not new:
        return
    try:
        atlas.save_typedefs(actor=SYSTEM, typedefs=_typesdef(new), context=context)
    except CatalogError:
        yield from _create_singly(place, new, context)
    else:
        yield from (definition["name"] for definition in new)


def _create_singly(place: str, new: list[Definition], context: WriteContext) -> Iterator[Refused | str]:
    left, progress = new, True
    reasons: dict[str, str] = {}
    while left and progress:
        progress, waiting = False, []
        for definition in left:
            try:
                atlas.save_typedefs(actor=SYSTEM, typedefs=_typesdef([definition]), context=context)
            except CatalogError as error:
                reasons[definition["name"]] = error.message
                waiting.append(definition)
            else:
                progress = True
                yield definition["name"]
        left = waiting
    for definition in left:
        yield Refused(f"{place}: type {definition['name']}", reasons[definition["name"]])


def _typesdef(definitions: list[Definition]) -> dict[str, list[Definition]]:
    found: dict[str, list[Definition]] = {group: [] for group in GROUPS.values()}
    for definition in definitions:
        found[GROUPS[definition["category"]]].append(definition)
    return found


def _extend(
    place: str, known: Definition, given: Definition, registry: TypeRegistry, context: WriteContext
) -> Iterator[Refused | Noted | str]:
    """Adds what the known type lacks; everything else of the foreign definition is passed over."""
    where = f"{place}: type {given['name']}"
    if known["category"] != given["category"]:
        yield Refused(where, f"is {known['category']} here and {given['category']} there")
        return
    key, group = ("value", "elementDefs") if known["category"] == "ENUM" else ("name", "attributeDefs")
    there = {each[key] for each in known.get(group) or ()} | _inherited(registry, given["name"])
    added = [each for each in given.get(group) or () if each.get(key) and each[key] not in there]
    if not added:
        return
    if group == "attributeDefs":
        added = [{**each, "isOptional": True, "valuesMinCount": 0} for each in added]
    changed = {**known, group: [*(known.get(group) or ()), *added]}
    try:
        atlas.save_typedefs(actor=SYSTEM, typedefs=_typesdef([changed]), context=context, update=True)
    except CatalogError as error:
        names = ", ".join(str(each[key]) for each in added)
        yield Noted(where, f"{names} not taken over: {error.message}")
    else:
        yield given["name"]


def _inherited(registry: TypeRegistry, name: str) -> set[str]:
    """Attributes and relationship ends that a type already has, from wherever."""
    entity_type = registry.entity_types.get(name)
    if entity_type is not None:
        return {*entity_type.attributes, *entity_type.relationship_ends}
    classification = registry.classification_types.get(name)
    return set(classification.attributes) if classification is not None else set()
