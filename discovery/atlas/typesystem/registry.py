"""All types at once, and the questions one asks of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from catalogsite.common.errors import InvalidInput
from discovery.atlas.typesystem.builder import TypeBuilder
from discovery.atlas.typesystem.definitions import (
    AttributeOwner,
    BusinessMetadataType,
    ClassificationType,
    EntityType,
    EnumType,
    Json,
    RelationshipType,
    StructType,
)
from discovery.atlas.typesystem.problems import ValueProblem, missing_value, refused
from discovery.atlas.typesystem.values import normalize_members

_ENTITY_REFUSED = ("404-007", "Invalid instance creation/updation parameters passed : ")
_REFUSALS: dict[type, tuple[str, str]] = {
    EntityType: _ENTITY_REFUSED,
    StructType: _ENTITY_REFUSED,
    ClassificationType: ("400-01A", "invalid parameters: "),
    RelationshipType: ("404-00D", "Invalid relationship creation/updation parameters passed : "),
}


class TypeRegistry:
    """Types by name and category. Built once, then only read; safe to share between threads."""

    def __init__(self, builder: TypeBuilder) -> None:
        self.entity_types: dict[str, EntityType] = builder.entities
        self.classification_types: dict[str, ClassificationType] = builder.classifications
        self.relationship_types: dict[str, RelationshipType] = builder.relationships
        self.enum_types: dict[str, EnumType] = builder.enums
        self.struct_types: dict[str, StructType] = builder.structs
        self.business_metadata_types: dict[str, BusinessMetadataType] = builder.business_metadata

    @classmethod
    def build(cls, definitions: Iterable[Json]) -> "TypeRegistry":
        """A registry of these typedefs. Raises InvalidInput when they refer to types that are not among them."""
        return cls(TypeBuilder(definitions))

    def get_entity_type(self, name: str | None) -> EntityType:
        """Raises InvalidInput (400-014) when there is no entity type of that name; names are case-sensitive."""
        found = self.entity_types.get(name or "")
        if found is None:
            raise _unknown("ENTITY", name, "400-014")
        return found

    def get_classification_type(self, name: str | None) -> ClassificationType:
        """Raises InvalidInput (404-008) when there is no classification type of that name."""
        found = self.classification_types.get(name or "")
        if found is None:
            message = f"Given classification {name or 'null'} was invalid"
            raise InvalidInput(message, details={"errorCode": "404-008", "typeName": name})
        return found

    def get_relationship_type(self, name: str | None) -> RelationshipType:
        """Raises InvalidInput (400-028) when there is no relationship type of that name."""
        found = self.relationship_types.get(name or "")
        if found is None:
            message = f"invalid value: unknown relationship type '{name or 'null'}'"
            raise InvalidInput(message, details={"errorCode": "400-028", "typeName": name})
        return found

    def is_subtype(self, name: str, ancestor: str) -> bool:
        """True when the entity or classification type `name` is `ancestor` or descends from it."""
        found = self.entity_types.get(name) or self.classification_types.get(name)
        return found is not None and ancestor in found.all_super_types

    def subtypes(self, name: str) -> frozenset[str]:
        """The type with all its subtypes; empty when it does not exist."""
        found = self.entity_types.get(name) or self.classification_types.get(name)
        return found.sub_types if found else frozenset()

    def may_classify(self, classification: str, entity_type: str) -> bool:
        """False when the classification is restricted to entity types of which this is none."""
        allowed = self.get_classification_type(classification).entity_types
        return allowed is None or entity_type in allowed

    def normalize_attributes(
        self, owner_type: AttributeOwner, values: Mapping[str, Any] | None, *, partial: bool = False
    ) -> dict[str, Any]:
        """The sent values as Atlas stores them, and only those: see `with_defaults` for a new instance.

        Relationship ends and unknown names are passed over. `partial` leaves the check for mandatory values out.
        Raises InvalidInput with the first problem; details: errorCode (404-007 entity, 400-01A classification,
        404-00D relationship, 400-025 text for a struct) and field.
        """
        try:
            return normalize_members(owner_type.attributes, dict(values or {}), owner_type.name, partial)
        except ValueProblem as problem:
            code, prefix = _REFUSALS[type(owner_type)]
            raise refused(problem, code=code, prefix=prefix) from problem

    def with_defaults(self, owner_type: AttributeOwner, values: Mapping[str, Any]) -> dict[str, Any]:
        """Normalised values of a new instance, filled up: 0, false, null or the declared default, also in structs."""
        found = {name: attribute.default for name, attribute in owner_type.attributes.items()}
        found.update({name: self._filled(value) for name, value in values.items()})
        return found

    def _filled(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._filled(member) for member in value] if value and isinstance(value[0], dict) else value
        if isinstance(value, dict) and value.get("typeName") in self.struct_types and "attributes" in value:
            struct = self.struct_types[value["typeName"]]
            return {"typeName": struct.name, "attributes": self.with_defaults(struct, value["attributes"])}
        return value

    def normalize_classification(self, type_name: str, values: Mapping[str, Any] | None) -> dict[str, Any]:
        """Attributes of a new classification. Sent without attributes all of them are null, else as `with_defaults`."""
        found = self.get_classification_type(type_name)
        normalized = self.normalize_attributes(found, values)
        return dict.fromkeys(found.attributes) if values is None else self.with_defaults(found, normalized)

    def check_mandatory_ends(self, entity_type: EntityType, names: Iterable[str]) -> None:
        """Raises InvalidInput (404-007) when an end that must have a value is not among `names`."""
        given = set(names)
        for name, owner in entity_type.mandatory_ends.items():
            if name not in given:
                code, prefix = _ENTITY_REFUSED
                raise refused(missing_value(f"{entity_type.name}.{name}", owner), code=code, prefix=prefix)

    def normalize_business_attributes(
        self, entity_type: EntityType, business_metadata: str, values: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Values of one business metadata; unknown attributes are passed over, null stays null (it removes).

        Raises InvalidInput (404-007) when it does not apply to the type, a value is wrong, or a text is too long.
        """
        code, prefix = _ENTITY_REFUSED
        attributes = entity_type.business_metadata.get(business_metadata)
        if attributes is None:
            text = f"{business_metadata}: invalid business-metadata for entity type {entity_type.name}"
            raise refused(ValueProblem(business_metadata, text), code=code, prefix=prefix)
        found: dict[str, Any] = {}
        for name, value in values.items():
            if name not in attributes:
                continue
            path = f"{entity_type.name}.{business_metadata}.{name}"
            try:
                found[name] = None if value is None else attributes[name].normalize(value, path, False)
                _check_length(found[name], path, attributes[name].options)
            except ValueProblem as problem:
                raise refused(problem, code=code, prefix=prefix) from problem
        return found


def _check_length(value: Any, path: str, options: Mapping[str, Any]) -> None:
    limit = options.get("maxStrLength")
    if limit and any(isinstance(text, str) and len(text) > int(limit) for text in _texts(value)):
        raise ValueProblem(path, f"{path}:  Business attribute-value exceeds maximum length limit")


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _unknown(category: str, name: str | None, code: str) -> InvalidInput:
    message = f"Type {category} with name {name or 'null'} does not exist"
    return InvalidInput(message, details={"errorCode": code, "typeName": name})
