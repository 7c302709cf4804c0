"""GraphQL: searching. Hits are entities from our tables, loaded together, with the reason for each."""

from collections.abc import Sequence
from typing import Any

import graphene
from graphene import relay

from catalogsite.accounts.selectors import current_actor
from catalogsite.common.relay import read_first
from discovery.atlas.schema import Entity, nodes_for
from discovery.atlas.selectors import entities_by_guid
from discovery.search.selectors import find_entities
from discovery.search.types import FACETS, Hit, SearchQuery

DOCUMENTED = {True: ("yes",), False: ("no",), None: ()}


class SearchMatch(graphene.ObjectType):
    """Why a hit was found: the band it stands in, the fields and the columns that matched."""

    band = graphene.String(required=True)
    fields = graphene.List(graphene.NonNull(graphene.String), required=True)
    columns = graphene.List(graphene.NonNull(graphene.String), required=True)


class FacetValue(graphene.ObjectType):
    value = graphene.String(required=True)
    count = graphene.Int(required=True)


class Facet(graphene.ObjectType):
    """Counts of one facet; they hold under all filters but its own."""

    name = graphene.String(required=True)
    values = graphene.List(graphene.NonNull(FacetValue), required=True)


class SearchConnection(relay.Connection):
    """One page of hits, best first."""

    class Meta:
        node = Entity

    class Edge:
        match = graphene.Field(SearchMatch, required=True)

    total_count = graphene.Int(required=True)
    facets = graphene.List(graphene.NonNull(Facet), required=True)


def _texts() -> Any:
    return graphene.List(graphene.NonNull(graphene.String))


class Query(graphene.ObjectType):
    """Search."""

    search = graphene.Field(
        SearchConnection,
        required=True,
        q=graphene.String(default_value="", description="Words, in the language of the search box"),
        type=_texts(),
        database=_texts(),
        owner=_texts(),
        classification=_texts(),
        term=_texts(),
        kind=_texts(),
        status=_texts(),
        documented=graphene.Boolean(),
        sort=graphene.String(default_value="relevance"),
        first=graphene.Int(),
        after=graphene.String(),
    )

    @staticmethod
    def resolve_search(
        root: None,
        info: graphene.ResolveInfo,
        q: str,
        sort: str,
        first: int | None = None,
        after: str | None = None,
        documented: bool | None = None,
        kind: Sequence[str] = (),
        status: Sequence[str] = ("ACTIVE",),
        **filters: Sequence[str],
    ) -> SearchConnection:
        chosen = {name: tuple(values) for name, values in filters.items() if values}
        if documented is not None:
            chosen["documented"] = DOCUMENTED[documented]
        query = SearchQuery(
            text=q, filters=chosen, kinds=tuple(kind), statuses=tuple(status), sort=sort, limit=read_first(first)
        )
        found = find_entities(query, actor=current_actor(info.context), cursor=after)
        return SearchConnection(
            edges=_edges(found.page.hits, after_all=found.next),
            page_info=relay.PageInfo(
                has_next_page=found.next is not None, has_previous_page=bool(after), end_cursor=found.next
            ),
            total_count=found.page.total,
            facets=[
                Facet(
                    name=name,
                    values=[
                        FacetValue(value=value.value, count=value.count) for value in found.page.facets.get(name, ())
                    ],
                )
                for name in FACETS
            ],
        )


def _edges(hits: Sequence[Hit], *, after_all: str | None) -> list[Any]:
    """Hits whose entity is gone from the tables are left out: the index is a moment behind."""
    rows = entities_by_guid(hit.document.guid for hit in hits)
    present = [hit for hit in hits if hit.document.guid in rows]
    nodes = nodes_for([rows[hit.document.guid] for hit in present])
    last = len(present) - 1
    edge: Any = SearchConnection.Edge
    return [
        edge(
            node=node,
            cursor=(after_all or "") if place == last else node.id,
            match=SearchMatch(band=hit.match.band.name, fields=list(hit.match.fields), columns=list(hit.match.columns)),
        )
        for place, (hit, node) in enumerate(zip(present, nodes, strict=True))
    ]
