"""The port through which metadata changes. The embedded backend and Apache Atlas both stand behind it.

Every method is one atomic change: it returns when the authority has accepted, or raises and nothing was written.
Errors: InvalidInput (with Atlas's `errorCode` in details), NotFound, Conflict, BackendUnavailable, BackendRejected.
JSON in and out is Atlas v2 (apache/atlas intg/…/model/instance, …/model/typedef).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from catalogsite.accounts.types import WriteContext

Json = Mapping[str, Any]


class SaveMode(StrEnum):
    """FULL = POST (creates or merges, mandatory attributes checked); PARTIAL = PUT (updates only, no such check)."""

    FULL = "FULL"
    PARTIAL = "PARTIAL"
    IMPORT = "IMPORT"
    """As FULL, but real guids are kept and classifications, labels and business attributes also count on updates."""


@dataclass(frozen=True, slots=True)
class EntityHeader:
    """What a mutation answer says of an entity (AtlasEntityHeader)."""

    guid: str
    type_name: str
    status: str
    qualified_name: str
    name: str


@dataclass(frozen=True, slots=True)
class MutationResult:
    """AtlasMutationResponse: each entity stands in one list only; guid_assignments maps request guids to real ones."""

    created: tuple[EntityHeader, ...] = ()
    updated: tuple[EntityHeader, ...] = ()
    deleted: tuple[EntityHeader, ...] = ()
    guid_assignments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClassificationInput:
    """A classification to add or update. None means "not sent": the default on add, unchanged on update."""

    type_name: str
    attributes: Json | None = None
    propagate: bool | None = None
    remove_propagations_on_entity_delete: bool | None = None
    validity_periods: Sequence[Json] | None = None


class MetadataAuthority(ABC):
    """Where metadata is decided. One contract suite (tests/contracts/metadata_authority.py) runs on every backend."""

    name: str

    @abstractmethod
    def save_typedefs(self, *, typedefs: Json, context: WriteContext, update: bool = False) -> dict[str, Any]:
        """Creates (or with `update` changes) the types of an AtlasTypesDef; answers them as stored."""

    @abstractmethod
    def delete_typedef(self, *, name: str, context: WriteContext) -> None: ...

    @abstractmethod
    def save_entities(
        self,
        *,
        entities: Sequence[Json],
        referred: Mapping[str, Json] | None = None,
        mode: SaveMode = SaveMode.FULL,
        context: WriteContext,
    ) -> MutationResult:
        """Creates or updates entities (AtlasEntitiesWithExtInfo). One bad entity refuses the whole call."""

    @abstractmethod
    def delete_entities(self, *, guids: Sequence[str], hard: bool = False, context: WriteContext) -> MutationResult:
        """Soft (or hard) deletes entities with what they own; unknown and deleted guids are passed over."""

    @abstractmethod
    def save_relationship(self, *, relationship: Json, context: WriteContext) -> dict[str, Any]:
        """Creates (no guid) or updates (guid) one AtlasRelationship; answers it as stored."""

    @abstractmethod
    def delete_relationship(self, *, guid: str, context: WriteContext) -> None: ...

    @abstractmethod
    def add_classifications(
        self, *, guid: str, classifications: Sequence[ClassificationInput], context: WriteContext
    ) -> None: ...

    @abstractmethod
    def update_classifications(
        self, *, guid: str, classifications: Sequence[ClassificationInput], context: WriteContext
    ) -> None: ...

    @abstractmethod
    def remove_classification(
        self, *, guid: str, type_name: str, source_guid: str | None = None, context: WriteContext
    ) -> None:
        """Removes what is set here; with another `source_guid` a propagated row whose source is no longer ACTIVE."""

    @abstractmethod
    def assign_term(self, *, term_guid: str, guids: Sequence[str], context: WriteContext) -> None: ...

    @abstractmethod
    def unassign_term(self, *, term_guid: str, guids: Sequence[str], context: WriteContext) -> None: ...

    @abstractmethod
    def set_labels(self, *, guid: str, labels: Sequence[str], context: WriteContext) -> None: ...

    @abstractmethod
    def set_business_attributes(
        self, *, guid: str, attributes: Mapping[str, Json], overwrite: bool = False, context: WriteContext
    ) -> None: ...
