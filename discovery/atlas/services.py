"""The one way in for writes of metadata: rights first, then the authority. Views, REST, GraphQL, doors, importers and
reactions call these."""

from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.types import Actor, WriteContext
from catalogsite.common.backends import get_backend
from discovery.atlas.authority import ClassificationInput, Json, MetadataAuthority, MutationResult, SaveMode


def authority() -> MetadataAuthority:
    """The configured authority: embedded, or Apache Atlas."""
    backend: MetadataAuthority = get_backend("authority")
    return backend


def save_typedefs(*, actor: Actor, typedefs: Json, context: WriteContext, update: bool = False) -> dict[str, Any]:
    require(actor, Action.EDIT_METADATA)
    return authority().save_typedefs(typedefs=typedefs, context=context, update=update)


def delete_typedef(*, actor: Actor, name: str, context: WriteContext) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().delete_typedef(name=name, context=context)


def save_entities(
    *,
    actor: Actor,
    entities: Sequence[Json],
    referred: Mapping[str, Json] | None = None,
    mode: SaveMode = SaveMode.FULL,
    context: WriteContext,
) -> MutationResult:
    require(actor, Action.EDIT_METADATA if context.origin == "human" else Action.INGEST)
    return authority().save_entities(entities=entities, referred=referred, mode=mode, context=context)


def delete_entities(*, actor: Actor, guids: Sequence[str], hard: bool = False, context: WriteContext) -> MutationResult:
    require(actor, Action.EDIT_METADATA)
    return authority().delete_entities(guids=guids, hard=hard, context=context)


def save_relationship(*, actor: Actor, relationship: Json, context: WriteContext) -> dict[str, Any]:
    require(actor, Action.EDIT_METADATA)
    return authority().save_relationship(relationship=relationship, context=context)


def delete_relationship(*, actor: Actor, guid: str, context: WriteContext) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().delete_relationship(guid=guid, context=context)


def add_classifications(
    *, actor: Actor, guid: str, classifications: Sequence[ClassificationInput], context: WriteContext
) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().add_classifications(guid=guid, classifications=classifications, context=context)


def update_classifications(
    *, actor: Actor, guid: str, classifications: Sequence[ClassificationInput], context: WriteContext
) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().update_classifications(guid=guid, classifications=classifications, context=context)


def remove_classification(
    *, actor: Actor, guid: str, type_name: str, source_guid: str | None = None, context: WriteContext
) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().remove_classification(guid=guid, type_name=type_name, source_guid=source_guid, context=context)


def assign_term(*, actor: Actor, term_guid: str, guids: Sequence[str], context: WriteContext) -> None:
    require(actor, Action.EDIT_TEXT)
    authority().assign_term(term_guid=term_guid, guids=guids, context=context)


def unassign_term(*, actor: Actor, term_guid: str, guids: Sequence[str], context: WriteContext) -> None:
    require(actor, Action.EDIT_TEXT)
    authority().unassign_term(term_guid=term_guid, guids=guids, context=context)


def set_labels(*, actor: Actor, guid: str, labels: Sequence[str], context: WriteContext) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().set_labels(guid=guid, labels=labels, context=context)


def set_business_attributes(
    *, actor: Actor, guid: str, attributes: Mapping[str, Json], overwrite: bool = False, context: WriteContext
) -> None:
    require(actor, Action.EDIT_METADATA)
    authority().set_business_attributes(guid=guid, attributes=attributes, overwrite=overwrite, context=context)
