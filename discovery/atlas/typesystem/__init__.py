"""Atlas's type system, pure: what types there are, what they inherit, and what their values must look like.

One way in: `TypeRegistry.build(definitions)`, made from Atlas v2 typedef JSON and never changed afterwards.
Values are checked and normalised as a real Atlas was seen to do it. Must not know tables, rights or events.
"""

from discovery.atlas.typesystem.definitions import (
    AttributeDef,
    BusinessMetadataType,
    Cardinality,
    ClassificationType,
    EntityType,
    EnumType,
    RelationshipEnd,
    RelationshipType,
    StructType,
)
from discovery.atlas.typesystem.problems import ValueProblem, invalid_value, missing_value
from discovery.atlas.typesystem.registry import TypeRegistry

__all__ = [
    "AttributeDef",
    "BusinessMetadataType",
    "Cardinality",
    "ClassificationType",
    "EntityType",
    "EnumType",
    "RelationshipEnd",
    "RelationshipType",
    "StructType",
    "TypeRegistry",
    "ValueProblem",
    "invalid_value",
    "missing_value",
]
