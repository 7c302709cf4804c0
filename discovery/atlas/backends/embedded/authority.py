"""The embedded metadata authority: Atlas's semantics on our own tables, each method one transaction."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import Conflict
from discovery.atlas.authority import ClassificationInput, Json, MetadataAuthority, MutationResult, SaveMode
from discovery.atlas.backends.embedded import classifying, deleting, extras, relating, saving
from discovery.atlas.backends.embedded import typedefs as typedef_rules
from discovery.atlas.backends.embedded.lookup import Lookup
from discovery.atlas.registry import type_registry


class EmbeddedAuthority(MetadataAuthority):
    """Metadata is decided here, in this database."""

    name = "embedded"

    def save_typedefs(self, *, typedefs: Json, context: WriteContext, update: bool = False) -> dict[str, Any]:
        return (
            typedef_rules.update_typedefs(typedefs, context)
            if update
            else typedef_rules.create_typedefs(typedefs, context)
        )

    def delete_typedef(self, *, name: str, context: WriteContext) -> None:
        typedef_rules.delete_typedef(name, context)

    def save_entities(
        self,
        *,
        entities: Sequence[Json],
        referred: Mapping[str, Json] | None = None,
        mode: SaveMode = SaveMode.FULL,
        context: WriteContext,
    ) -> MutationResult:
        try:
            with transaction.atomic():
                return saving.save(entities, referred or {}, mode=mode, context=context)
        except IntegrityError as error:
            message = "Another write created an entity of the same type and qualified name meanwhile."
            raise Conflict(message, details={"errorCode": "409-003"}) from error

    def delete_entities(self, *, guids: Sequence[str], hard: bool = False, context: WriteContext) -> MutationResult:
        with transaction.atomic():
            return deleting.delete(guids, hard=hard, context=context)

    def save_relationship(self, *, relationship: Json, context: WriteContext) -> dict[str, Any]:
        with transaction.atomic():
            return relating.save(relationship, context)

    def delete_relationship(self, *, guid: str, context: WriteContext) -> None:
        with transaction.atomic():
            relating.delete(guid, context)

    def add_classifications(
        self, *, guid: str, classifications: Sequence[ClassificationInput], context: WriteContext
    ) -> None:
        registry = type_registry()
        with transaction.atomic():
            classifying.add(Lookup(registry).get(guid), classifications, registry, context)

    def update_classifications(
        self, *, guid: str, classifications: Sequence[ClassificationInput], context: WriteContext
    ) -> None:
        registry = type_registry()
        with transaction.atomic():
            classifying.update(Lookup(registry).get(guid), classifications, registry, context)

    def remove_classification(
        self, *, guid: str, type_name: str, source_guid: str | None = None, context: WriteContext
    ) -> None:
        registry = type_registry()
        with transaction.atomic():
            classifying.remove(Lookup(registry).get(guid), type_name, source_guid, registry, context)

    def assign_term(self, *, term_guid: str, guids: Sequence[str], context: WriteContext) -> None:
        with transaction.atomic():
            relating.assign(term_guid, guids, context)

    def unassign_term(self, *, term_guid: str, guids: Sequence[str], context: WriteContext) -> None:
        with transaction.atomic():
            relating.unassign(term_guid, guids, context)

    def set_labels(self, *, guid: str, labels: Sequence[str], context: WriteContext) -> None:
        with transaction.atomic():
            extras.set_labels(guid, labels, context)

    def set_business_attributes(
        self, *, guid: str, attributes: Mapping[str, Json], overwrite: bool = False, context: WriteContext
    ) -> None:
        with transaction.atomic():
            extras.set_business_attributes(guid, attributes, overwrite=overwrite, context=context)
