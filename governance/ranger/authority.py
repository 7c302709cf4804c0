"""The port behind which tag policies live: our own table, or Ranger Admin."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogsite.accounts.types import WriteContext

PolicyDocument = Mapping[str, Any]
"""A policy in Ranger's own shape (apache/ranger agents-common RangerPolicy): name, service, policyType, resources,
policyItems, dataMaskPolicyItems, isEnabled, policyLabels, …"""

OUR_LABEL = "catalogsite"
"""The mark in policyLabels of every policy we manage. Without it a policy is foreign and never touched."""


@dataclass(frozen=True, slots=True)
class StoredPolicy:
    """A policy as the authority holds it: its receipt (id, version, who last wrote it) and the document."""

    id: int
    version: int
    updated_by: str
    updated_ms: int
    document: PolicyDocument


class PolicyAuthority(ABC):
    """Where policies are enforced from. Raises BackendUnavailable or BackendRejected."""

    name: str

    @abstractmethod
    def list_policies(self, *, service: str) -> Sequence[StoredPolicy]:
        """Every policy of a tag service, ours and foreign."""

    @abstractmethod
    def put_policy(self, *, document: PolicyDocument, context: WriteContext) -> StoredPolicy:
        """Creates or replaces the policy of this service and name and answers what is stored. Idempotent."""

    @abstractmethod
    def remove_policy(self, *, service: str, name: str, context: WriteContext) -> None:
        """Removes one of our policies; removing an absent one is no error."""

    @abstractmethod
    def health(self) -> str:
        """ "" when it answers, else why not."""
