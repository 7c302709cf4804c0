"""The types as values. Everything inherited is already worked in; instances are shared, so nobody changes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Json = Mapping[str, Any]

Normalizer = Callable[[Any, str, bool], Any]
"""(value, path, partial) → the value as Atlas stores it; raises ValueProblem. Never called with None."""


class Cardinality(StrEnum):
    SINGLE = "SINGLE"
    LIST = "LIST"
    SET = "SET"


@dataclass(frozen=True, slots=True, eq=False)
class AttributeDef:
    """One attribute. `owner` is the type that defines it, which Atlas names when a mandatory value is missing."""

    name: str
    type_name: str
    owner: str
    is_optional: bool
    cardinality: Cardinality
    is_unique: bool
    is_indexable: bool
    default: Any
    """What an entity shows when the attribute was never sent: 0, false or null, else the declared default."""
    null_value: Any
    """What an explicit null becomes: 0, false or null."""
    normalize: Normalizer
    options: Json
    definition: Json
    """The attributeDef as it was given."""

    @property
    def is_append_on_partial_update(self) -> bool:
        return str(self.options.get("isAppendOnPartialUpdate", "")).lower() == "true"

    @property
    def is_soft_reference(self) -> bool:
        return str(self.options.get("isSoftReference", "")).lower() == "true"


@dataclass(frozen=True, slots=True, eq=False)
class EnumType:
    name: str
    values: tuple[str, ...]
    default_value: str | None
    definition: Json


@dataclass(frozen=True, slots=True, eq=False)
class StructType:
    name: str
    attributes: dict[str, AttributeDef]
    definition: Json


@dataclass(frozen=True, slots=True, eq=False)
class ClassificationType:
    """`entity_types`: what it may be put on, subtypes included; None means anything."""

    name: str
    super_types: tuple[str, ...]
    all_super_types: frozenset[str]
    sub_types: frozenset[str]
    attributes: dict[str, AttributeDef]
    entity_types: frozenset[str] | None
    definition: Json


@dataclass(frozen=True, slots=True, eq=False)
class EndDef:
    """One end of a relationshipDef: the entities of `type_name` get an attribute `name` that holds the other side."""

    type_name: str
    name: str
    is_container: bool
    is_legacy: bool
    cardinality: Cardinality


@dataclass(frozen=True, slots=True, eq=False)
class RelationshipType:
    name: str
    category: str
    """ASSOCIATION, AGGREGATION or COMPOSITION."""
    propagate_tags: str
    """NONE, ONE_TO_TWO, TWO_TO_ONE or BOTH."""
    end1: EndDef
    end2: EndDef
    attributes: dict[str, AttributeDef]
    definition: Json

    @property
    def label(self) -> str:
        return str(self.definition.get("relationshipLabel") or f"r:{self.name}")


@dataclass(frozen=True, slots=True, eq=False)
class RelationshipEnd:
    """A relationship attribute as an entity type sees it: its own side (`end`, 1 or 2) of a relationship type."""

    relationship: RelationshipType
    end: int

    @property
    def own(self) -> EndDef:
        return self.relationship.end1 if self.end == 1 else self.relationship.end2

    @property
    def other(self) -> EndDef:
        return self.relationship.end2 if self.end == 1 else self.relationship.end1

    @property
    def attribute(self) -> str:
        return self.own.name

    @property
    def cardinality(self) -> Cardinality:
        """SINGLE: the attribute holds one reference; SET: a list of them."""
        return self.own.cardinality

    @property
    def is_list(self) -> bool:
        return self.own.cardinality is not Cardinality.SINGLE

    @property
    def is_container(self) -> bool:
        """True when the entity with this attribute holds the other side (a table its columns)."""
        return self.own.is_container

    @property
    def is_legacy(self) -> bool:
        return self.own.is_legacy

    @property
    def is_owned(self) -> bool:
        """True when the other side owns the entity with this attribute; Atlas then demands a value."""
        return self.relationship.category == "COMPOSITION" and self.other.is_container


@dataclass(frozen=True, slots=True, eq=False)
class EntityType:
    """`attributes` holds plain values only; what is the end of a relationship stands in `relationship_ends`."""

    name: str
    super_types: tuple[str, ...]
    all_super_types: frozenset[str]
    """Every ancestor and the type itself."""
    sub_types: frozenset[str]
    """Every descendant and the type itself."""
    attributes: dict[str, AttributeDef]
    relationship_ends: dict[str, tuple[RelationshipEnd, ...]]
    mandatory_ends: dict[str, str]
    """Relationship attribute that must have a value → the type that defines it."""
    unique_attributes: tuple[str, ...]
    business_metadata: dict[str, dict[str, AttributeDef]]
    """Business metadata that may be put on it: name → attributes that apply."""
    service_type: str
    options: Json
    definition: Json

    def end_for(
        self, attribute: str, *, relationship_type: str = "", other_types: frozenset[str] = frozenset()
    ) -> RelationshipEnd | None:
        """The end that an attribute means. Where several relationship types give the same name, the named type
        decides, else the types of the entity it refers to (`other_types`: all its supertypes), else the first.

        A symmetric type (synonyms) gives both its ends under one name: reads follow both, writes use end 1."""
        ends = self.relationship_ends.get(attribute, ())
        if len(ends) > 1 and relationship_type:
            ends = tuple(end for end in ends if end.relationship.name == relationship_type) or ends
        if len(ends) > 1 and other_types:
            ends = tuple(end for end in ends if end.other.type_name in other_types) or ends
        return ends[0] if ends else None


@dataclass(frozen=True, slots=True, eq=False)
class BusinessMetadataType:
    name: str
    attributes: dict[str, AttributeDef]
    applicable: dict[str, frozenset[str]] = field(default_factory=dict)
    """Attribute → entity types it may be put on, subtypes included."""
    definition: Json = field(default_factory=dict)


AttributeOwner = EntityType | ClassificationType | StructType | RelationshipType
