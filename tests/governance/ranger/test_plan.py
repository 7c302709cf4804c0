"""The plan as a pure comparison of desired, stored and applied."""

from datetime import UTC, datetime
from typing import Any

from governance.ranger.authority import StoredPolicy
from governance.ranger.desired import DesiredPolicy, desired_policies
from governance.ranger.documents import fingerprint, normal_form
from governance.ranger.plan import Applied, Plan, PlanAction, make_plan
from governance.ranger.templates import shipped_templates

NAME = "catalogsite:PII:mask"


def desired(*in_use: str) -> dict[str, DesiredPolicy]:
    return desired_policies(in_use=in_use, super_types={}, templates=shipped_templates(), service="tags")


def stored(document: Any, **more: Any) -> StoredPolicy:
    return StoredPolicy(id=7, version=3, updated_by="kadmin", updated_ms=0, document={**document, **more})


def applied(document: Any) -> dict[str, Applied]:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    return {document["name"]: Applied(document["name"], "PII", fingerprint(document), 7, 3, "steward", at)}


PII = desired("PII")[NAME].document
EDITED = {**PII, "dataMaskPolicyItems": [{**PII["dataMaskPolicyItems"][0], "groups": ["pii-readers", "analysts"]}]}
FOREIGN = {**PII, "name": "manual PII", "policyLabels": []}


def plan(*, wanted: tuple[str, ...] = (), there: tuple[StoredPolicy, ...] = (), known: Any = None) -> Plan:
    return make_plan(service="tags", desired=desired(*wanted), stored=there, applied=known or {})


def actions(made: Plan) -> dict[str, PlanAction]:
    return {item.name: item.action for item in made.items}


def test_absent_policy_is_created() -> None:
    assert actions(plan(wanted=("PII",))) == {NAME: PlanAction.CREATE}


def test_equal_policy_is_the_same_even_when_nothing_is_remembered() -> None:
    assert actions(plan(wanted=("PII",), there=(stored(PII),))) == {NAME: PlanAction.SAME}


def test_what_the_server_adds_is_no_difference() -> None:
    noisy = stored(PII, id=7, guid="g", version=3, createdBy="x", resourceSignature="s", options={}, zoneName="")
    assert actions(plan(wanted=("PII",), there=(noisy,))) == {NAME: PlanAction.SAME}


def test_our_own_older_write_is_updated() -> None:
    made = plan(wanted=("PII",), there=(stored(EDITED),), known=applied(EDITED))
    assert actions(made) == {NAME: PlanAction.UPDATE}


def test_hand_edit_is_drift_and_says_what_changed() -> None:
    made = plan(wanted=("PII",), there=(stored(EDITED),), known=applied(PII))
    assert actions(made) == {NAME: PlanAction.DRIFT}
    lines = {change.label: (change.before, change.after) for change in made.items[0].differences}
    assert lines["Clear"] == (
        "pii-readers, analysts (hive:select)".replace("pii-readers, analysts", "analysts, pii-readers"),
        "pii-readers (hive:select); pii-readers (trino:select)",
    )
    assert lines["Hashed"][0] == ""


def test_policy_removed_by_hand_is_drift_not_a_new_create() -> None:
    assert actions(plan(wanted=("PII",), known=applied(PII))) == {NAME: PlanAction.DRIFT}


def test_unneeded_policy_is_removed_and_an_emptied_state_is_said() -> None:
    """C45, SvenskaSpel/cobra-policytool#2: an empty desired state still finds what is managed."""
    made = plan(there=(stored(PII),), known=applied(PII))
    assert actions(made) == {NAME: PlanAction.REMOVE}
    assert made.would_empty


def test_unneeded_policy_that_was_edited_by_hand_is_drift() -> None:
    assert actions(plan(there=(stored(EDITED),), known=applied(PII))) == {NAME: PlanAction.DRIFT}


def test_policy_without_our_label_is_foreign_whatever_it_is_called() -> None:
    """C43, apache/gravitino#5336: unmanaged policies are read-only."""
    assert actions(plan(there=(stored({**PII, "name": "mine", "policyLabels": ["catalogsite-2"]}),))) == {
        "mine": PlanAction.FOREIGN
    }


def test_foreign_policy_on_the_same_resource_blocks_ours_and_is_named() -> None:
    """C42, apache/ranger RANGER-354: Ranger refuses a second policy for a resource with 3010, for ever."""
    made = plan(wanted=("PII", "CONFIDENTIAL"), there=(stored(FOREIGN),))
    assert actions(made) == {
        NAME: PlanAction.BLOCKED,
        "catalogsite:CONFIDENTIAL:deny": PlanAction.CREATE,
        "manual PII": PlanAction.FOREIGN,
    }
    blocked = made.find(NAME)
    assert blocked is not None
    assert blocked.in_the_way is not None
    assert blocked.in_the_way.document["name"] == "manual PII"


def test_disabled_foreign_policy_is_not_in_the_way() -> None:
    made = plan(wanted=("PII",), there=(stored(FOREIGN, isEnabled=False),))
    assert made.find(NAME).action is PlanAction.CREATE  # type: ignore[union-attr]


def test_order_of_items_counts_and_order_of_names_does_not() -> None:
    items = PII["dataMaskPolicyItems"]
    turned = {**PII, "dataMaskPolicyItems": [items[1], items[0], *items[2:]]}
    assert fingerprint(turned) != fingerprint(PII)
    two = [{**items[0], "groups": ["b", "a"]}]
    one = [{**items[0], "groups": ["a", "b"]}]
    assert fingerprint({**PII, "dataMaskPolicyItems": two}) == fingerprint({**PII, "dataMaskPolicyItems": one})


def test_normal_form_fills_defaults() -> None:
    assert normal_form({"name": "n"})["isEnabled"] is True
