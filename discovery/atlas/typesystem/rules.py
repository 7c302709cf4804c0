"""What a new typedef must look like and what a changed one may change, with Atlas's codes (recording 02)."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from catalogsite.common.errors import InvalidInput
from discovery.atlas.typesystem.builder import applicable_types
from discovery.atlas.typesystem.definitions import Cardinality
from discovery.atlas.typesystem.registry import TypeRegistry

Json = Mapping[str, Any]

_NAME = re.compile(r"(__)?[a-zA-Z][a-zA-Z0-9_ ]*\Z")
_CLASSIFICATION_NAME = re.compile(r"(__)?[a-zA-Z\u0080-\U0010ffff][a-zA-Z0-9_ .\u0080-\U0010ffff]*\Z")
_RESERVED = {"description", "version", "options", "name", "servicetype"}


def refuse(code: str, message: str, *, field: str = "") -> NoReturn:
    raise InvalidInput(message, details={"errorCode": code, "field": field})


def check_new(definition: Json) -> None:
    """Raises InvalidInput when the definition alone is wrong; references are checked when the registry is built."""
    name, category = definition.get("name"), definition["category"]
    _check_name(name, category)
    for attribute in definition.get("attributeDefs") or ():
        place = f"{name}.{attribute['name']}"
        if not attribute.get("typeName"):
            refuse("400-02B", f"Mandatory field {place}.typeName has empty/null value", field=place)
        _check_word(attribute["cardinality"], Cardinality, f"{place}.cardinality")
    check = _CHECKS.get(category)
    if check is not None:
        check(definition)


def _check_name(name: Any, category: str) -> None:
    pattern = _CLASSIFICATION_NAME if category == "CLASSIFICATION" else _NAME
    if not isinstance(name, str) or not pattern.match(name) or len(name) > 255:
        refuse(
            "400-019",
            f"{name}: invalid name for {category}. A name is a letter followed by letters, numbers, spaces or _",
            field="name",
        )
    if name.lower() in _RESERVED:
        refuse("400-102", f"Unsupported {category} name. {', '.join(sorted(_RESERVED))} cannot be used", field="name")


def _check_word(value: Any, allowed: Iterable[str], place: str) -> None:
    words = [str(word) for word in allowed]
    if value not in words:
        refuse("400-029", f"{place}: {value} is none of {', '.join(words)}", field=place)


def _check_enum(definition: Json) -> None:
    name = definition["name"]
    if not definition["elementDefs"]:
        refuse("400-02B", f"Mandatory field {name}.values has empty/null value", field=name)
    for element in definition["elementDefs"]:
        if not element.get("value") or element.get("ordinal") is None:
            refuse("400-02B", f"Mandatory field {name}.elementValue has empty/null value", field=name)


def _check_struct(definition: Json) -> None:
    if not definition["attributeDefs"]:
        refuse("400-029", "Missing attributes for structdef", field=definition["name"])


def _check_business_metadata(definition: Json) -> None:
    for attribute in definition["attributeDefs"]:
        name, type_name = attribute["name"], attribute["typeName"]
        if not _NAME.match(name) or " " in name:
            refuse("400-09A", f"{name}: invalid name. A name is a letter followed by letters, numbers or _", field=name)
        if type_name in {"string", "array<string>"} and not (attribute.get("options") or {}).get("maxStrLength"):
            refuse("400-02B", f"Mandatory field {name}.options.maxStrLength has empty/null value", field=name)


def _check_relationship(definition: Json) -> None:
    name, category = definition["name"], definition["relationshipCategory"]
    ends = {key: definition[key] for key in ("endDef1", "endDef2")}
    _check_word(category, ("ASSOCIATION", "AGGREGATION", "COMPOSITION"), f"{name}.relationshipCategory")
    _check_word(definition["propagateTags"], ("NONE", "ONE_TO_TWO", "TWO_TO_ONE", "BOTH"), f"{name}.propagateTags")
    for key, end in ends.items():
        for member in ("type", "name"):
            if not end.get(member):
                refuse("400-02B", f"Mandatory field {key}.{member} has empty/null value", field=f"{name}.{key}")
        _check_word(end["cardinality"], Cardinality, f"{name}.{key}.cardinality")
        if end["cardinality"] == "LIST":
            refuse("400-034", f"relationshipDef {name} cannot have a LIST cardinality on an end", field=f"{name}.{key}")
    containers = [end for end in ends.values() if end["isContainer"]]
    start = f"{category} relationshipDef {name} creation attempted"
    if len(containers) == 2:
        refuse("400-02D", f"relationshipDef {name} creation attempted with both ends as containers", field=name)
    if category == "ASSOCIATION" and containers:
        refuse("400-030", f"{start} with an end specifying isContainer", field=name)
    if category != "ASSOCIATION" and not containers:
        code = "400-031" if category == "COMPOSITION" else "400-032"
        refuse(code, f"{start} without an end specifying isContainer", field=name)
    if category == "COMPOSITION" and any(e["cardinality"] == "SET" for e in ends.values() if not e["isContainer"]):
        refuse("400-033", f"COMPOSITION relationshipDef {name}: a child has one parent, so no SET there", field=name)


_CHECKS: dict[str, Callable[[Json], None]] = {
    "ENUM": _check_enum,
    "STRUCT": _check_struct,
    "BUSINESS_METADATA": _check_business_metadata,
    "RELATIONSHIP": _check_relationship,
}


def check_among_others(names: Iterable[str], registry: TypeRegistry) -> None:
    """Checks that need all types: attributes against inherited ones, restrictions against those of supertypes."""
    for name in names:
        if name in registry.entity_types:
            _check_inherited(name, registry)
        elif name in registry.classification_types:
            _check_restriction(name, registry)
        elif name in registry.business_metadata_types:
            _check_business_types(name, registry)


def _check_inherited(name: str, registry: TypeRegistry) -> None:
    found = registry.entity_types[name]
    for definition in found.definition.get("attributeDefs") or ():
        for parent in found.super_types:
            inherited = registry.entity_types[parent].attributes.get(definition["name"])
            if inherited is not None and inherited.type_name != definition["typeName"].replace(" ", ""):
                place = f"{name}.{definition['name']}"
                text = f"Invalid attribute name: {place}. Attribute already exists in another parent type: "
                refuse("400-09E", f"{text}{inherited.owner}", field=place)


def _check_restriction(name: str, registry: TypeRegistry) -> None:
    found = registry.classification_types[name]
    for parent in found.super_types:
        allowed = registry.classification_types[parent].entity_types
        if allowed is None or not found.definition.get("entityTypes"):
            continue
        if found.entity_types is None or not found.entity_types <= allowed:
            given = list(found.definition["entityTypes"])
            text = (
                f"ClassificationDef {name} has entityTypes {given} which are not subsets of its supertypes entityTypes"
            )
            refuse("400-054", text, field=f"{name}.entityTypes")


def _check_business_types(name: str, registry: TypeRegistry) -> None:
    barred = {*registry.entity_types, *registry.classification_types, *registry.struct_types, "objectid"}
    for key, attribute in registry.business_metadata_types[name].attributes.items():
        if set(re.findall(r"[^<>,]+", attribute.type_name)) & barred:
            refuse("400-094", f"{name}.{key}: invalid attribute type {attribute.type_name}", field=f"{name}.{key}")


def check_update(old: Json, new: Json) -> None:
    """Raises InvalidInput when the new definition takes away what stored instances may use."""
    name = old["name"]
    if new["category"] == "RELATIONSHIP":
        _check_relationship_update(old, new)
    if new["category"] != "ENUM":
        _check_attribute_update(old, new)
    lost = [each for each in old.get("superTypes") or () if each not in (new.get("superTypes") or ())]
    if lost:
        refuse("400-00E", f"{name}: superType remove not supported: {lost[0]}", field=f"{name}.superTypes")
    restricted = new.get("entityTypes") or ()
    shrunk = [each for each in old.get("entityTypes") or () if each not in restricted]
    if restricted and shrunk:
        refuse("400-051", f"ClassificationDef {name}: entityTypes cannot lose {shrunk[0]}", field=f"{name}.entityTypes")


def _check_attribute_update(old: Json, new: Json) -> None:
    name = old["name"]
    before = {each["name"]: each for each in old.get("attributeDefs") or ()}
    after = {each["name"]: each for each in new.get("attributeDefs") or ()}
    for key, attribute in before.items():
        changed = after.get(key)
        if changed is None:
            refuse("400-00D", f"{name}.{key} : attribute delete not supported", field=f"{name}.{key}")
        if changed.get("typeName") != attribute.get("typeName"):
            refuse("400-029", "Data type update for attribute is not supported", field=f"{name}.{key}")
        if new["category"] == "BUSINESS_METADATA":
            for lost in set(applicable_types(attribute)) - set(applicable_types(changed)):
                text = (
                    f"Cannot remove applicableEntityTypes in Attribute Def: {key}, defined in business-metadata: {name}"
                )
                refuse("400-093", f"{text} ({lost})", field=f"{name}.{key}")
    for key, attribute in after.items():
        if key not in before and not attribute["isOptional"]:
            refuse("400-00C", f"{name}.{key} : can not add mandatory attribute", field=f"{name}.{key}")


def _check_relationship_update(old: Json, new: Json) -> None:
    name = old["name"]
    if old["relationshipCategory"] != new["relationshipCategory"]:
        text = f"{old['relationshipCategory']} cannot become {new['relationshipCategory']}"
        refuse("400-039", f"invalid update for relationship {name}: {text}", field=f"{name}.relationshipCategory")
    for end, code in (("endDef1", "400-037"), ("endDef2", "400-038")):
        for member in ("type", "name", "isContainer", "cardinality"):
            if old[end].get(member) != new[end].get(member):
                text = f"invalid update for relationshipDef {name}: {end}.{member} cannot change"
                refuse(code, text, field=f"{name}.{end}.{member}")
