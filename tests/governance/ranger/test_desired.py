"""From classifications in use to policy documents."""

from governance.ranger.desired import desired_policies, policy_document, policy_name
from governance.ranger.templates import shipped_templates
from governance.ranger.types import Effect

TEMPLATES = shipped_templates()


def desire(*in_use: str, **super_types: list[str]) -> dict[str, object]:
    wanted = desired_policies(in_use=in_use, super_types=super_types, templates=TEMPLATES, service="tags")
    return {policy.classification: policy.document for policy in wanted.values()}


def test_only_classifications_with_a_template_get_a_policy() -> None:
    assert set(desire("PII", "Certified", "CONFIDENTIAL")) == {"PII", "CONFIDENTIAL"}


def test_nothing_in_use_desires_nothing() -> None:
    assert desire() == {}


def test_subtype_gets_a_policy_of_its_own_because_ranger_matches_tags_exactly() -> None:
    documents = desire("EMAIL", EMAIL=["PII"])
    assert documents["EMAIL"]["resources"]["tag"]["values"] == ["EMAIL"]  # type: ignore[index]


def test_mask_lets_the_exempt_group_through_before_everyone() -> None:
    document = policy_document("PII", template=TEMPLATES["PII"], service="tags")
    assert document["policyType"] == 1
    items = [
        (item["accesses"][0]["type"], item["groups"], item["dataMaskInfo"]["dataMaskType"])
        for item in document["dataMaskPolicyItems"]
    ]
    assert items == [
        ("hive:select", ["pii-readers"], "hive:MASK_NONE"),
        ("hive:select", ["public"], "hive:MASK_HASH"),
        ("trino:select", ["pii-readers"], "trino:MASK_NONE"),
        ("trino:select", ["public"], "trino:MASK_HASH"),
    ]


def test_deny_names_its_exceptions() -> None:
    document = policy_document("CONFIDENTIAL", template=TEMPLATES["CONFIDENTIAL"], service="tags")
    assert document["policyType"] == 0
    assert document["denyPolicyItems"][0]["groups"] == ["public"]
    assert document["denyExceptions"][0]["groups"] == ["finance"]
    assert all(access["isAllowed"] for access in document["denyPolicyItems"][0]["accesses"])


def test_long_names_are_cut_to_255_unique_and_stable() -> None:
    """C41, apache/ranger RANGER-4319: names over `ranger.policyname.maxlength` are refused."""
    one, two = ("X" * 400 + end for end in ("a", "b"))
    assert len(policy_name(one, Effect.MASK)) == 255
    assert policy_name(one, Effect.MASK) == policy_name(one, Effect.MASK)
    assert policy_name(one, Effect.MASK) != policy_name(two, Effect.MASK)
    fitting = "X" * (255 - len("catalogsite::mask"))
    assert policy_name(fitting, Effect.MASK) == f"catalogsite:{fitting}:mask"
