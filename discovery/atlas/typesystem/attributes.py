"""Attributes of types: their definitions made ready to check values, one normaliser per type of value."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from catalogsite.common.errors import InvalidInput
from discovery.atlas.typesystem import values
from discovery.atlas.typesystem.definitions import AttributeDef, Cardinality, EnumType, Json, Normalizer
from discovery.atlas.typesystem.problems import ValueProblem

Members = Callable[[str], dict[str, AttributeDef]]
"""The attributes of a struct or classification, asked for when a value comes: types may refer to later ones."""


class AttributeBuilder:
    """Makes attributes that may be of any of these types."""

    def __init__(
        self, definitions: Mapping[str, Mapping[str, Json]], enums: Mapping[str, EnumType], members: Members
    ) -> None:
        self._definitions = definitions
        self._enums = enums
        self._members = members
        self._normalizers: dict[tuple[str, bool], Normalizer] = {}

    def own_attributes(self, definition: Json, *, show_zeros: bool = True) -> dict[str, AttributeDef]:
        owner = str(definition["name"])
        return {
            str(each["name"]): self._attribute(each, owner, show_zeros=show_zeros)
            for each in definition.get("attributeDefs") or ()
        }

    def _attribute(self, definition: Json, owner: str, *, show_zeros: bool) -> AttributeDef:
        type_name = str(definition["typeName"]).replace(" ", "")
        cardinality = Cardinality(definition.get("cardinality") or "SINGLE")
        normalize = self._normalizer(type_name, where=f"{owner}.{definition['name']}", cardinality=cardinality)
        null = self._null(type_name)
        return AttributeDef(
            name=str(definition["name"]),
            type_name=type_name,
            owner=owner,
            is_optional=bool(definition.get("isOptional")),
            cardinality=cardinality,
            is_unique=bool(definition.get("isUnique")),
            is_indexable=bool(definition.get("isIndexable")),
            default=self._default(definition.get("defaultValue"), normalize, null if show_zeros else None),
            null_value=null,
            normalize=normalize,
            options=definition.get("options") or {},
            definition=definition,
        )

    def _null(self, type_name: str) -> Any:
        """A real Atlas shows [] for lists of structs and null for all other lists."""
        if type_name.startswith("array<") and type_name[6:-1] in self._definitions["STRUCT"]:
            return []
        return values.NULLS.get(type_name)

    @staticmethod
    def _default(declared: Any, normalize: Normalizer, fallback: Any) -> Any:
        if declared is None:
            return fallback
        try:
            return normalize(declared, "", False)
        except ValueProblem:
            pass
        try:
            return normalize(json.loads(declared), "", False)
        except (ValueProblem, ValueError, TypeError):
            return fallback

    def _normalizer(self, type_name: str, *, where: str, cardinality: Cardinality = Cardinality.SINGLE) -> Normalizer:
        distinct = cardinality is Cardinality.SET
        known = self._normalizers.get((type_name, distinct))
        if known is None:
            known = self._make_normalizer(type_name, where=where, distinct=distinct)
            self._normalizers[type_name, distinct] = known
        return known

    def _make_normalizer(self, type_name: str, *, where: str, distinct: bool) -> Normalizer:
        if type_name.startswith("array<") and type_name.endswith(">"):
            return values.array(type_name, self._normalizer(type_name[6:-1], where=where), distinct=distinct)
        if type_name.startswith("map<") and type_name.endswith(">"):
            key, _, member = type_name[4:-1].partition(",")
            return values.mapping(type_name, self._normalizer(key, where=where), self._normalizer(member, where=where))
        simple = {"string": values.string, "boolean": values.boolean, "date": values.date}.get(type_name)
        if simple is not None:
            return simple
        if type_name in values.WHOLE_NUMBERS:
            return values.whole_number(type_name)
        if type_name in values.DECIMALS:
            return values.decimal(type_name)
        return self._named_normalizer(type_name, where)

    def _named_normalizer(self, type_name: str, where: str) -> Normalizer:
        if type_name in self._enums:
            return values.enum(type_name, self._enums[type_name].values)
        if type_name in self._definitions["STRUCT"] or type_name in self._definitions["CLASSIFICATION"]:
            return values.struct(type_name, lambda: self._members(type_name))
        if type_name == values.OBJECT_ID or type_name in self._definitions["ENTITY"]:
            return values.reference(type_name)
        raise self.bad_reference(type_name, where, "400-029", f"{where}: no attribute can be of type")

    def bad_reference(self, name: str, where: str, code: str, text: str) -> InvalidInput:
        """Of another category: `code` and `text`; of none: 400-029, as a real Atlas does it."""
        if any(name in each for each in self._definitions.values()):
            return InvalidInput(f"{text} {name}", details={"errorCode": code, "field": where})
        message = f"{where}: given typename {name} was invalid"
        return InvalidInput(message, details={"errorCode": "400-029", "field": where})
