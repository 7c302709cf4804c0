"""Makes the types of a registry out of Atlas v2 typedef JSON."""

import json
from collections.abc import Iterable, Mapping

from catalogsite.common.errors import InvalidInput
from discovery.atlas.typesystem.attributes import AttributeBuilder
from discovery.atlas.typesystem.definitions import (
    AttributeDef,
    BusinessMetadataType,
    Cardinality,
    ClassificationType,
    EndDef,
    EntityType,
    EnumType,
    Json,
    RelationshipEnd,
    RelationshipType,
    StructType,
)
from discovery.atlas.typesystem.hierarchy import Hierarchy


def category_of(definition: Json) -> str:
    """The category a definition names, else the one its members show."""
    if definition.get("category"):
        return str(definition["category"])
    if "elementDefs" in definition:
        return "ENUM"
    if "endDef1" in definition:
        return "RELATIONSHIP"
    return "ENTITY"


def applicable_types(attribute: Json) -> list[str]:
    """The entity types that an attribute of business metadata names; a JSON list in a text, as Atlas has it."""
    text = (attribute.get("options") or {}).get("applicableEntityTypes") or "[]"
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise InvalidInput(
            f"{attribute['name']}: applicableEntityTypes is no JSON list",
            details={"errorCode": "400-029", "field": str(attribute["name"])},
        )
    return [str(name) for name in found]


