"""Creating and updating entities: one call, one change.

Steps: read what was sent, find the rows it belongs to, merge values, connect references, store, spread classifications
over new edges. Everything is looked up and written in sets.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.types import WriteContext
from catalogsite.common.bulk import insert_rows
from catalogsite.common.errors import Conflict, InvalidInput, NotFound
from discovery.atlas.authority import Json, MutationResult, SaveMode
from discovery.atlas.backends.embedded import classifying, deleting, spreading
from discovery.atlas.backends.embedded.change import Change
from discovery.atlas.backends.embedded.edges import Edges
from discovery.atlas.backends.embedded.extras import check_custom_keys
from discovery.atlas.backends.embedded.items import Item, read_items, reference_values, referenced_guids
from discovery.atlas.backends.embedded.lookup import Key, Lookup, dangling, unique_key
from discovery.atlas.backends.embedded.naming import name_glossary_things
from discovery.atlas.backends.embedded.placement import database_of, hand_down_database, place
from discovery.atlas.backends.embedded.rows import changes_between, fill_hot_columns, merged, new_row, position_of
from discovery.atlas.models import Entity
from discovery.atlas.registry import type_registry
from discovery.atlas.typesystem.definitions import RelationshipEnd


class Saving:
    """One save_entities call."""

    def __init__(self, *, mode: SaveMode, context: WriteContext) -> None:
        self.mode = mode
        self.context = context
        self.registry = type_registry()
        self.lookup = Lookup(self.registry)
        self.change = Change(context)
        self.edges = Edges(self.change, self.lookup)
        self.handles: dict[str, Entity] = {}
        self._renamed: dict[str, Entity] = {}
        self._dropped: list[Entity] = []

    def run(self, entities: Sequence[Json], referred: Mapping[str, Json]) -> MutationResult:
        items = read_items(entities, referred, self.registry, keep_unreferenced=self.mode is SaveMode.IMPORT)
        name_glossary_things(items, self.lookup)
        self._load(items)
        for item in items:
            self._match(item)
        for item in items:
            self._write_values(item)
        self._load_edges(items)
        for item in items:
            self._connect(item)
        self._store()
        self._after(items)
        return self.change.result({item.guid: item.row.guid for item in items if item.guid and item.row})

    # -- finding rows ---------------------------------------------------------------------------------------------

    def _load(self, items: Sequence[Item]) -> None:
        guids: list[str] = [item.guid for item in items if item.is_assigned]
        keys: list[Key] = [key for item in items for key in self._keys(item)]
        for item in items:
            guids += (guid for guid in referenced_guids(item) if not guid.startswith("-"))
            for value in item.references.values():
                for reference in reference_values(value):
                    if isinstance(reference, Mapping) and (key := unique_key(reference, self.registry)):
                        keys.append(key)
        self.lookup.load_guids(guids)
        self.lookup.load_unique(keys)

    @staticmethod
    def _keys(item: Item) -> list[Key]:
        """The unique attributes an item was sent with, also those of PUT's uniqueAttributes."""
        given = {**item.values, **(item.sent.get("uniqueAttributes") or {})}
        return [
            (item.entity_type.name, name, str(given[name]))
            for name in item.entity_type.unique_attributes
            if given.get(name) not in (None, "")
        ]

    def _match(self, item: Item) -> None:
        """Finds the row of an item, or makes a new one. Sets `row` and `is_new`."""
        row = self.lookup.by_guid.get(item.guid) if item.is_assigned else None
        row = row or self.handles.get(item.guid)
        keys = self._keys(item)
        row = row or next((found for key in keys if (found := self.lookup.find_unique(*key))), None)
        self._refuse_taken(item, row)
        if row is None:
            row = self._create(item)
        elif row.type_name != item.entity_type.name:
            item.entity_type = self.registry.get_entity_type(row.type_name)
        if item.guid:
            self.handles[item.guid] = row
        item.row = row
        item.is_new = row.guid in self.change.created

    def _refuse_taken(self, item: Item, row: Entity | None) -> None:
        """A second unique attribute that another entity holds would rename that one; a real Atlas fails here (500)."""
        given = item.sent.get("uniqueAttributes")
        if row is None or given or item.is_assigned or item.guid in self.handles or not item.qualified_name:
            return
        if row.qualified_name not in ("", item.qualified_name):
            message = f"{row.qualified_name} holds a unique attribute of {item.qualified_name} already"
            raise Conflict(message, details={"errorCode": "409-003", "entity": item.qualified_name, "guid": row.guid})

    def _create(self, item: Item) -> Entity:
        if self.mode is SaveMode.PARTIAL or (item.is_assigned and self.mode is SaveMode.FULL):
            raise self._unknown(item)
        guid = item.guid if item.is_assigned else ""
        row = new_row(item.entity_type, guid=guid, actor=self.context.actor)
        unique = {name: item.values.get(name) for name in item.entity_type.unique_attributes}
        self.lookup.add(row, unique={name: value for name, value in unique.items() if value not in (None, "")})
        self.change.note_created(row)
        return row

    def _unknown(self, item: Item) -> NotFound:
        if item.is_assigned and self.mode is SaveMode.FULL:
            message = f"Referenced entity {item.guid} is not found"
            return NotFound(message, details={"errorCode": "404-00A", "guid": item.guid, "entity": item.place})
        if item.is_assigned:
            message = f"Given instance guid {item.guid} is invalid/not found"
            return NotFound(message, details={"errorCode": "404-005", "guid": item.guid, "entity": item.place})
        message = f"Instance {item.entity_type.name} with unique attribute {item.qualified_name!r} does not exist"
        return NotFound(message, details={"errorCode": "404-009", "entity": item.place})

    # -- values ---------------------------------------------------------------------------------------------------

    def _write_values(self, item: Item) -> None:
        row, partial = item.row, self.mode is SaveMode.PARTIAL
        assert row is not None
        first_time = item.is_new and not row.attributes
        try:
            sent = self.registry.normalize_attributes(item.entity_type, item.values, partial=partial)
            if first_time:
                self.registry.check_mandatory_ends(item.entity_type, item.references)
        except InvalidInput as error:
            error.details.setdefault("entity", item.qualified_name or item.place)
            raise
        if first_time:
            row.attributes = self.registry.with_defaults(item.entity_type, sent)
            self._write_extras(item, row)
            fill_hot_columns(row)
            row.position = position_of(row) or 0
            if row.kind == Entity.Kind.CONTAINER:
                row.database = row.name
            return
        before, name = row.attributes, row.name
        row.attributes = merged(item.entity_type, before, sent, partial=partial)
        changes = changes_between(before, row.attributes)
        changes |= self._write_custom(item, row)
        if self.mode is SaveMode.IMPORT:
            changes |= self._write_extras(item, row)
        if row.is_incomplete and not partial:
            row.is_incomplete, changes["isIncomplete"] = False, {"from": True, "to": False}
        if not changes:
            return
        fill_hot_columns(row)
        said = position_of(row)
        row.position = row.position if said is None else said
        if row.name != name:
            self._renamed[row.guid] = row
        self.change.note_updated(row, changes)

    def _write_custom(self, item: Item, row: Entity) -> dict[str, Any]:
        sent = item.sent.get("customAttributes")
        if sent is None or sent == row.custom_attributes:
            return {}
        check_custom_keys(sent, item.qualified_name or item.place)
        change = {"customAttributes": {"from": row.custom_attributes, "to": dict(sent)}}
        row.custom_attributes = dict(sent)
        return change

    def _write_extras(self, item: Item, row: Entity) -> dict[str, Any]:
        """Labels, business and custom attributes: on create, and whenever something is imported."""
        changes = self._write_custom(item, row)
        labels = sorted(set(item.sent.get("labels") or row.labels))
        if labels != row.labels:
            changes["labels"] = {"from": row.labels, "to": labels}
            row.labels = labels
        business = dict(row.business_attributes)
        for name, values in (item.sent.get("businessAttributes") or {}).items():
            normalized = self.registry.normalize_business_attributes(item.entity_type, name, values or {})
            business[name] = {**business.get(name, {}), **normalized}
        if business != row.business_attributes:
            changes["businessAttributes"] = {"from": row.business_attributes, "to": business}
            row.business_attributes = business
        if item.sent.get("homeId"):
            row.home_id = str(item.sent["homeId"])
        return changes

    # -- references -----------------------------------------------------------------------------------------------

    def _load_edges(self, items: Sequence[Item]) -> None:
        """Loads the edges that the write may touch: those of its stored entities by the attributes sent, and of what
        they refer to those that a new edge would take the place of. Not all edges of a table or a database."""
        own: dict[int, Entity] = {}
        own_names: set[str] = set()
        others: dict[int, Entity] = {}
        other_names: set[str] = set()
        for item in items:
            for attribute, value in item.references.items():
                ends = item.entity_type.relationship_ends[attribute]
                if item.row is not None and item.row.pk is not None:
                    own[item.row.pk] = item.row
                    own_names.update(end.relationship.name for end in ends)
                rivals = {rival.relationship.name for end in ends for rival in self.edges.rivals(end)}
                if rivals:
                    other_names |= rivals
                    targets = (self._resolve(each, item, attribute) for each in reference_values(value))
                    others |= {target.pk: target for target in targets if target.pk is not None}
        self.edges.load(own.values(), own_names)
        self.edges.load(others.values(), other_names)

    def _connect(self, item: Item) -> None:
        row, partial = item.row, self.mode is SaveMode.PARTIAL
        assert row is not None
        for attribute, value in item.references.items():
            by_end: dict[str, tuple[RelationshipEnd, list[Entity]]] = {}
            for reference in reference_values(value):
                target = self._resolve(reference, item, attribute)
                end = self._end(item, attribute, reference, target)
                end = self.edges.end_in_use(row, target, item.entity_type.relationship_ends[attribute]) or end
                by_end.setdefault(end.relationship.name, (end, []))[1].append(target)
            for end in item.entity_type.relationship_ends[attribute]:
                by_end.setdefault(end.relationship.name, (end, []))
            self._check_shape(item, attribute, [target for _, targets in by_end.values() for target in targets])
            for end, targets in by_end.values():
                definition = item.entity_type.attributes.get(attribute)
                appends = partial and definition is not None and definition.is_append_on_partial_update
                self._dropped += self.edges.set_targets(row, end, targets, keep_others=appends)

    def _resolve(self, reference: Any, item: Item, attribute: str) -> Entity:
        guid = str(reference.get("guid") or "") if isinstance(reference, Mapping) else str(reference)
        row = self.handles.get(guid) or (self.lookup.by_guid.get(guid) if guid else None)
        if row is None and isinstance(reference, Mapping) and (key := unique_key(reference, self.registry)):
            row = self.lookup.find_unique(*key)
        if row is None:
            raise dangling(reference, item.qualified_name or item.place, attribute)
        return row

    def _end(self, item: Item, attribute: str, reference: Any, target: Entity) -> RelationshipEnd:
        named = str(reference.get("relationshipType") or "") if isinstance(reference, Mapping) else ""
        target_type = self.registry.get_entity_type(target.type_name)
        end = item.entity_type.end_for(attribute, relationship_type=named, other_types=target_type.all_super_types)
        if end is None or end.other.type_name not in target_type.all_super_types:
            message = (
                f"{item.entity_type.name}.{attribute}: invalid value for type {end.other.type_name if end else '?'}"
            )
            details = {"errorCode": "404-007", "entity": item.qualified_name or item.place, "field": attribute}
            raise InvalidInput(message, details=details)
        return end

    @staticmethod
    def _check_shape(item: Item, attribute: str, targets: Sequence[Entity]) -> None:
        details = {"errorCode": "404-007", "entity": item.qualified_name or item.place, "field": attribute}
        path = f"{item.entity_type.name}.{attribute}"
        if not targets and attribute in item.entity_type.mandatory_ends:
            raise InvalidInput(f"{path}: mandatory attribute has no value", details=details)
        if len(targets) > 1 and not any(end.is_list for end in item.entity_type.relationship_ends[attribute]):
            raise InvalidInput(f"{path} takes one reference", details=details)

    # -- storing --------------------------------------------------------------------------------------------------

    def _store(self) -> None:
        kinds = self.registry.relationship_types
        added, removed = (
            [(edge, kinds[edge.type_name]) for edge in edges] for edges in (self.edges.added, self.edges.removed)
        )
        moved = place(added, removed, self.change, self.lookup)
        self._store_created()
        self.edges.store()
        renamed = [row for row in self._renamed.values() if row.kind == Entity.Kind.CONTAINER]
        for row in renamed:
            row.database = database_of(row, self.lookup)
        self.change.store_updated()
        hand_down_database([*renamed, *(row for row in moved if row.guid not in self.change.created)])

    def _store_created(self) -> None:
        """Stores new rows, those first that others stand in."""
        waiting = list(self.change.created.values())
        while waiting:
            ready = [row for row in waiting if row.parent is None or row.parent.pk is not None]
            if not ready:
                raise InvalidInput("These entities own each other.", details={"errorCode": "404-007"})
            insert_rows(ready)
            self.lookup.by_pk |= {row.pk: row for row in ready}
            waiting = [row for row in waiting if row.pk is None]

    def _after(self, items: Sequence[Item]) -> None:
        """What follows from the stored entities: dropped children, events, classifications sent along, new edges."""
        gone = [row for row in self._dropped if not self._is_owned(row)]
        if gone:
            deleting.delete_rows(gone, self.change, self.registry)
        positions = self.change.record_events()
        spreading.spread_over_new_edges(self.edges.added, self.registry, self.context, positions=positions)
        for item in items:
            assert item.row is not None
            sent = item.sent.get("classifications") or []
            if sent and (item.row.guid in self.change.created or self.mode is SaveMode.IMPORT):
                classifying.add_sent(item.row, sent, self.registry, self.context, mode=self.mode, positions=positions)

    def _is_owned(self, row: Entity) -> bool:
        """True when a dropped child found another owner in the same write."""
        entity_type = self.registry.get_entity_type(row.type_name)
        return any(
            self.edges.other_ends(end.relationship.name, end.end, row.guid)
            for ends in entity_type.relationship_ends.values()
            for end in ends
            if end.is_owned
        )


def save(
    entities: Sequence[Json], referred: Mapping[str, Json], *, mode: SaveMode, context: WriteContext
) -> MutationResult:
    """See MetadataAuthority.save_entities; the caller holds the transaction."""
    return Saving(mode=mode, context=context).run(entities, referred)
