"""GraphQL: entities with their columns, classifications and terms.

Rows of one list are siblings: the first that is asked for its classifications loads them for all, so that the number of
database queries does not depend on the number of rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import graphene
from graphene import relay
from graphene.types.generic import GenericScalar
from graphql_relay import from_global_id

from catalogsite.common import clock
from catalogsite.common.errors import InvalidInput, NotFound
from catalogsite.common.markdown import render_markdown
from catalogsite.common.relay import read_first
from discovery.atlas import selectors
from discovery.atlas.models import Entity as EntityRow


class Siblings:
    """What the entities of one list share: each kind of detail is loaded once for all of them."""

    def __init__(self, rows: Sequence[EntityRow]) -> None:
        self.rows = list(rows)
        self._columns: dict[int, dict[str, list[EntityNode]]] = {}

    @cached_property
    def guids(self) -> list[str]:
        return [row.guid for row in self.rows]

    @cached_property
    def classifications(self) -> dict[str, list[selectors.ClassificationView]]:
        return selectors.classifications_of(self.guids)

    @cached_property
    def ways(self) -> dict[tuple[str, str, str], list[selectors.PathHop]]:
        """The path of every propagated classification of these entities."""
        views = [view for found in self.classifications.values() for view in found if view.origin == "PROPAGATED"]
        return selectors.propagation_paths((view.guid, view.type_name, view.source_guid) for view in views)

    @cached_property
    def terms(self) -> dict[str, list[selectors.TermView]]:
        return selectors.terms_of(self.guids)

    @cached_property
    def paths(self) -> dict[str, tuple[str, ...]]:
        return selectors.paths_of(self.rows)

    @cached_property
    def column_counts(self) -> dict[str, int]:
        return selectors.column_counts_of(self.rows)

    def columns(self, first: int) -> dict[str, list["EntityNode"]]:
        """The first columns of each table, children being siblings of each other."""
        if first not in self._columns:
            found = selectors.first_columns_of(self.rows, limit=first)
            together = Siblings([column for columns in found.values() for column in columns])
            self._columns[first] = {
                guid: [EntityNode(column, together) for column in columns] for guid, columns in found.items()
            }
        return self._columns[first]


@dataclass(frozen=True, slots=True)
class ClassificationNode:
    """One classification in an answer, with the siblings of the entity it is on."""

    view: selectors.ClassificationView
    siblings: Siblings


class EntityNode:
    """One entity in an answer, with the siblings it shares loading with."""

    def __init__(self, row: EntityRow, siblings: Siblings) -> None:
        self.row = row
        self.siblings = siblings

    @property
    def id(self) -> str:
        return self.row.guid


def nodes_for(rows: Sequence[EntityRow]) -> list[EntityNode]:
    siblings = Siblings(rows)
    return [EntityNode(row, siblings) for row in rows]


class Classification(graphene.ObjectType):
    """A classification on an entity: set here (DIRECT) or inherited along lineage (PROPAGATED)."""

    type_name = graphene.String(required=True)
    attributes = GenericScalar()
    origin = graphene.String(required=True, description="DIRECT or PROPAGATED")
    entity_guid = graphene.String(required=True, description="The entity it was set on")
    path = graphene.List(graphene.NonNull(graphene.String), required=True, description="Guids from source to here")
    propagate = graphene.Boolean(required=True)
    validity_periods = GenericScalar()

    @staticmethod
    def resolve_type_name(node: ClassificationNode, info: graphene.ResolveInfo) -> str:
        return node.view.type_name

    @staticmethod
    def resolve_attributes(node: ClassificationNode, info: graphene.ResolveInfo) -> Any:
        return node.view.attributes

    @staticmethod
    def resolve_origin(node: ClassificationNode, info: graphene.ResolveInfo) -> str:
        return node.view.origin

    @staticmethod
    def resolve_propagate(node: ClassificationNode, info: graphene.ResolveInfo) -> bool:
        return node.view.propagate

    @staticmethod
    def resolve_validity_periods(node: ClassificationNode, info: graphene.ResolveInfo) -> Any:
        return list(node.view.validity_periods)

    @staticmethod
    def resolve_path(node: ClassificationNode, info: graphene.ResolveInfo) -> list[str]:
        view = node.view
        return [hop.guid for hop in node.siblings.ways.get((view.guid, view.type_name, view.source_guid), [])]

    @staticmethod
    def resolve_entity_guid(node: ClassificationNode, info: graphene.ResolveInfo) -> str:
        return node.view.source_guid


class Term(graphene.ObjectType):
    guid = graphene.String(required=True)
    name = graphene.String(required=True)
    glossary = graphene.String(required=True)


class Entity(graphene.ObjectType):
    """A dataset, column, process, term or anything else Atlas knows."""

    class Meta:
        interfaces = (relay.Node,)

    guid = graphene.String(required=True)
    type_name = graphene.String(required=True)
    status = graphene.String(required=True)
    name = graphene.String(required=True)
    display_name = graphene.String()
    qualified_name = graphene.String(required=True)
    path = graphene.List(graphene.NonNull(graphene.String), required=True)
    description = graphene.String(required=True, description="The text to show: a person's, else the source's")
    description_html = graphene.String(required=True, description="The same, rendered and sanitised")
    source_description = graphene.String(required=True)
    attributes = GenericScalar(required=True)
    owners = graphene.List(graphene.NonNull(graphene.String), required=True)
    labels = graphene.List(graphene.NonNull(graphene.String), required=True)
    create_time = graphene.DateTime(required=True)
    update_time = graphene.DateTime(required=True)
    data_type = graphene.String()
    classifications = graphene.List(graphene.NonNull(Classification), required=True)
    terms = graphene.List(graphene.NonNull(Term), required=True)
    column_count = graphene.Int(required=True)
    columns = graphene.List(graphene.NonNull(lambda: Entity), required=True, first=graphene.Int())

    @classmethod
    def is_type_of(cls, root: Any, info: graphene.ResolveInfo) -> bool:
        return isinstance(root, EntityNode)

    @classmethod
    def get_node(cls, info: graphene.ResolveInfo, guid: str) -> EntityNode:
        return nodes_for([selectors.get_entity(guid)])[0]

    @staticmethod
    def resolve_guid(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.guid

    @staticmethod
    def resolve_type_name(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.type_name

    @staticmethod
    def resolve_status(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.status

    @staticmethod
    def resolve_name(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.name

    @staticmethod
    def resolve_display_name(node: EntityNode, info: graphene.ResolveInfo) -> str | None:
        return node.row.display_name or None

    @staticmethod
    def resolve_qualified_name(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.qualified_name

    @staticmethod
    def resolve_path(node: EntityNode, info: graphene.ResolveInfo) -> list[str]:
        return list(node.siblings.paths.get(node.row.guid, ()))

    @staticmethod
    def resolve_description(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.text

    @staticmethod
    def resolve_description_html(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return str(render_markdown(node.row.text))

    @staticmethod
    def resolve_source_description(node: EntityNode, info: graphene.ResolveInfo) -> str:
        return node.row.description

    @staticmethod
    def resolve_attributes(node: EntityNode, info: graphene.ResolveInfo) -> dict[str, Any]:
        return dict(node.row.attributes)

    @staticmethod
    def resolve_owners(node: EntityNode, info: graphene.ResolveInfo) -> list[str]:
        return node.row.owners

    @staticmethod
    def resolve_labels(node: EntityNode, info: graphene.ResolveInfo) -> list[str]:
        return list(node.row.labels)

    @staticmethod
    def resolve_create_time(node: EntityNode, info: graphene.ResolveInfo) -> Any:
        return clock.from_ms(node.row.created_ms)

    @staticmethod
    def resolve_update_time(node: EntityNode, info: graphene.ResolveInfo) -> Any:
        return clock.from_ms(node.row.updated_ms)

    @staticmethod
    def resolve_data_type(node: EntityNode, info: graphene.ResolveInfo) -> str | None:
        return node.row.data_type or None

    @staticmethod
    def resolve_classifications(node: EntityNode, info: graphene.ResolveInfo) -> list[ClassificationNode]:
        views = node.siblings.classifications.get(node.row.guid, [])
        return [ClassificationNode(view, node.siblings) for view in views]

    @staticmethod
    def resolve_terms(node: EntityNode, info: graphene.ResolveInfo) -> list[selectors.TermView]:
        return node.siblings.terms.get(node.row.guid, [])

    @staticmethod
    def resolve_column_count(node: EntityNode, info: graphene.ResolveInfo) -> int:
        return node.siblings.column_counts.get(node.row.guid, 0)

    @staticmethod
    def resolve_columns(node: EntityNode, info: graphene.ResolveInfo, first: int | None = None) -> list[EntityNode]:
        return node.siblings.columns(read_first(first)).get(node.row.guid, [])


class Query(graphene.ObjectType):
    """Entities by guid or by their unique name."""

    node = graphene.Field(relay.Node, id=graphene.ID(required=True), description="Anything by its global id")
    entity = graphene.Field(
        Entity,
        guid=graphene.String(),
        type_name=graphene.String(),
        qualified_name=graphene.String(),
        description="One entity, by guid or by typeName and qualifiedName",
    )

    @staticmethod
    def resolve_node(root: None, info: graphene.ResolveInfo, id: str) -> Any:
        try:
            type_name, key = from_global_id(id)
        except ValueError as error:
            raise NotFound("There is nothing with this id.", details={"id": id}) from error
        kind = getattr(info.schema.get_type(type_name), "graphene_type", None)
        if kind is None or relay.Node not in kind._meta.interfaces:
            raise NotFound("There is nothing with this id.", details={"id": id})
        return kind.get_node(info, key)

    @staticmethod
    def resolve_entity(
        root: None,
        info: graphene.ResolveInfo,
        guid: str | None = None,
        type_name: str | None = None,
        qualified_name: str | None = None,
    ) -> EntityNode:
        if guid:
            row = selectors.get_entity(guid)
        elif type_name and qualified_name:
            row = selectors.get_entity_by_qualified_name(type_name, qualified_name)
        else:
            raise InvalidInput("Give guid, or typeName and qualifiedName.", details={"field": "guid"})
        return nodes_for([row])[0]
