"""GraphQL: the lineage of an entity, in the words of the REST answer."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import graphene
from graphene.types.generic import GenericScalar

from catalogsite.common.errors import InvalidInput
from discovery.lineage.answers import lineage_json
from discovery.lineage.collapse import ANSWER
from discovery.lineage.graph import Direction
from discovery.lineage.params import LineageQuery
from discovery.lineage.selectors import count_hidden, get_view

DEEPEST = 50


class LineageNode(graphene.ObjectType):
    guid = graphene.String(required=True)
    type_name = graphene.String(required=True)
    kind = graphene.String(required=True)
    status = graphene.String(required=True)
    name = graphene.String(required=True)
    qualified_name = graphene.String(required=True)
    path = graphene.List(graphene.NonNull(graphene.String), required=True)
    owners = graphene.List(graphene.NonNull(graphene.String), required=True)
    upstream_steps = graphene.Int()
    downstream_steps = graphene.Int()


class LineageEdge(graphene.ObjectType):
    """Data flows from one to the other, in the direction of the data."""

    from_entity_id = graphene.String(required=True)
    to_entity_id = graphene.String(required=True)


class Lineage(graphene.ObjectType):
    """Nodes and edges around an entity. `hidden` counts, for each guid, the neighbours that are not in the answer."""

    base_entity_guid = graphene.String(required=True)
    nodes = graphene.List(graphene.NonNull(LineageNode), required=True)
    edges = graphene.List(graphene.NonNull(LineageEdge), required=True)
    hidden = GenericScalar(required=True)
    total = graphene.Int(required=True)
    has_more = graphene.Boolean(required=True)


class Query(graphene.ObjectType):
    """Lineage."""

    lineage = graphene.Field(
        Lineage,
        required=True,
        guid=graphene.String(required=True),
        direction=graphene.String(default_value="BOTH", description="BOTH, INPUT or OUTPUT"),
        depth=graphene.Int(default_value=3),
        hide_process=graphene.Boolean(default_value=False),
    )

    @staticmethod
    def resolve_lineage(
        root: None, info: graphene.ResolveInfo, guid: str, direction: str, depth: int, hide_process: bool
    ) -> Lineage:
        if direction not in Direction.__members__:
            raise InvalidInput("direction must be BOTH, INPUT or OUTPUT.", details={"field": "direction"})
        if not 0 <= depth <= DEEPEST:
            raise InvalidInput(f"depth must be between 0 and {DEEPEST}.", details={"field": "depth"})
        query = replace(LineageQuery(), direction=Direction[direction], depth=depth, processes=not hide_process)
        view = get_view(guid, query, limits=ANSWER)
        found = lineage_json(view, count_hidden(view.drawn, with_deleted=query.deleted))
        return Lineage(
            base_entity_guid=found["baseEntityGuid"],
            nodes=[_node(node) for node in found["nodes"]],
            edges=[
                LineageEdge(from_entity_id=edge["fromEntityId"], to_entity_id=edge["toEntityId"])
                for edge in found["edges"]
            ],
            hidden=found["hidden"],
            total=found["total"],
            has_more=found["hasMore"],
        )


def _node(node: Mapping[str, Any]) -> LineageNode:
    return LineageNode(
        guid=node["guid"],
        type_name=node["typeName"],
        kind=node["kind"],
        status=node["status"],
        name=node["name"],
        qualified_name=node["qualifiedName"],
        path=node["path"],
        owners=node["owners"],
        upstream_steps=node["upstreamSteps"],
        downstream_steps=node["downstreamSteps"],
    )