class TypeBuilder:
    """One use: takes definitions, leaves the finished types in its attributes."""

    def __init__(self, definitions: Iterable[Json]) -> None:
        by_category: dict[str, dict[str, Json]] = {
            name: {} for name in ("ENUM", "STRUCT", "CLASSIFICATION", "ENTITY", "RELATIONSHIP", "BUSINESS_METADATA")
        }
        for definition in definitions:
            by_category[category_of(definition)][definition["name"]] = definition
        self._definitions = by_category
        self.enums = {name: self._enum(name, each) for name, each in by_category["ENUM"].items()}
        self._attributes = AttributeBuilder(by_category, self.enums, self._members)
        self.structs: dict[str, StructType] = {}
        for name, each in by_category["STRUCT"].items():
            self.structs[name] = StructType(name, self._attributes.own_attributes(each), each)
        self.relationships = {
            name: self._relationship(name, each) for name, each in by_category["RELATIONSHIP"].items()
        }
        self._entity_tree = self._hierarchy("ENTITY")
        self.classifications: dict[str, ClassificationType] = {}
        self._build_classifications()
        self.business_metadata = {
            name: self._business_metadata(name, each) for name, each in by_category["BUSINESS_METADATA"].items()
        }
        self.entities: dict[str, EntityType] = {}
        self._build_entities()

    def _hierarchy(self, category: str) -> Hierarchy:
        parents = {name: each.get("superTypes") or () for name, each in self._definitions[category].items()}
        for name, supers in parents.items():
            for parent in supers:
                if parent not in parents:
                    raise self._attributes.bad_reference(
                        parent, f"{name}.superTypes", "400-003", f"{name}: incompatible supertype"
                    )
        return Hierarchy(parents)

    def _members(self, name: str) -> dict[str, AttributeDef]:
        struct = self.structs.get(name)
        return struct.attributes if struct is not None else self.classifications[name].attributes

    def _enum(self, name: str, definition: Json) -> EnumType:
        elements = tuple(str(element["value"]) for element in definition.get("elementDefs") or ())
        return EnumType(name, elements, definition.get("defaultValue"), definition)

    # Relationships

    def _relationship(self, name: str, definition: Json) -> RelationshipType:
        return RelationshipType(
            name=name,
            category=str(definition.get("relationshipCategory") or "ASSOCIATION"),
            propagate_tags=str(definition.get("propagateTags") or "NONE"),
            end1=self._end(name, definition["endDef1"]),
            end2=self._end(name, definition["endDef2"]),
            attributes=self._attributes.own_attributes(definition, show_zeros=False),
            definition=definition,
        )

    def _end(self, relationship: str, definition: Json) -> EndDef:
        if definition["type"] not in self._definitions["ENTITY"]:
            where = f"{relationship}.{definition['name']}"
            text = f"relationshipDef {relationship} has invalid end type"
            raise self._attributes.bad_reference(definition["type"], where, "400-035", text)
        return EndDef(
            type_name=definition["type"],
            name=definition["name"],
            is_container=bool(definition.get("isContainer")),
            is_legacy=bool(definition.get("isLegacyAttribute")),
            cardinality=Cardinality(definition.get("cardinality") or "SINGLE"),
        )

    # Classifications

    def _build_classifications(self) -> None:
        tree = self._hierarchy("CLASSIFICATION")
        inherited: dict[str, dict[str, AttributeDef]] = {}
        for name in tree.order:
            definition = self._definitions["CLASSIFICATION"][name]
            attributes = _merged(inherited[parent] for parent in tree.parents[name])
            inherited[name] = attributes | self._attributes.own_attributes(definition)
            self.classifications[name] = ClassificationType(
                name=name,
                super_types=tree.parents[name],
                all_super_types=tree.ancestors(name),
                sub_types=tree.descendants(name),
                attributes=inherited[name],
                entity_types=self._allowed_entity_types(definition, tree.parents[name]),
                definition=definition,
            )

    def _allowed_entity_types(self, definition: Json, parents: Iterable[str]) -> frozenset[str] | None:
        """Its own restriction, else what all restricted parents allow together."""
        if definition.get("entityTypes"):
            return self._with_subtypes(definition["entityTypes"], str(definition["name"]))
        restricted = [self.classifications[parent].entity_types for parent in parents]
        allowed = [each for each in restricted if each is not None]
        return frozenset.intersection(*allowed) if allowed else None

    def _with_subtypes(self, names: Iterable[str], where: str) -> frozenset[str]:
        found: set[str] = set()
        for name in names:
            if name not in self._definitions["ENTITY"]:
                raise self._attributes.bad_reference(name, where, "400-029", f"{where}: no entity type")
            found |= self._entity_tree.descendants(name)
        return frozenset(found)

    # Business metadata

    def _business_metadata(self, name: str, definition: Json) -> BusinessMetadataType:
        attributes = self._attributes.own_attributes(definition)
        applicable = {
            key: self._with_subtypes(applicable_types(each.definition), name) for key, each in attributes.items()
        }
        return BusinessMetadataType(name, attributes, applicable, definition)

    def _business_metadata_of(self, entity_type: str) -> dict[str, dict[str, AttributeDef]]:
        found = {}
        for name, each in self.business_metadata.items():
            attributes = {key: each.attributes[key] for key, types in each.applicable.items() if entity_type in types}
            if attributes:
                found[name] = attributes
        return found

    # Entities

    def _build_entities(self) -> None:
        tree = self._entity_tree
        ends = self._own_ends()
        declared: dict[str, dict[str, AttributeDef]] = {}
        for name in tree.order:
            definition = self._definitions["ENTITY"][name]
            declared[name] = _merged(declared[parent] for parent in tree.parents[name])
            declared[name] |= self._attributes.own_attributes(definition)
            all_ends = _all_ends(ends[ancestor] for ancestor in _in_order(tree, name))
            self.entities[name] = EntityType(
                name=name,
                super_types=tree.parents[name],
                all_super_types=tree.ancestors(name),
                sub_types=tree.descendants(name),
                attributes={key: each for key, each in declared[name].items() if key not in all_ends},
                relationship_ends=all_ends,
                mandatory_ends=_mandatory_ends(all_ends, declared[name]),
                unique_attributes=tuple(key for key, each in declared[name].items() if each.is_unique),
                business_metadata=self._business_metadata_of(name),
                service_type=self._inherited_service(name),
                options=definition.get("options") or {},
                definition=definition,
            )

    def _own_ends(self) -> dict[str, list[RelationshipEnd]]:
        found: dict[str, list[RelationshipEnd]] = {name: [] for name in self._definitions["ENTITY"]}
        for relationship in self.relationships.values():
            found[relationship.end1.type_name].append(RelationshipEnd(relationship, 1))
            found[relationship.end2.type_name].append(RelationshipEnd(relationship, 2))
        return found

    def _inherited_service(self, name: str) -> str:
        return str(self._definitions["ENTITY"][name].get("serviceType") or "")


def _merged(parts: Iterable[Mapping[str, AttributeDef]]) -> dict[str, AttributeDef]:
    found: dict[str, AttributeDef] = {}
    for part in parts:
        found.update(part)
    return found


def _in_order(tree: Hierarchy, name: str) -> list[str]:
    """The type itself and then its supertypes, nearest first."""
    found = [name]
    for each in found:
        found.extend(parent for parent in tree.parents[each] if parent not in found)
    return found


def _all_ends(parts: Iterable[list[RelationshipEnd]]) -> dict[str, tuple[RelationshipEnd, ...]]:
    found: dict[str, list[RelationshipEnd]] = {}
    for part in parts:
        for end in part:
            found.setdefault(end.attribute, []).append(end)
    return {name: tuple(ends) for name, ends in found.items()}


def _mandatory_ends(
    ends: Mapping[str, tuple[RelationshipEnd, ...]], declared: Mapping[str, AttributeDef]
) -> dict[str, str]:
    """Ends that need a value: those of owned entities, and declared attributes that are not optional."""
    found = {}
    for name, candidates in ends.items():
        attribute = declared.get(name)
        if attribute is not None and not attribute.is_optional:
            found[name] = attribute.owner
        elif all(candidate.is_owned for candidate in candidates):
            found[name] = candidates[0].own.type_name
    return found
