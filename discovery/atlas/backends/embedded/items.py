"""The entities of one write: what was sent, sorted into plain values and references, and the row each belongs to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogsite.common.errors import InvalidInput
from discovery.atlas.authority import Json
from discovery.atlas.backends.embedded.shapes import check_entity
from discovery.atlas.models import Entity
from discovery.atlas.typesystem import TypeRegistry
from discovery.atlas.typesystem.definitions import EntityType


@dataclass(slots=True)
class Item:
    """One sent entity. `values` are plain attributes as sent, `references` those that are relationship ends."""

    sent: Json
    place: str
    entity_type: EntityType
    guid: str
    values: dict[str, Any]
    references: dict[str, Any]
    row: Entity | None = None
    is_new: bool = False

    @property
    def is_assigned(self) -> bool:
        """True when the sent guid is a real one, not a handle inside the request."""
        return bool(self.guid) and not self.guid.startswith("-")

    @property
    def qualified_name(self) -> str:
        return str(self.values.get("qualifiedName") or "")


def read_items(
    entities: Sequence[Json], referred: Mapping[str, Json], registry: TypeRegistry, *, keep_unreferenced: bool
) -> list[Item]:
    """The sent entities, and of the referred ones those that something refers to (Atlas ignores the others)."""
    items = _first_of_each_handle(
        [_read(entity, f"entities.{number}", registry) for number, entity in enumerate(entities)]
    )
    if not referred:
        return items
    waiting = {str(guid): entity for guid, entity in referred.items()}
    present = {item.guid for item in items if item.guid}
    queue = list(items)
    while queue:
        for guid in referenced_guids(queue.pop()):
            if guid in waiting and guid not in present:
                present.add(guid)
                item = _read(waiting[guid], f"referredEntities.{guid}", registry, guid=guid)
                items.append(item)
                queue.append(item)
    if keep_unreferenced:
        items += [
            _read(entity, f"referredEntities.{guid}", registry, guid=guid)
            for guid, entity in waiting.items()
            if guid not in present
        ]
    return items


def _first_of_each_handle(items: list[Item]) -> list[Item]:
    """Of entities sent under one request guid the first; a real Atlas ignores the others (recording 03, step 17)."""
    handles: set[str] = set()
    found = []
    for item in items:
        if item.guid and not item.is_assigned:
            if item.guid in handles:
                continue
            handles.add(item.guid)
        found.append(item)
    return found


def _read(entity: Json, place: str, registry: TypeRegistry, *, guid: str = "") -> Item:
    check_entity(entity, place)
    try:
        entity_type = registry.get_entity_type(entity.get("typeName"))
    except InvalidInput as error:
        error.details["entity"] = place
        raise
    attributes, related = (entity.get(member) or {} for member in ("attributes", "relationshipAttributes"))
    values: dict[str, Any] = {}
    references: dict[str, Any] = {}
    for name, value in attributes.items():
        (references if name in entity_type.relationship_ends else values)[name] = value
    references |= {name: value for name, value in related.items() if name in entity_type.relationship_ends}
    return Item(entity, place, entity_type, str(entity.get("guid") or guid or ""), values, references)


def reference_values(value: Any) -> list[Any]:
    """One reference or a list of them, as a list without nulls."""
    values = value if isinstance(value, (list, tuple)) else [value]
    return [each for each in values if each is not None]


def referenced_guids(item: Item) -> Iterator[str]:
    for value in item.references.values():
        for reference in reference_values(value):
            if isinstance(reference, Mapping) and reference.get("guid"):
                yield str(reference["guid"])
            elif isinstance(reference, str):
                yield reference
