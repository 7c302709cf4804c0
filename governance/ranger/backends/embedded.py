"""Tag policies in our own table, with the rules of Ranger Admin that matter to us.

Names are unique in a service (3006), no two enabled policies share type and resources (3010), a write adds one to the
version. Writing what is already there changes nothing, so that a repeated call gives the same receipt.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from catalogsite.common.errors import BackendRejected
from governance.ranger.authority import OUR_LABEL, PolicyAuthority, PolicyDocument, StoredPolicy
from governance.ranger.documents import fingerprint, signature
from governance.ranger.models import RangerPolicy

LONGEST_NAME = 255


class EmbeddedPolicyAuthority(PolicyAuthority):
    """Policies as rows beside the catalog."""

    name = "embedded"

    def list_policies(self, *, service: str) -> Sequence[StoredPolicy]:
        return [_stored(row) for row in RangerPolicy.objects.filter(service=service).order_by("name")]

    @transaction.atomic
    def put_policy(self, *, document: PolicyDocument, context: WriteContext) -> StoredPolicy:
        service, name = str(document.get("service") or ""), str(document.get("name") or "")
        _check(document, service=service, name=name)
        row = RangerPolicy.objects.filter(service=service, name=name).first()
        if row is not None and fingerprint(row.document) == fingerprint(document):
            return _stored(row)
        if row is not None and _is_ours(document) and not _is_ours(row.document):
            raise BackendRejected(
                f"Policy {row.pk} “{name}” is foreign and holds this name.",
                details={"errorCode": 3006, "policy": row.pk, "name": name},
            )
        values: Mapping[str, Any] = {
            "signature": signature(document),
            "is_enabled": bool(document.get("isEnabled", True)),
            "document": dict(document),
            "updated_by": context.actor,
            "updated_ms": clock.now_ms(),
        }
        if row is None:
            row = RangerPolicy(service=service, name=name, **values)
        else:
            row.version += 1
            for field, value in values.items():
                setattr(row, field, value)
        row.save()
        return _stored(row)

    @transaction.atomic
    def remove_policy(self, *, service: str, name: str, context: WriteContext) -> None:
        row = RangerPolicy.objects.filter(service=service, name=name).first()
        if row is None:
            return
        if not _is_ours(row.document):
            raise BackendRejected(f"Policy {row.pk} “{name}” is foreign and stays.", details={"policy": row.pk})
        row.delete()

    def health(self) -> str:
        return ""


def _is_ours(document: PolicyDocument) -> bool:
    return OUR_LABEL in document.get("policyLabels", ())


def _check(document: PolicyDocument, *, service: str, name: str) -> None:
    """Raises BackendRejected with Ranger's own code where Ranger has one."""
    if not service or not name:
        raise BackendRejected("A policy needs a service and a name.", details={"errorCode": 3002})
    if len(name) > LONGEST_NAME:
        raise BackendRejected(f"A policy's name has at most {LONGEST_NAME} characters.", details={"field": "name"})
    rival = (
        RangerPolicy.objects.filter(service=service, signature=signature(document), is_enabled=True)
        .exclude(name=name)
        .first()
    )
    if rival is not None and document.get("isEnabled", True):
        raise BackendRejected(
            f"Another policy already exists for this resource: {rival.pk} “{rival.name}”.",
            details={"errorCode": 3010, "policy": rival.pk, "name": rival.name},
        )


def _stored(row: RangerPolicy) -> StoredPolicy:
    return StoredPolicy(
        id=row.pk, version=row.version, updated_by=row.updated_by, updated_ms=row.updated_ms, document=row.document
    )
