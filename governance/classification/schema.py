"""GraphQL: proposals, and the three acts on them. The same services as pages and REST."""

from collections.abc import Sequence
from typing import Any

import graphene
from graphene import relay
from graphene.types.generic import GenericScalar

from catalogsite.accounts.selectors import current_actor
from catalogsite.common.relay import read_first
from governance.classification import services
from governance.classification.models import Proposal as ProposalRow
from governance.classification.models import ProposalChange, Review
from governance.classification.selectors.entities import list_differences
from governance.classification.selectors.messages import sentence_of
from governance.classification.selectors.proposals import get_proposal, list_proposals
from governance.classification.selectors.road import get_facts
from governance.classification.timeline import RoadStep, build_timeline
from governance.classification.types import ProposalState
from governance.classification.wishes import read_changes


class ProposalChangeType(graphene.ObjectType):
    """One wish for one entity."""

    class Meta:
        name = "ProposalChange"

    guid = graphene.String(required=True)
    action = graphene.String(required=True, description="ADD, UPDATE or REMOVE")
    classification = graphene.String(required=True)
    attributes = GenericScalar()
    propagate = graphene.Boolean()


class ProposalReview(graphene.ObjectType):
    """A decision or a comment."""

    reviewer = graphene.String(required=True)
    decision = graphene.String(required=True)
    comment = graphene.String(required=True)
    at = graphene.DateTime(required=True)

    @staticmethod
    def resolve_reviewer(review: Review, info: graphene.ResolveInfo) -> str:
        return review.reviewer.get_username()


class ProposalStep(graphene.ObjectType):
    """One step of the road from proposal to proof."""

    step = graphene.String(required=True)
    state = graphene.String(required=True)
    what = graphene.String(required=True)
    detail = graphene.String(required=True)
    at = graphene.DateTime()

    @staticmethod
    def resolve_step(step: RoadStep, info: graphene.ResolveInfo) -> str:
        return step.key

    @staticmethod
    def resolve_state(step: RoadStep, info: graphene.ResolveInfo) -> str:
        return str(step.step.state)

    @staticmethod
    def resolve_what(step: RoadStep, info: graphene.ResolveInfo) -> str:
        return str(step.step.what)

    @staticmethod
    def resolve_detail(step: RoadStep, info: graphene.ResolveInfo) -> str:
        return str(step.step.detail)

    @staticmethod
    def resolve_at(step: RoadStep, info: graphene.ResolveInfo) -> Any:
        return step.step.at


class Proposal(graphene.ObjectType):
    """A wish to change classifications, with its reviews and its road."""

    class Meta:
        interfaces = (relay.Node,)

    number = graphene.Int(required=True)
    title = graphene.String(required=True)
    state = graphene.String(required=True)
    reason = graphene.String(required=True)
    proposer = graphene.String(required=True)
    created_at = graphene.DateTime(required=True)
    decided_at = graphene.DateTime()
    finished_at = graphene.DateTime()
    problem = graphene.String()
    revision = graphene.String(required=True, description="Names the present state of its entities, see approve")
    changes = graphene.List(graphene.NonNull(ProposalChangeType), required=True)
    reviews = graphene.List(graphene.NonNull(ProposalReview), required=True)
    timeline = graphene.List(graphene.NonNull(ProposalStep), required=True)

    @classmethod
    def is_type_of(cls, root: Any, info: graphene.ResolveInfo) -> bool:
        return isinstance(root, ProposalRow)

    @classmethod
    def get_node(cls, info: graphene.ResolveInfo, key: str) -> ProposalRow:
        return get_proposal(key)

    @staticmethod
    def resolve_number(row: ProposalRow, info: graphene.ResolveInfo) -> int:
        return row.pk

    @staticmethod
    def resolve_title(row: ProposalRow, info: graphene.ResolveInfo) -> str:
        return sentence_of(row)

    @staticmethod
    def resolve_proposer(row: ProposalRow, info: graphene.ResolveInfo) -> str:
        return row.proposer.get_username()

    @staticmethod
    def resolve_problem(row: ProposalRow, info: graphene.ResolveInfo) -> str | None:
        return row.problem or None

    @staticmethod
    def resolve_revision(row: ProposalRow, info: graphene.ResolveInfo) -> str:
        return list_differences(row)[1]

    @staticmethod
    def resolve_changes(row: ProposalRow, info: graphene.ResolveInfo) -> Sequence[ProposalChange]:
        return list(row.changes.all())

    @staticmethod
    def resolve_reviews(row: ProposalRow, info: graphene.ResolveInfo) -> Sequence[Review]:
        return list(row.reviews.all())

    @staticmethod
    def resolve_timeline(row: ProposalRow, info: graphene.ResolveInfo) -> Sequence[RoadStep]:
        return build_timeline(get_facts(row))


