"""Syncing, applying, drift and putting back, on the embedded table."""

from typing import Any

import pytest

from catalogsite.accounts.types import SYSTEM, WriteContext
from catalogsite.common.errors import Conflict, InvalidInput, NotAllowed, NotSignedIn
from discovery.atlas.models import Entity, EntityClassification
from governance.ranger import services
from governance.ranger.models import ManagedPolicy, RangerPolicy
from governance.ranger.plan import PlanAction
from governance.ranger.selectors import count_drift, get_plan, policy_authority, tag_service
from tests.builders.lineage import soft_delete
from tests.builders.proposals import Shop, make_shop, set_classification
from tests.people import People
from workflows.events.models import Event

pytestmark = pytest.mark.django_db
NAME = "catalogsite:PII:mask"
BY_HAND = WriteContext(actor="kadmin", origin="system")
CONTEXT = WriteContext(actor=SYSTEM.username, origin="system")


@pytest.fixture
def shop() -> Shop:
    made = make_shop()
    set_classification(made.email)
    return made


def sync() -> list[services.AppliedItem]:
    return services.sync(context=CONTEXT)


def edit_by_hand(name: str = NAME, **changes: Any) -> None:
    document = dict(RangerPolicy.objects.get(name=name).document)
    policy_authority().put_policy(document=document | changes, context=BY_HAND)


def foreign(name: str, tag: str) -> None:
    document = {
        "service": tag_service(),
        "name": name,
        "policyType": 1,
        "policyLabels": [],
        "resources": {"tag": {"values": [tag]}},
        "dataMaskPolicyItems": [],
    }
    policy_authority().put_policy(document=document, context=BY_HAND)


def kinds() -> list[str]:
    return list(Event.objects.filter(key__startswith="policy:").order_by("pk").values_list("kind", flat=True))


def actions() -> dict[str, PlanAction]:
    return {item.name: item.action for item in get_plan().items}


class TestSync:
    def test_makes_one_policy_for_a_classification_in_use(self, shop: Shop) -> None:
        (result,) = sync()
        assert (result.name, result.version) == (NAME, 1)
        assert actions() == {NAME: PlanAction.SAME}
        event = Event.objects.get(kind="POLICY_SYNCED")
        assert event.key == f"policy:{NAME}"
        assert event.payload["id"] == RangerPolicy.objects.get().pk

    def test_second_run_writes_nothing(self, shop: Shop) -> None:
        """C41: the second run finds the same policy by its stable name."""
        sync()
        assert sync() == []
        assert RangerPolicy.objects.get().version == 1
        assert kinds() == ["POLICY_SYNCED"]

    def test_long_classification_name_keeps_one_policy_of_at_most_255_characters(self) -> None:
        """C41, apache/ranger RANGER-4319."""
        from governance.ranger.desired import policy_name
        from governance.ranger.types import Effect

        assert len(policy_name("P" * 400, Effect.MASK)) == 255

    def test_deleted_entity_keeps_no_policy_desired(self, shop: Shop) -> None:
        """C46, apache/ranger RANGER-1125: only ACTIVE entities count."""
        soft_delete(shop.email)
        assert sync() == []
        assert not RangerPolicy.objects.exists()

    def test_context_of_the_classification_is_the_cause(self, shop: Shop) -> None:
        services.sync(context=CONTEXT, causes={"PII": WriteContext(actor="catalogsite", cause=7, trace="proposal:3")})
        event = Event.objects.get(kind="POLICY_SYNCED")
        assert (event.cause, event.trace) == (7, "proposal:3")

    def test_never_removes(self, shop: Shop) -> None:
        sync()
        EntityClassification.objects.all().delete()
        assert sync() == []
        assert actions() == {NAME: PlanAction.REMOVE}

    def test_hand_edit_is_noted_once_and_left_alone(self, shop: Shop) -> None:
        sync()
        edit_by_hand(isEnabled=False)
        assert sync() == []
        sync()
        assert actions() == {NAME: PlanAction.DRIFT}
        assert count_drift() == 1
        assert kinds() == ["POLICY_SYNCED", "POLICY_DRIFTED"]
        assert Event.objects.get(kind="POLICY_DRIFTED").payload["by"] == "kadmin"
        assert RangerPolicy.objects.get().document["isEnabled"] is False

    def test_hand_edit_that_was_undone_by_hand_is_no_drift_any_more(self, shop: Shop) -> None:
        sync()
        edit_by_hand(isEnabled=False)
        sync()
        edit_by_hand(isEnabled=True)
        sync()
        assert count_drift() == 0
        assert actions() == {NAME: PlanAction.SAME}

    def test_foreign_policy_on_the_same_tag_blocks_ours_and_nothing_else(self, shop: Shop) -> None:
        """C42, apache/ranger RANGER-354: no call is made that Ranger would refuse, and the others are synced."""
        foreign("manual PII", "PII")
        set_classification(shop.phone, "CONFIDENTIAL")
        results = sync()
        assert [result.name for result in results] == ["catalogsite:CONFIDENTIAL:deny"]
        assert actions()[NAME] is PlanAction.BLOCKED
        assert RangerPolicy.objects.get(name="manual PII").version == 1

    def test_foreign_policies_stay_as_they_are_through_every_run(self, shop: Shop, people: People) -> None:
        """C43, apache/gravitino#5336."""
        foreign("for audit", "AUDITED")
        before = RangerPolicy.objects.filter(name="for audit").values().get()
        sync()
        EntityClassification.objects.all().delete()
        services.apply_plan(actor=people.actor("admin"), names=[NAME], confirm_removals=1)
        assert RangerPolicy.objects.filter(name="for audit").values().get() == before
        assert actions() == {"for audit": PlanAction.FOREIGN}

    def test_crash_after_the_write_is_mended_by_the_next_run(self, shop: Shop) -> None:
        document = get_plan().items[0].desired.document  # type: ignore[union-attr]
        policy_authority().put_policy(document=document, context=CONTEXT)
        assert sync() == []
        assert ManagedPolicy.objects.get().fingerprint
        assert kinds() == ["POLICY_SYNCED"]


