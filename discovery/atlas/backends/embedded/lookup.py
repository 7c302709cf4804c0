"""Finding the rows that a write speaks of: by guid, and by unique attributes among ACTIVE entities of a type."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from catalogsite.common.errors import InvalidInput, NotFound
from discovery.atlas.models import Entity
from discovery.atlas.typesystem import TypeRegistry

_CHUNK = 400
Key = tuple[str, str, str]
"""(type name, unique attribute, value)."""


class Lookup:
    """Rows by guid and by unique attribute; each row is one object, however it was found."""

    def __init__(self, registry: TypeRegistry) -> None:
        self.registry = registry
        self.by_guid: dict[str, Entity] = {}
        self.by_pk: dict[int, Entity] = {}
        self._by_name: dict[tuple[str, str], list[Entity]] = {}
        """(unique attribute, value) → ACTIVE rows of any type."""

    def add(self, row: Entity, *, unique: Mapping[str, Any] | None = None) -> Entity:
        """Makes a row findable; the one already known under its guid wins."""
        known = self.by_guid.setdefault(row.guid, row)
        if known.pk is not None:
            self.by_pk[known.pk] = known
        for name, value in (unique or {}).items():
            rows = self._by_name.setdefault((name, str(value)), [])
            if known not in rows:
                rows.append(known)
        return known

    def load_guids(self, guids: Iterable[str]) -> None:
        wanted = [guid for guid in dict.fromkeys(guids) if guid not in self.by_guid]
        for start in range(0, len(wanted), _CHUNK):
            rows = Entity.objects.filter(guid__in=wanted[start : start + _CHUNK])
            for row in rows.select_for_update():
                self.add(row)

    def load_pks(self, pks: Iterable[int]) -> None:
        wanted = [pk for pk in dict.fromkeys(pks) if pk not in self.by_pk]
        for start in range(0, len(wanted), _CHUNK):
            for row in Entity.objects.filter(pk__in=wanted[start : start + _CHUNK]).select_for_update():
                self.add(row)

    def load_unique(self, keys: Iterable[Key]) -> None:
        """Loads the ACTIVE rows behind unique attributes, one query per attribute and chunk."""
        by_attribute: dict[str, dict[str, None]] = {}
        for _type_name, attribute, value in keys:
            if (attribute, value) not in self._by_name:
                by_attribute.setdefault(attribute, {})[value] = None
        for attribute, values in by_attribute.items():
            column = "qualified_name" if attribute == "qualifiedName" else f"attributes__{attribute}"
            wanted = list(values)
            for start in range(0, len(wanted), _CHUNK):
                chunk = wanted[start : start + _CHUNK]
                rows = Entity.objects.filter(status=Entity.Status.ACTIVE, **{f"{column}__in": chunk})
                for row in rows.select_for_update():
                    value = row.qualified_name if attribute == "qualifiedName" else str(row.attributes.get(attribute))
                    self.add(row, unique={attribute: value})
            for value in values:
                self._by_name.setdefault((attribute, value), [])

    def find_unique(self, type_name: str, attribute: str, value: str) -> Entity | None:
        """The ACTIVE row of the type or a subtype that has this value."""
        allowed = self.registry.subtypes(type_name)
        return next(
            (
                row
                for row in self._by_name.get((attribute, value), ())
                if row.type_name in allowed and row.status == Entity.Status.ACTIVE
            ),
            None,
        )

    def get(self, guid: str) -> Entity:
        """The row of a guid, loaded when needed. Raises NotFound (404-005)."""
        self.load_guids([guid])
        row = self.by_guid.get(guid)
        if row is None:
            message = f"Given instance guid {guid} is invalid/not found"
            raise NotFound(message, details={"errorCode": "404-005", "guid": guid})
        return row


def unique_key(reference: Mapping[str, Any], registry: TypeRegistry) -> Key | None:
    """What a reference by typeName and uniqueAttributes (or by a whole entity) names; None when it names nothing."""
    type_name = str(reference.get("typeName") or "")
    given = reference.get("uniqueAttributes") or reference.get("attributes") or {}
    found = registry.entity_types.get(type_name)
    if found is None or not isinstance(given, Mapping):
        return None
    for attribute in found.unique_attributes:
        if given.get(attribute) not in (None, ""):
            return type_name, attribute, str(given[attribute])
    return None


def _named(reference: Any) -> str:
    """A reference in words: its type and name or guid, else what was sent."""
    if not isinstance(reference, Mapping):
        return repr(reference)
    unique = reference.get("uniqueAttributes") or reference.get("attributes") or {}
    name = unique.get("qualifiedName") if isinstance(unique, Mapping) else None
    parts = [str(each) for each in (reference.get("typeName"), name or reference.get("guid")) if each]
    return " ".join(parts) or repr(dict(reference))


def dangling(reference: Any, place: str, field: str) -> InvalidInput:
    """404-00A: a reference to nothing."""
    message = f"Referenced entity {_named(reference)} is not found"[:500]
    return InvalidInput(message, details={"errorCode": "404-00A", "entity": place, "field": field})


def chunks(pks: Sequence[int]) -> Iterable[Sequence[int]]:
    """Slices short enough for one query."""
    for start in range(0, len(pks), _CHUNK):
        yield pks[start : start + _CHUNK]