class ProposalConnection(relay.Connection):
    """One page of proposals, newest first."""

    class Meta:
        node = Proposal

    total_count = graphene.Int(required=True)


class Query(graphene.ObjectType):
    """Proposals."""

    proposal = graphene.Field(Proposal, number=graphene.Int(required=True))
    proposals = graphene.Field(
        ProposalConnection,
        required=True,
        state=graphene.List(graphene.NonNull(graphene.String)),
        mine=graphene.Boolean(),
        first=graphene.Int(),
        after=graphene.String(),
    )

    @staticmethod
    def resolve_proposal(root: None, info: graphene.ResolveInfo, number: int) -> ProposalRow:
        return get_proposal(number)

    @staticmethod
    def resolve_proposals(
        root: None,
        info: graphene.ResolveInfo,
        state: Sequence[str] = (),
        mine: bool = False,
        first: int | None = None,
        after: str | None = None,
    ) -> ProposalConnection:
        page = list_proposals(
            states=[ProposalState(each) for each in state if each in ProposalState.__members__],
            mine=current_actor(info.context) if mine else None,
            cursor=after,
            limit=read_first(first),
        )
        edges = [ProposalConnection.Edge(node=row.proposal, cursor=row.proposal.pk) for row in page.results]
        info_of_page = relay.PageInfo(
            has_next_page=page.next is not None, has_previous_page=bool(after), end_cursor=page.next
        )
        return ProposalConnection(edges=edges, page_info=info_of_page, total_count=page.total)


class ProposalChangeInput(graphene.InputObjectType):
    guid = graphene.String(required=True)
    action = graphene.String(required=True, description="ADD, UPDATE or REMOVE")
    classification = graphene.String(required=True)
    attributes = GenericScalar()
    propagate = graphene.Boolean()
    source_guid = graphene.String()


class SubmitProposal(graphene.Mutation):
    """Proposes changes; answers the proposal in state OPEN."""

    class Arguments:
        reason = graphene.String(required=True)
        changes = graphene.List(graphene.NonNull(ProposalChangeInput), required=True)

    proposal = graphene.Field(Proposal, required=True)

    @staticmethod
    def mutate(root: None, info: graphene.ResolveInfo, reason: str, changes: Sequence[Any]) -> "SubmitProposal":
        wishes = read_changes([_camel(change) for change in changes])
        made = services.submit_proposal(actor=current_actor(info.context), reason=reason, changes=wishes)
        return SubmitProposal(proposal=made)


def _camel(change: Any) -> dict[str, Any]:
    """An input object under the names that REST uses, so that both are read by the same rules."""
    names = {"source_guid": "sourceGuid"}
    return {names.get(name, name): value for name, value in change.items() if value is not None}


class ApproveProposal(graphene.Mutation):
    """Approves; answers APPROVED, and APPLIED follows. `revision` confirms what changed since it was proposed."""

    class Arguments:
        number = graphene.Int(required=True)
        comment = graphene.String()
        revision = graphene.String()

    proposal = graphene.Field(Proposal, required=True)

    @staticmethod
    def mutate(
        root: None, info: graphene.ResolveInfo, number: int, comment: str = "", revision: str = ""
    ) -> "ApproveProposal":
        actor = current_actor(info.context)
        decided = services.approve_proposal(actor=actor, proposal_id=number, comment=comment, revision=revision)
        return ApproveProposal(proposal=decided)


class RejectProposal(graphene.Mutation):
    class Arguments:
        number = graphene.Int(required=True)
        comment = graphene.String()

    proposal = graphene.Field(Proposal, required=True)

    @staticmethod
    def mutate(root: None, info: graphene.ResolveInfo, number: int, comment: str = "") -> "RejectProposal":
        actor = current_actor(info.context)
        return RejectProposal(proposal=services.reject_proposal(actor=actor, proposal_id=number, comment=comment))


class WithdrawProposal(graphene.Mutation):
    class Arguments:
        number = graphene.Int(required=True)

    proposal = graphene.Field(Proposal, required=True)

    @staticmethod
    def mutate(root: None, info: graphene.ResolveInfo, number: int) -> "WithdrawProposal":
        actor = current_actor(info.context)
        return WithdrawProposal(proposal=services.withdraw_proposal(actor=actor, proposal_id=number))


class Mutation(graphene.ObjectType):
    """Acts on proposals."""

    submit_proposal = SubmitProposal.Field()
    approve_proposal = ApproveProposal.Field()
    reject_proposal = RejectProposal.Field()
    withdraw_proposal = WithdrawProposal.Field()
