"""Pages of proposals and classifications say what is true and ask the database a bounded number of times."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from discovery.atlas.models import Entity
from governance.classification.models import Proposal, Review
from governance.classification.selectors.proposals import find_proposals
from governance.classification.services import approve_proposal, reject_proposal
from governance.classification.types import ChangeAction, ProposalState, Segment
from tests.builders.lineage import classify, column, soft_delete
from tests.builders.proposals import Shop, change, make_shop, propose, set_classification
from tests.people import People
from workflows.events.models import Event
from workflows.reactions.services import drain_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def page(client: Client, name: str, *arguments: object, **query: str) -> str:
    answer = client.get(reverse(f"governance:{name}", args=arguments), query)
    assert answer.status_code == 200
    return answer.content.decode()


class TestQueue:
    def test_steward_sees_what_waits_with_the_first_one_beside_it(
        self, as_steward: Client, people: People, shop: Shop
    ) -> None:
        propose(people, change(shop.email), change(shop.phone), reason="Both are personal.")
        html = page(as_steward, "proposals-page")
        assert "email, phone" in html
        assert "hr.staff" in html
        assert "Becomes masked" in html
        assert "Both are personal." in html
        assert reverse("governance:proposal-approve", args=[Proposal.objects.get().pk]) in html

    def test_segments_hold_what_their_names_say(self, as_analyst: Client, people: People, shop: Shop) -> None:
        propose(people, change(shop.email))
        propose(people, change(shop.phone), by="steward")
        assert "email" in page(as_analyst, "proposals-page", segment="mine")
        assert "Nothing waits for you." in page(as_analyst, "proposals-page", segment="waiting")
        assert "1–2 of 2" in page(as_analyst, "proposals-page", segment="open")
        assert "Nothing has been decided yet." in page(as_analyst, "proposals-page", segment="decided")

    def test_every_segment_pages_by_key_without_gaps(self, people: People, shop: Shop) -> None:
        made = [propose(people, change(column(shop.staff, f"c{number}"))) for number in range(5)]
        for each in reversed(made[1:]):
            reject_proposal(actor=people.actor("steward"), proposal_id=each.pk, comment="No.")
        orders = {
            Segment.MINE: [each.pk for each in reversed(made)],
            Segment.DECIDED: [each.pk for each in made[1:]],
            Segment.OPEN: [made[0].pk],
        }
        for segment, expected in orders.items():
            seen: list[int] = []
            cursor = None
            for _ in range(4):
                found = find_proposals(actor=people.actor("analyst"), segment=segment, cursor=cursor, limit=2)
                seen += [row.proposal.pk for row in found.results]
                cursor = found.next
                if cursor is None:
                    break
            assert seen == expected
            assert found.total == len(expected)

    def test_filter_finds_by_name_classification_and_reason(
        self, as_steward: Client, people: People, shop: Shop
    ) -> None:
        propose(people, change(shop.email), reason="Asked for by legal.")
        for words in ("ema", "pii", "LEGAL"):
            assert "1–1 of 1" in page(as_steward, "proposals-page", segment="open", q=words)
        assert "Remove the filter" in page(as_steward, "proposals-page", segment="open", q="nothing")

    def test_waiting_as_a_query_is_what_the_policy_lets_each_person_decide(self, people: People, shop: Shop) -> None:
        """The query behind the segment and the policy function must never part."""
        from catalogsite.accounts.policy import Action, may
        from catalogsite.accounts.services import save_person
        from catalogsite.accounts.types import Role, Scope
        from governance.classification.selectors.proposals import get_proposal, list_targets, list_waiting_ids

        for number, scopes in enumerate(
            ([], [Scope("hr", "PII")], [Scope("", "PII")], [Scope("core", "")], [Scope("hr", ""), Scope("core", "PII")])
        ):
            save_person(username=f"s{number}", role=Role.STEWARD, scopes=scopes)
        set_classification(shop.staff, "CONFIDENTIAL")
        made = [
            propose(people, change(shop.email)),
            propose(people, change(shop.people_email), by="steward"),
            propose(people, change(shop.phone), change(shop.people_email, name="CONFIDENTIAL")),
            propose(people, change(shop.staff, ChangeAction.REMOVE, "CONFIDENTIAL"), by="admin"),
        ]
        from catalogsite.accounts.selectors import find_actor

        for username in ("analyst", "steward", "other", "admin", "s0", "s1", "s2", "s3", "s4"):
            actor = find_actor(username)
            assert actor is not None
            allowed = [
                each.pk
                for each in made
                if all(may(actor, Action.DECIDE, target) for target in list_targets(get_proposal(each.pk)))
            ]
            assert list_waiting_ids(actor) == allowed, username

    def test_queries_do_not_grow_with_the_rows(
        self, as_steward: Client, people: People, shop: Shop, django_assert_max_num_queries: Any
    ) -> None:
        for number in range(12):
            propose(people, change(column(shop.staff, f"c{number}")))
        with django_assert_max_num_queries(60):
            page(as_steward, "proposals-page")


class TestProposal:
    def test_shows_title_changes_path_policy_and_road(self, as_steward: Client, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email, attributes={"kind": "EMAIL"}))
        html = page(as_steward, "proposal-page", made.pk)
        for words in (
            "Classify ",
            "hr.staff.email",
            "kind: EMAIL",
            "Also inherits",
            "core.people",
            "Hashed for everyone, clear for pii-readers",
            "Road to effect",
            "PII of hr is in your scope",
            "Nothing changed on what it speaks of.",
        ):
            assert words in html

    def test_proposer_sees_why_not_to_decide_and_may_withdraw(
        self, as_analyst: Client, people: People, shop: Shop
    ) -> None:
        made = propose(people, change(shop.email))
        html = page(as_analyst, "proposal-page", made.pk)
        assert "somebody else has to decide" in html
        assert reverse("governance:proposal-withdraw", args=[made.pk]) in html
        assert reverse("governance:proposal-approve", args=[made.pk]) not in html

    def test_approval_by_form_and_the_road_as_it_goes_on(self, as_steward: Client, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        answer = as_steward.post(reverse("governance:proposal-approve", args=[made.pk]), {"comment": "Agreed"})
        assert answer.status_code == 302
        drain_all()
        html = page(as_steward, "proposal-page", made.pk)
        assert "Applied" in html
        assert "Agreed" in html
        assert "CLASSIFICATION_ADD on 1 entity" in html

    def test_road_answers_204_until_something_moved(self, as_steward: Client, people: People, shop: Shop) -> None:
        from governance.classification.pages.road import road_of
        from governance.classification.selectors.proposals import get_proposal

        made = propose(people, change(shop.email))
        address = reverse("governance:proposal-road", args=[made.pk])
        stage = road_of(get_proposal(made.pk)).stage
        assert as_steward.get(address, {"stage": stage, "state": "OPEN"}).status_code == 204
        approve_proposal(actor=people.actor("admin"), proposal_id=made.pk)
        answer = as_steward.get(address, {"stage": stage, "state": "OPEN"})
        html = answer.content.decode()
        assert answer.status_code == 200
        assert 'id="proposal-decision"' in html
        assert "Approved" in html

    def test_rejection_without_a_word_keeps_the_page_and_says_so(
        self, as_steward: Client, people: People, shop: Shop
    ) -> None:
        made = propose(people, change(shop.email))
        answer = as_steward.post(reverse("governance:proposal-reject", args=[made.pk]), {"comment": " "})
        assert answer.status_code == 400
        assert "Say why" in answer.content.decode()
        assert Proposal.objects.get().state == ProposalState.OPEN

    def test_late_decision_shows_who_was_first(self, as_steward: Client, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        approve_proposal(actor=people.actor("admin"), proposal_id=made.pk)
        answer = as_steward.post(reverse("governance:proposal-approve", args=[made.pk]))
        assert answer.status_code == 409
        assert "approved by Ada" in answer.content.decode()

    def test_change_meanwhile_has_to_be_ticked(self, as_steward: Client, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email))
        Entity.objects.filter(pk=shop.email.pk).update(user_description="Something else")
        html = page(as_steward, "proposal-page", made.pk)
        assert "I have seen what changed" in html
        assert "Something else" in html

    @pytest.mark.parametrize("act", ["approve", "reject", "withdraw"])
    def test_denied_forms_write_nothing(self, as_analyst: Client, people: People, shop: Shop, act: str) -> None:
        """C86, C87 over HTML: hiding the button is not the right."""
        made = propose(people, change(shop.email), by="steward")
        before = Event.objects.count(), Review.objects.count()
        answer = as_analyst.post(reverse(f"governance:proposal-{act}", args=[made.pk]), {"comment": "no"})
        assert answer.status_code == 403
        assert Proposal.objects.get().state == ProposalState.OPEN
        assert (Event.objects.count(), Review.objects.count()) == before

    def test_markup_is_shown_as_text(self, as_steward: Client, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.email), reason="<script>alert(1)</script>")
        for name in ("proposal-page", "proposal-preview"):
            assert "<script>alert(1)" not in page(as_steward, name, made.pk)

    def test_entity_that_is_gone_still_has_its_record(self, as_steward: Client, people: People, shop: Shop) -> None:
        made = propose(people, change(shop.phone))
        Entity.objects.filter(pk=shop.phone.pk).delete()
        assert shop.phone.guid in page(as_steward, "proposal-page", made.pk)

    def test_unknown_proposal_is_404(self, as_steward: Client) -> None:
        for wrong in ("7", "x"):
            assert as_steward.get(f"/proposals/{wrong}").status_code == 404

    def test_queries_are_bounded(
        self, as_steward: Client, people: People, shop: Shop, django_assert_max_num_queries: Any
    ) -> None:
        made = propose(people, *(change(column(shop.staff, f"c{number}"), name="RETENTION") for number in range(5)))
        with django_assert_max_num_queries(60):
            page(as_steward, "proposal-page", made.pk)


class TestProposing:
    def test_form_offers_the_columns_of_a_table(self, as_analyst: Client, shop: Shop) -> None:
        html = page(as_analyst, "entity-propose", shop.staff.guid)
        assert all(name in html for name in ("email", "phone", "PII", "CONFIDENTIAL"))

    def test_preview_works_by_get_without_scripts(self, as_analyst: Client, shop: Shop) -> None:
        query = {"guid": shop.email.guid, "classification": "PII", "propagate_asked": "1", "propagate": "yes"}
        html = page(as_analyst, "propose", **query)
        assert "1 more inherit" in html
        assert "A new policy" in html
        assert 'name="attribute_kind"' in html

    def test_effect_fragment_follows_the_form(self, as_analyst: Client, shop: Shop) -> None:
        html = page(as_analyst, "propose-effect", guid=shop.email.guid, classification="PII", propagate_asked="1")
        assert "0 more inherit" in html
        assert "Choose at least one" in page(as_analyst, "propose-effect")

    def test_several_columns_become_one_proposal(self, as_analyst: Client, shop: Shop) -> None:
        answer = as_analyst.post(
            reverse("governance:propose"),
            {
                "guid": [shop.email.guid, shop.phone.guid],
                "classification": "PII",
                "attribute_kind": "EMAIL",
                "reason": "Personal.",
                "propagate_asked": "1",
                "propagate": "yes",
            },
        )
        made = Proposal.objects.get()
        assert answer.headers["Location"] == reverse("governance:proposal-page", args=[made.pk])
        assert [(entry.attributes, entry.propagate) for entry in made.changes.all()] == [({"kind": "EMAIL"}, True)] * 2

    @pytest.mark.parametrize(
        ("field", "value", "words"),
        [
            ("reason", "", "A proposal needs a reason."),
            ("classification", "", "There is no classification"),
            ("guid", [], "A proposal needs at least one change."),
        ],
    )
    def test_what_is_wrong_is_said_and_every_word_kept(
        self, as_analyst: Client, shop: Shop, field: str, value: Any, words: str
    ) -> None:
        data = {
            "guid": [shop.email.guid],
            "about": [shop.staff.guid],
            "classification": "PII",
            "reason": "My long reason",
            "propagate_asked": "1",
        }
        answer = as_analyst.post(reverse("governance:propose"), data | {field: value})
        html = answer.content.decode()
        assert answer.status_code == 400
        assert words in html
        assert field == "reason" or "My long reason" in html
        assert not Proposal.objects.exists()

    def test_unknown_entity_is_404(self, as_analyst: Client) -> None:
        assert as_analyst.get("/entity/no-such-guid/propose").status_code == 404


class TestClassifications:
    def test_list_counts_direct_inherited_and_open(self, as_analyst: Client, people: People, shop: Shop) -> None:
        set_classification(shop.email)
        classify(shop.people_email, "PII", source=shop.email)
        propose(people, change(shop.phone))
        html = page(as_analyst, "classifications-page")
        assert "Hashed for everyone" in html
        assert "No policy follows" in html
        assert "segment=open&amp;q=PII" in html

    def test_type_page_lists_what_carries_it(self, as_analyst: Client, shop: Shop) -> None:
        set_classification(shop.email, attributes={"kind": "EMAIL"})
        html = page(as_analyst, "classification-page", "PII")
        assert "hr.staff" in html
        assert "kind: EMAIL" in html
        assert "It is set on nothing." in page(as_analyst, "classification-page", "RETENTION")

    def test_unknown_type_is_404(self, as_analyst: Client) -> None:
        assert as_analyst.get("/classifications/NOPE").status_code == 404


class TestOnTheEntityPage:
    def test_governance_panel_tells_origin_policy_and_proposals(
        self, as_analyst: Client, people: People, shop: Shop
    ) -> None:
        set_classification(shop.email)
        propose(people, change(shop.phone))
        html = page(as_analyst, "governance-panel", shop.staff.guid)
        assert "set here" in html
        assert "Hashed for everyone" in html
        assert "Classify " in html

    def test_propagated_classification_without_a_path_offers_its_removal(self, as_analyst: Client, shop: Shop) -> None:
        set_classification(shop.email)
        classify(shop.people_email, "PII", source=shop.email)
        html = page(as_analyst, "governance-panel", shop.people_email.guid)
        assert "Nothing leads here from" in html
        assert f"source={shop.email.guid}" in html

    def test_wishes_and_open_count(self, as_analyst: Client, people: People, shop: Shop) -> None:
        propose(people, change(shop.email))
        assert "chip--proposed" in page(as_analyst, "wishes-panel", shop.email.guid)
        assert page(as_analyst, "open-count-panel", shop.staff.guid).strip() == "1 open"
        assert page(as_analyst, "open-count-panel", shop.people_email.guid).strip() == ""

    def test_deleted_entity_offers_nothing(self, as_analyst: Client, shop: Shop) -> None:
        soft_delete(shop.staff)
        assert "Propose one" not in page(as_analyst, "governance-panel", shop.staff.guid)


@pytest.mark.parametrize("name", ["proposals-page", "classifications-page", "ranger-page"])
def test_every_list_says_what_is_missing_when_it_is_empty(
    as_admin: Client, name: str, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    assert page(as_admin, name)
