"""From approval to effect on the real store: applied once, told once, arrived everywhere."""

from collections.abc import Callable

import pytest

from catalogsite.common.errors import BackendUnavailable
from discovery.atlas.backends.embedded.authority import EmbeddedAuthority
from discovery.atlas.models import Entity, EntityClassification
from governance.classification.models import Proposal
from governance.classification.reactions import ApplyProposal
from governance.classification.selectors.proposals import get_proposal
from governance.classification.selectors.road import get_facts
from governance.classification.services import approve_proposal, reject_proposal
from governance.classification.timeline import build_timeline, is_settled
from governance.classification.types import ChangeAction, ProposalState
from governance.ranger.models import RangerPolicy
from tests.builders.lineage import soft_delete
from tests.builders.proposals import Shop, change, make_shop, propose, set_classification
from tests.people import People
from workflows.events.models import Event
from workflows.events.selectors import list_trace
from workflows.notifications.models import InboxItem
from workflows.reactions.services import drain_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def approve(people: People, proposal: Proposal) -> None:
    approve_proposal(actor=people.actor("steward"), proposal_id=proposal.pk)


def carried(entity: Entity) -> list[tuple[str, str]]:
    rows = EntityClassification.objects.filter(entity=entity).order_by("type_name")
    return [(row.type_name, row.source_guid) for row in rows]


def test_approved_proposal_reaches_column_downstream_policy_and_inbox(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.email, attributes={"kind": "EMAIL"}))
    approve(people, made)
    assert drain_all()
    assert get_proposal(made.pk).state == ProposalState.APPLIED
    assert carried(shop.email) == [("PII", shop.email.guid)]
    assert carried(shop.people_email) == [("PII", shop.email.guid)]
    assert RangerPolicy.objects.get().document["resources"]["tag"]["values"] == ["PII"]
    told = InboxItem.objects.filter(recipient=people.analyst, subject=made.trace)
    assert list(told.order_by("pk").values_list("kind", flat=True)) == ["PROPOSAL_APPROVED", "PROPOSAL_APPLIED"]


def test_every_event_of_the_road_carries_the_trace_and_its_cause(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.email))
    approve(people, made)
    drain_all()
    events = {event.kind: event for event in list_trace(made.trace)}
    approved = events["PROPOSAL_APPROVED"]
    adds = [event for event in list_trace(made.trace) if event.kind == "CLASSIFICATION_ADD"]
    added = next(event for event in adds if event.key == shop.email.guid)
    assert (added.cause, added.actor, added.origin) == (approved.position, "steward", "human")
    assert events["PROPOSAL_APPLIED"].cause == approved.position
    assert events["POLICY_SYNCED"].cause in {event.position for event in [*adds, events["PROPOSAL_APPLIED"]]}


def test_timeline_is_settled_when_all_arrived(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.email))
    assert not is_settled(get_facts(get_proposal(made.pk)))
    approve(people, made)
    drain_all()
    steps = {step.key: step.step.state for step in build_timeline(get_facts(get_proposal(made.pk)))}
    assert steps["APPLIED"] == steps["ENFORCED"] == steps["NOTIFIED"] == "done"


def test_eligible_stewards_hear_of_a_proposal_and_others_do_not(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.people_email))
    drain_all()
    told = InboxItem.objects.filter(subject=made.trace).values_list("recipient__username", flat=True)
    assert set(told) == {"steward", "admin"}


def test_redelivered_approval_does_nothing(people: People, shop: Shop) -> None:
    """C40: the side effects run once, however often the event comes."""
    made = propose(people, change(shop.email))
    approve(people, made)
    drain_all()
    before = Event.objects.count(), InboxItem.objects.count(), RangerPolicy.objects.get().version
    approval = [event for event in list_trace(made.trace) if event.kind == "PROPOSAL_APPROVED"]
    ApplyProposal().react(approval)
    drain_all()
    assert (Event.objects.count(), InboxItem.objects.count(), RangerPolicy.objects.get().version) == before


def test_two_proposals_for_the_same_end_in_one_classification(people: People, shop: Shop) -> None:
    """C37, apache/atlas ATLAS-3562: never the same classification twice on one entity."""
    first, second = (propose(people, change(shop.email), by=name) for name in ("analyst", "admin"))
    approve(people, first)
    approve(people, second)
    drain_all()
    assert {get_proposal(each.pk).state for each in (first, second)} == {ProposalState.APPLIED}
    assert carried(shop.email) == [("PII", shop.email.guid)]
    assert Event.objects.filter(kind="CLASSIFICATION_ADD", key=shop.email.guid).count() == 1


def test_update_and_remove_are_applied(people: People, shop: Shop) -> None:
    approve(people, propose(people, change(shop.email)))
    drain_all()
    approve(people, propose(people, change(shop.email, ChangeAction.UPDATE, attributes={"kind": "EMAIL"})))
    drain_all()
    assert EntityClassification.objects.get(entity=shop.email).attributes == {"kind": "EMAIL"}
    approve(people, propose(people, change(shop.email, ChangeAction.REMOVE)))
    drain_all()
    assert carried(shop.email) == []
    assert carried(shop.people_email) == []


def test_entity_that_was_deleted_after_the_approval_fails_the_proposal_with_the_reason(
    people: People, shop: Shop
) -> None:
    made = propose(people, change(shop.phone), change(shop.email))
    approve(people, made)
    soft_delete(shop.email)
    drain_all()
    failed = get_proposal(made.pk)
    assert failed.state == ProposalState.FAILED
    assert failed.problem == "email was deleted after it was proposed."
    assert carried(shop.phone) == []
    assert InboxItem.objects.filter(recipient=people.analyst, kind="PROPOSAL_FAILED").count() == 1


def test_authority_that_is_away_keeps_the_proposal_until_it_answers(
    people: People, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = propose(people, change(shop.email))
    approve(people, made)

    def away(*args: object, **kwargs: object) -> None:
        raise BackendUnavailable("Atlas does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(EmbeddedAuthority, "add_classifications", away)
        drain_all()
        assert get_proposal(made.pk).state == ProposalState.APPLYING
    drain_all()
    assert get_proposal(made.pk).state == ProposalState.APPLIED


def test_propagated_classification_without_a_path_is_removed_on_proposal(people: People, shop: Shop) -> None:
    """apache/atlas keeps what came over a deleted process; people see it and may propose its removal."""
    approve(people, propose(people, change(shop.email)))
    drain_all()
    soft_delete(Entity.objects.get(type_name="hive_column_lineage"))
    wish = change(shop.people_email, ChangeAction.REMOVE, source_guid=shop.email.guid)
    made = propose(people, wish)
    approve(people, made)
    drain_all()
    assert get_proposal(made.pk).problem == ""
    assert carried(shop.people_email) == []
    assert carried(shop.email) == [("PII", shop.email.guid)]


@pytest.mark.parametrize("act", [reject_proposal])
def test_rejected_proposal_changes_nothing_and_its_proposer_hears_of_it(
    people: People, shop: Shop, act: Callable[..., object]
) -> None:
    made = propose(people, change(shop.email))
    act(actor=people.actor("steward"), proposal_id=made.pk, comment="No.")
    drain_all()
    assert carried(shop.email) == []
    assert InboxItem.objects.filter(recipient=people.analyst, kind="PROPOSAL_REJECTED").count() == 1


def test_classification_already_there_with_the_same_values_counts_as_done(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.email))
    approve(people, made)
    set_classification(shop.email)
    drain_all()
    assert get_proposal(made.pk).state == ProposalState.APPLIED
    assert not Event.objects.filter(kind="CLASSIFICATION_ADD").exists()
