"""GraphQL: writing a description."""

import graphene

from catalogsite.accounts.selectors import current_actor
from discovery.atlas.schema import Entity, EntityNode, nodes_for
from discovery.atlas.selectors import get_entity
from discovery.documentation.services import save_description


class SaveDescription(graphene.Mutation):
    """Saves a text based on `revision` (0 when nobody wrote yet). A stale one is the error CONFLICT with their text."""

    class Arguments:
        guid = graphene.String(required=True)
        text = graphene.String(required=True)
        revision = graphene.Int(required=True)

    entity = graphene.Field(Entity, required=True)
    revision = graphene.Int(required=True)

    @staticmethod
    def mutate(root: None, info: graphene.ResolveInfo, guid: str, text: str, revision: int) -> "SaveDescription":
        saved = save_description(actor=current_actor(info.context), guid=guid, text=text, revision=revision)
        node: EntityNode = nodes_for([get_entity(guid)])[0]
        return SaveDescription(entity=node, revision=saved.revision)


class Mutation(graphene.ObjectType):
    """Acts on texts."""

    save_description = SaveDescription.Field()
