"""What every PolicyAuthority must do. Subclasses give the adapter; a gap is an overriding skip with its reason."""

from typing import Any

import pytest

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import BackendRejected
from governance.ranger.authority import OUR_LABEL, PolicyAuthority, StoredPolicy

CONTEXT = WriteContext(actor="admin")


def mask_policy(name: str, *, tag: str, service: str, label: str | None = OUR_LABEL, **more: Any) -> dict[str, Any]:
    """A tag policy that hashes for everyone, as Ranger takes it (specification of RangerPolicy, policyType 1)."""
    item = {
        "accesses": [{"type": "hive:select", "isAllowed": True}],
        "groups": ["public"],
        "dataMaskInfo": {"dataMaskType": "hive:MASK_HASH"},
    }
    return {
        "service": service,
        "name": name,
        "policyType": 1,
        "isEnabled": True,
        "policyLabels": [label] if label else [],
        "resources": {"tag": {"values": [tag], "isExcludes": False, "isRecursive": False}},
        "dataMaskPolicyItems": [item],
        **more,
    }


class PolicyAuthorityContract:
    """Inherit, and give `authority` and `service` (the name of a tag service that is empty or may be written to)."""

    service = "contract_tags"

    @pytest.fixture
    def authority(self) -> PolicyAuthority:
        raise NotImplementedError

    def put(self, authority: PolicyAuthority, name: str, *, tag: str = "PII", **more: Any) -> StoredPolicy:
        document = mask_policy(name, tag=tag, service=self.service, **more)
        return authority.put_policy(document=document, context=CONTEXT)

    def names(self, authority: PolicyAuthority) -> list[str]:
        return sorted(str(policy.document["name"]) for policy in authority.list_policies(service=self.service))

    def test_is_healthy(self, authority: PolicyAuthority) -> None:
        assert authority.health() == ""

    def test_created_policy_is_listed_with_its_receipt(self, authority: PolicyAuthority) -> None:
        receipt = self.put(authority, "one")
        listed = [policy for policy in authority.list_policies(service=self.service) if policy.id == receipt.id]
        assert len(listed) == 1
        assert listed[0].version == receipt.version == 1
        assert listed[0].document["resources"]["tag"]["values"] == ["PII"]
        assert listed[0].document["policyLabels"] == [OUR_LABEL]

    def test_other_services_are_not_listed(self, authority: PolicyAuthority) -> None:
        self.put(authority, "one")
        assert list(authority.list_policies(service="another_service")) == []

    def test_writing_the_same_again_changes_nothing(self, authority: PolicyAuthority) -> None:
        first = self.put(authority, "one")
        again = self.put(authority, "one")
        assert (again.id, again.version) == (first.id, first.version)
        assert self.names(authority).count("one") == 1

    def test_changing_keeps_the_id_and_raises_the_version(self, authority: PolicyAuthority) -> None:
        first = self.put(authority, "one")
        changed = self.put(authority, "one", isEnabled=False)
        assert changed.id == first.id
        assert changed.version == first.version + 1
        assert changed.document["isEnabled"] is False

    def test_names_differ_by_case(self, authority: PolicyAuthority) -> None:
        self.put(authority, "one", tag="A")
        self.put(authority, "ONE", tag="B")
        assert {"one", "ONE"} <= set(self.names(authority))

    def test_second_policy_for_one_resource_is_refused(self, authority: PolicyAuthority) -> None:
        """Ranger's error 3010, "another policy already exists for matching resource" (apache/ranger, RANGER-354)."""
        self.put(authority, "one")
        with pytest.raises(BackendRejected):
            self.put(authority, "two")
        assert "two" not in self.names(authority)

    def test_disabled_policy_frees_its_resource(self, authority: PolicyAuthority) -> None:
        self.put(authority, "one", isEnabled=False)
        self.put(authority, "two")
        assert {"one", "two"} <= set(self.names(authority))

    def test_name_of_255_characters_is_taken_and_256_refused(self, authority: PolicyAuthority) -> None:
        """apache/ranger RANGER-4319: `ranger.policyname.maxlength`."""
        self.put(authority, "n" * 255, tag="A")
        with pytest.raises(BackendRejected):
            self.put(authority, "n" * 256, tag="B")

    def test_removed_policy_is_gone_and_removing_it_again_is_no_error(self, authority: PolicyAuthority) -> None:
        self.put(authority, "one")
        authority.remove_policy(service=self.service, name="one", context=CONTEXT)
        authority.remove_policy(service=self.service, name="one", context=CONTEXT)
        assert "one" not in self.names(authority)

    def test_foreign_policy_is_neither_removed_nor_replaced(self, authority: PolicyAuthority) -> None:
        """apache/gravitino#5336: what people made by hand stays as it is."""
        self.put(authority, "by hand", label=None)
        with pytest.raises(BackendRejected):
            authority.remove_policy(service=self.service, name="by hand", context=CONTEXT)
        with pytest.raises(BackendRejected):
            self.put(authority, "by hand", tag="OTHER")
        (left,) = [p for p in authority.list_policies(service=self.service) if p.document["name"] == "by hand"]
        assert left.version == 1
        assert left.document["resources"]["tag"]["values"] == ["PII"]

    @pytest.mark.parametrize("name", ["a/b", "100 %", "x;y", "back\\slash", "名前", 'quote " and <b>'])
    def test_any_name_survives(self, authority: PolicyAuthority, name: str) -> None:
        self.put(authority, name)
        assert name in self.names(authority)
        authority.remove_policy(service=self.service, name=name, context=CONTEXT)
        assert name not in self.names(authority)
