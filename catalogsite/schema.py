"""The GraphQL schema: each slice's part put together."""

import graphene


class Query(graphene.ObjectType):  # type: ignore[misc]
    version = graphene.String(required=True, description="Version of the API.")

    @staticmethod
    def resolve_version(root: None, info: graphene.ResolveInfo) -> str:
        return "1"


schema = graphene.Schema(query=Query)