class TestApplying:
    def test_without_names_creates_and_updates_and_removes_nothing(self, shop: Shop, people: People) -> None:
        sync()
        set_classification(shop.phone, "CONFIDENTIAL")
        EntityClassification.objects.filter(type_name="PII").delete()
        results = services.apply_plan(actor=people.actor("steward"))
        assert [result.name for result in results] == ["catalogsite:CONFIDENTIAL:deny"]
        assert RangerPolicy.objects.filter(name=NAME).exists()

    def test_named_policy_is_removed(self, shop: Shop, people: People) -> None:
        sync()
        set_classification(shop.phone, "CONFIDENTIAL")
        EntityClassification.objects.filter(type_name="PII").delete()
        services.apply_plan(actor=people.actor("admin"), names=[NAME])
        assert not RangerPolicy.objects.filter(name=NAME).exists()
        assert kinds()[-1] == "POLICY_REMOVED"

    @pytest.mark.parametrize("confirmed", [None, 0, 2])
    def test_emptied_state_removes_nothing_without_the_number(
        self, shop: Shop, people: People, confirmed: int | None
    ) -> None:
        """C45, SvenskaSpel/cobra-policytool#2, and its safety variant."""
        sync()
        EntityClassification.objects.all().delete()
        with pytest.raises(Conflict) as problem:
            services.apply_plan(actor=people.actor("admin"), names=[NAME], confirm_removals=confirmed)
        assert problem.value.error_code == "CONFIRM_REMOVALS"
        assert RangerPolicy.objects.count() == 1
        services.apply_plan(actor=people.actor("admin"), names=[NAME], confirm_removals=1)
        assert RangerPolicy.objects.count() == 0

    def test_drift_is_never_applied_with_a_plan(self, shop: Shop, people: People) -> None:
        sync()
        edit_by_hand(isEnabled=False)
        with pytest.raises(Conflict):
            services.apply_plan(actor=people.actor("admin"), names=[NAME])
        assert RangerPolicy.objects.get().document["isEnabled"] is False

    def test_unknown_name_is_refused(self, shop: Shop, people: People) -> None:
        foreign("manual", "OTHER")
        for name in ("nothing", "manual"):
            with pytest.raises(InvalidInput):
                services.apply_plan(actor=people.actor("admin"), names=[name])

    @pytest.mark.parametrize(("name", "error"), [("analyst", NotAllowed), ("anonymous", NotSignedIn)])
    def test_denied_people_write_nothing(self, shop: Shop, people: People, name: str, error: type[Exception]) -> None:
        for act in (
            lambda: services.apply_plan(actor=people.actor(name)),
            lambda: services.put_ours_back(actor=people.actor(name), name=NAME),
            lambda: services.compare(actor=people.actor(name)),
        ):
            with pytest.raises(error):
                act()
        assert (RangerPolicy.objects.count(), ManagedPolicy.objects.count(), kinds()) == (0, 0, [])


class TestPuttingBack:
    def test_restores_ours_with_a_new_version(self, shop: Shop, people: People) -> None:
        sync()
        edit_by_hand(isEnabled=False)
        services.compare(actor=people.actor("steward"))
        result = services.put_ours_back(actor=people.actor("steward"), name=NAME)
        assert result.version == 3
        assert actions() == {NAME: PlanAction.SAME}
        assert count_drift() == 0
        assert kinds() == ["POLICY_SYNCED", "POLICY_DRIFTED", "POLICY_SYNCED"]

    def test_restores_a_policy_that_was_removed_by_hand(self, shop: Shop, people: People) -> None:
        sync()
        RangerPolicy.objects.all().delete()
        assert actions() == {NAME: PlanAction.DRIFT}
        services.put_ours_back(actor=people.actor("admin"), name=NAME)
        assert actions() == {NAME: PlanAction.SAME}

    def test_removes_a_drifted_policy_that_nothing_needs(self, shop: Shop, people: People) -> None:
        sync()
        edit_by_hand(isEnabled=False)
        Entity.objects.all().update(status="DELETED")
        services.put_ours_back(actor=people.actor("admin"), name=NAME)
        assert not RangerPolicy.objects.exists()

    def test_without_drift_is_a_conflict(self, shop: Shop, people: People) -> None:
        sync()
        with pytest.raises(Conflict):
            services.put_ours_back(actor=people.actor("admin"), name=NAME)
        with pytest.raises(Conflict):
            services.put_ours_back(actor=people.actor("admin"), name="nothing")
