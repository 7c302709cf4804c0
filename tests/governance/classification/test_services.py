"""Submitting, deciding, withdrawing, commenting: rights, states, events. Denied acts write nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from catalogsite.accounts.types import Actor, TokenKind
from catalogsite.common.errors import CatalogError, Conflict, InvalidInput, NotAllowed, NotFound, NotSignedIn
from discovery.atlas.models import Entity
from governance.classification.models import Proposal, ProposalChange, Review
from governance.classification.selectors.entities import list_differences
from governance.classification.selectors.proposals import get_proposal
from governance.classification.services import (
    approve_proposal,
    comment_on,
    reject_proposal,
    submit_proposal,
    withdraw_proposal,
)
from governance.classification.types import ChangeAction, ChangeInput, ProposalState
from tests.builders.lineage import classify, soft_delete
from tests.builders.proposals import Shop, change, make_shop, propose, set_classification
from tests.people import People
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def written() -> tuple[Any, ...]:
    """Everything an act on proposals may write."""
    states = list(Proposal.objects.order_by("pk").values_list("pk", "state", "reason"))
    return states, ProposalChange.objects.count(), Review.objects.count(), Event.objects.count()


def refused(error: type[CatalogError], act: Callable[[], object]) -> CatalogError:
    before = written()
    with pytest.raises(error) as problem:
        act()
    assert written() == before
    return problem.value


class TestSubmitting:
    def test_keeps_changes_what_was_seen_and_records_one_event(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email, attributes={"kind": "EMAIL"}), change(shop.phone))
        assert made.state == ProposalState.OPEN
        assert [entry.guid for entry in made.changes.all()] == [shop.email.guid, shop.phone.guid]
        assert made.changes.all()[0].seen["status"] == "ACTIVE"
        assert made.changes.all()[0].database == "hr"
        assert made.inherits == 1
        (event,) = Event.objects.filter(kind="PROPOSAL_SUBMITTED")
        assert (event.key, event.trace, event.actor) == (made.trace, made.trace, "analyst")
        assert event.payload["guids"] == [shop.email.guid, shop.phone.guid]
        assert event.payload["classifications"] == ["PII"]

    @pytest.mark.parametrize("reason", ["", "  \n "])
    def test_needs_a_reason(self, people: People, shop: Shop, reason: str) -> None:
        error = refused(InvalidInput, lambda: propose(people, change(shop.email), reason=reason))
        assert error.details["field"] == "reason"

    def test_needs_a_change(self, people: People) -> None:
        assert refused(InvalidInput, lambda: propose(people)).details["field"] == "changes"

    @pytest.mark.parametrize(
        ("wish", "field"),
        [
            (ChangeInput("no-such-guid", ChangeAction.ADD, "PII"), "changes.0.guid"),
            (ChangeInput("EMAIL", ChangeAction.ADD, "NO_SUCH_TYPE"), "changes.0.classification"),
            (ChangeInput("EMAIL", ChangeAction.ADD, "RETENTION", {"days": "soon"}), "changes.0.attributes"),
            (ChangeInput("EMAIL", ChangeAction.ADD, "PII", {"colour": "red"}), "changes.0.attributes"),
            (ChangeInput("EMAIL", ChangeAction.REMOVE, "PII"), "changes.0.classification"),
            (ChangeInput("EMAIL", ChangeAction.UPDATE, "PII", {"kind": "EMAIL"}), "changes.0.classification"),
        ],
    )
    def test_names_the_field_that_is_wrong(self, people: People, shop: Shop, wish: ChangeInput, field: str) -> None:
        guid = shop.email.guid if wish.guid == "EMAIL" else wish.guid
        asked = ChangeInput(guid, wish.action, wish.classification, wish.attributes)
        error = refused(InvalidInput, lambda: propose(people, asked))
        assert error.details["field"] == field

    def test_deleted_entity_is_refused(self, people: People, shop: Shop) -> None:
        soft_delete(shop.email)
        error = refused(InvalidInput, lambda: propose(people, change(shop.email)))
        assert error.details["field"] == "changes.0.guid"

    def test_classification_that_is_set_here_is_not_added_again(self, people: People, shop: Shop) -> None:
        set_classification(shop.email)
        error = refused(InvalidInput, lambda: propose(people, change(shop.email)))
        assert error.details["field"] == "changes.0.classification"

    def test_inherited_classification_may_be_set_here_as_well(self, people: People, shop: Shop) -> None:
        classify(shop.people_email, "PII", source=shop.email)
        assert propose(people, change(shop.people_email)).state == ProposalState.OPEN

    def test_same_change_twice_is_refused(self, people: People, shop: Shop) -> None:
        error = refused(InvalidInput, lambda: propose(people, change(shop.email), change(shop.email)))
        assert error.details["field"] == "changes.1.classification"

    def test_update_that_changes_nothing_is_refused(self, people: People, shop: Shop) -> None:
        set_classification(shop.email)
        error = refused(InvalidInput, lambda: propose(people, change(shop.email, ChangeAction.UPDATE)))
        assert error.details["field"] == "changes.0.attributes"

    def test_inherited_classification_is_removed_at_its_source(self, people: People, shop: Shop) -> None:
        set_classification(shop.email)
        classify(shop.people_email, "PII", source=shop.email)
        wish = change(shop.people_email, ChangeAction.REMOVE, source_guid=shop.email.guid)
        # The row has no edge it came over, so its path is gone and its removal may be proposed.
        assert propose(people, wish).changes.all()[0].source_guid == shop.email.guid

    def test_signed_out_readers_and_service_tokens_without_scope_cannot_propose(
        self, people: People, shop: Shop
    ) -> None:
        refused(NotSignedIn, lambda: propose(people, change(shop.email), by="anonymous"))
        service = Actor(username="analyst", token_kind=TokenKind.SERVICE, token_scopes=frozenset({"read"}))
        refused(NotAllowed, lambda: submit_proposal(actor=service, reason="x", changes=[change(shop.email)]))


class TestDeciding:
    def test_approval_moves_the_state_and_records_review_and_event(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        decided = approve_proposal(actor=people.actor("steward"), proposal_id=made.pk, comment=" Agreed. ")
        assert decided.state == ProposalState.APPROVED
        assert decided.decided_by == people.steward
        (review,) = decided.reviews.all()
        assert (review.decision, review.comment) == ("APPROVE", "Agreed.")
        event = Event.objects.get(kind="PROPOSAL_APPROVED")
        assert (event.trace, event.payload["reviewer"], event.payload["state"]) == (made.trace, "steward", "APPROVED")

    def test_rejection_with_a_comment(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        decided = reject_proposal(actor=people.actor("steward"), proposal_id=made.pk, comment="Not personal.")
        assert decided.state == ProposalState.REJECTED
        assert Event.objects.filter(kind="PROPOSAL_REJECTED").count() == 1

    def test_nobody_decides_their_own(self, people: People, shop: Shop) -> None:
        """C38, open-metadata/OpenMetadata#14337: not even with a right to decide, and not an administrator."""
        for name in ("steward", "admin"):
            made = propose(people, change(shop.email if name == "admin" else shop.phone), by=name)
            for act in (approve_proposal, reject_proposal):
                refused(
                    NotAllowed,
                    lambda act=act, made=made, name=name: act(  # type: ignore[misc]
                        actor=people.actor(name), proposal_id=made.pk
                    ),
                )

    @pytest.mark.parametrize("act", [approve_proposal, reject_proposal])
    def test_analyst_and_owner_cannot_decide(self, people: People, shop: Shop, act: Callable[..., object]) -> None:
        """C86, open-metadata/OpenMetadata#3090: only those with the right, not even owners."""
        Entity.objects.filter(pk=shop.email.pk).update(owner="analyst")
        made = propose(people, change(shop.email), by="steward")
        refused(NotAllowed, lambda: act(actor=people.actor("analyst"), proposal_id=made.pk))
        refused(NotSignedIn, lambda: act(actor=people.actor("anonymous"), proposal_id=made.pk))

    def test_steward_decides_inside_the_scope_only(self, people: People, shop: Shop) -> None:
        """C86: the scope is the entity's database; one change outside makes the whole outside."""
        inside = propose(people, change(shop.email))
        both = propose(people, change(shop.phone), change(shop.people_email))
        refused(NotAllowed, lambda: approve_proposal(actor=people.actor("other_steward"), proposal_id=both.pk))
        decided = approve_proposal(actor=people.actor("other_steward"), proposal_id=inside.pk)
        assert decided.state == ProposalState.APPROVED

    def test_service_token_can_never_decide(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        steward = people.actor("steward")
        token = Actor(
            username="steward",
            role=steward.role,
            scopes=steward.scopes,
            token_kind=TokenKind.SERVICE,
            token_scopes=frozenset({"read", "write", "ingest"}),
        )
        refused(NotAllowed, lambda: approve_proposal(actor=token, proposal_id=made.pk))

    @pytest.mark.parametrize("second", [approve_proposal, reject_proposal])
    def test_second_decision_is_a_conflict(self, people: People, shop: Shop, second: Callable[..., object]) -> None:
        """C40, abhi1693/openclaw-mission-control PR#278: what is resolved is immutable."""
        made = propose(people, change(shop.email))
        approve_proposal(actor=people.actor("steward"), proposal_id=made.pk)
        error = refused(Conflict, lambda: second(actor=people.actor("admin"), proposal_id=made.pk))
        assert error.details["state"] == "APPROVED"

    def test_decision_that_lost_the_race_is_a_conflict(self, people: People, shop: Shop) -> None:
        """C40: the state is claimed by one conditional UPDATE, whatever both had read before."""
        made = propose(people, change(shop.email))
        from governance.classification.services import proposals

        stale = get_proposal(made.pk)
        approve_proposal(actor=people.actor("steward"), proposal_id=made.pk)
        refused(
            Conflict,
            lambda: proposals._decide(
                stale,
                people.actor("admin"),
                ProposalState.APPROVED,
                "APPROVE",
                "PROPOSAL_APPROVED",
                "",  # type: ignore[arg-type]
            ),
        )

    def test_change_meanwhile_must_be_seen_before_approving(self, people: People, shop: Shop) -> None:
        """C39, reversely/tokuchu#44: an approval is bound to what the reviewer saw."""
        made = propose(people, change(shop.email))
        Entity.objects.filter(pk=shop.email.pk).update(user_description="A hash, no longer an address.")
        error = refused(Conflict, lambda: approve_proposal(actor=people.actor("steward"), proposal_id=made.pk))
        assert error.error_code == "CHANGED_SINCE_PROPOSAL"
        assert error.details["changes"][0]["what"] == "description"
        refused(
            Conflict,
            lambda: approve_proposal(actor=people.actor("steward"), proposal_id=made.pk, revision="another"),
        )
        decided = approve_proposal(
            actor=people.actor("steward"), proposal_id=made.pk, revision=error.details["revision"]
        )
        assert decided.state == ProposalState.APPROVED

    def test_new_time_or_another_classification_alone_needs_no_second_look(self, people: People, shop: Shop) -> None:
        """C39: a pure refresh does not bump what was seen; another classification is shown, not asked about."""
        made = propose(people, change(shop.email))
        Entity.objects.filter(pk=shop.email.pk).update(updated_ms=9, version=7)
        assert list_differences(made)[0] == []
        set_classification(shop.email, "CONFIDENTIAL")
        assert [item.needs_confirmation for item in list_differences(made)[0]] == [False]
        assert approve_proposal(actor=people.actor("steward"), proposal_id=made.pk).state == ProposalState.APPROVED

    def test_rejecting_needs_no_second_look(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        soft_delete(shop.email)
        assert reject_proposal(actor=people.actor("steward"), proposal_id=made.pk).state == ProposalState.REJECTED

    @pytest.mark.parametrize("wrong", [99_999, "99999", "x", "-1", "1e3", "٣"])
    def test_unknown_proposal_is_not_found(self, people: People, wrong: object) -> None:
        refused(NotFound, lambda: approve_proposal(actor=people.actor("steward"), proposal_id=wrong))  # type: ignore[arg-type]


class TestWithdrawingAndCommenting:
    def test_proposer_withdraws_an_open_one_only(self, people: People, shop: Shop) -> None:
        """C87, logchimp/logchimp#1578."""
        made = propose(people, change(shop.email))
        for name in ("steward", "admin", "other_steward"):
            refused(
                NotAllowed,
                lambda name=name: withdraw_proposal(  # type: ignore[misc]
                    actor=people.actor(name), proposal_id=made.pk
                ),
            )
        assert withdraw_proposal(actor=people.actor("analyst"), proposal_id=made.pk).state == ProposalState.WITHDRAWN
        refused(Conflict, lambda: withdraw_proposal(actor=people.actor("analyst"), proposal_id=made.pk))
        refused(Conflict, lambda: approve_proposal(actor=people.actor("steward"), proposal_id=made.pk))

    def test_approved_one_cannot_be_withdrawn(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        approve_proposal(actor=people.actor("steward"), proposal_id=made.pk)
        refused(Conflict, lambda: withdraw_proposal(actor=people.actor("analyst"), proposal_id=made.pk))

    def test_comment_is_kept_and_recorded(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        said = comment_on(actor=people.actor("other_steward"), proposal_id=made.pk, comment="<b>Why?</b>")
        assert said.state == ProposalState.OPEN
        assert said.reviews.all()[0].comment == "<b>Why?</b>"
        assert Event.objects.filter(kind="PROPOSAL_COMMENTED", trace=made.trace).count() == 1

    def test_empty_comment_is_refused(self, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        error = refused(
            InvalidInput, lambda: comment_on(actor=people.actor("steward"), proposal_id=made.pk, comment=" ")
        )
        assert error.details["field"] == "comment"
