"""What one write touched, gathered until its end: rows to store, events to record, headers to answer."""

from collections.abc import Iterable, Mapping
from typing import Any

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from catalogsite.common.bulk import update_rows
from discovery.atlas.authority import EntityHeader, MutationResult
from discovery.atlas.models import Entity
from workflows.events.services import record_many
from workflows.events.types import EventKind, NewEvent


def entity_payload(row: Entity, **more: Any) -> dict[str, Any]:
    """What every event of an entity says of it."""
    return {
        "guid": row.guid,
        "typeName": row.type_name,
        "qualifiedName": row.qualified_name,
        "name": row.name,
        "kind": str(row.kind),
        **more,
    }


def header(row: Entity) -> EntityHeader:
    return EntityHeader(row.guid, row.type_name, str(row.status), row.qualified_name, row.name)


class Change:
    """One write. Entities stand in one list only: created wins over updated, deleted over both."""

    def __init__(self, context: WriteContext) -> None:
        self.context = context
        self.at = clock.now_ms()
        self.created: dict[str, Entity] = {}
        self.updated: dict[str, Entity] = {}
        self.deleted: dict[str, Entity] = {}
        self._changes: dict[str, dict[str, Any]] = {}

    def note_created(self, row: Entity) -> None:
        self.created[row.guid] = row

    def note_updated(self, row: Entity, changes: Mapping[str, Any] | None = None) -> None:
        """An entity that changed, or a peer that a relation touched (without changes of its own)."""
        row.updated_ms, row.updated_by = self.at, self.context.actor
        if row.guid not in self.created:
            self.updated[row.guid] = row
        self._changes.setdefault(row.guid, {}).update(changes or {})

    def note_related(
        self, row: Entity, attribute: str, *, added: Iterable[str] = (), removed: Iterable[str] = ()
    ) -> None:
        """References that a relationship attribute gained or lost."""
        self.note_updated(row)
        change = self._changes[row.guid].setdefault(attribute, {"added": [], "removed": []})
        change["added"] += added
        change["removed"] += removed

    def note_deleted(self, row: Entity) -> None:
        self.deleted[row.guid] = row

    def store_updated(self) -> None:
        """Writes the rows that changed and are no new ones."""
        rows = [row for guid, row in self.updated.items() if guid not in self.deleted and row.pk is not None]
        update_rows(rows, STORED_COLUMNS)

    def record_events(self) -> dict[str, int]:
        """Records the events of entities; answers guid → position."""
        events = [
            *(NewEvent(row.guid, EventKind.ENTITY_CREATE, entity_payload(row)) for row in self.created.values()),
            *(
                NewEvent(guid, EventKind.ENTITY_UPDATE, entity_payload(row, changes=self._changes.get(guid, {})))
                for guid, row in self.updated.items()
                if guid not in self.deleted and guid not in self.created
            ),
            *(NewEvent(row.guid, EventKind.ENTITY_DELETE, entity_payload(row)) for row in self.deleted.values()),
        ]
        positions = record_many(events, context=self.context)
        return {event.key: position for event, position in zip(events, positions, strict=True)}

    def result(self, guid_assignments: Mapping[str, str] | None = None) -> MutationResult:
        return MutationResult(
            created=tuple(header(row) for row in self.created.values()),
            updated=tuple(
                header(row)
                for guid, row in self.updated.items()
                if guid not in self.deleted and guid not in self.created
            ),
            deleted=tuple(header(row) for row in self.deleted.values()),
            guid_assignments=dict(guid_assignments or {}),
        )


STORED_COLUMNS = [
    "status", "qualified_name", "name", "display_name", "description", "user_description", "owner", "is_documented",
    "is_incomplete", "is_temporary", "data_type", "parent", "position", "database", "attributes", "custom_attributes",
    "business_attributes", "labels", "updated_ms", "updated_by",
]  # fmt: skip
