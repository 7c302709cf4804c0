"""Reading policies: what is desired, what a plan would do, what we wrote last. Nothing here writes."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Count

from catalogsite.common.backends import get_backend
from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import type_registry
from governance.ranger.authority import PolicyAuthority
from governance.ranger.desired import DesiredPolicy, desired_policies
from governance.ranger.models import ManagedPolicy
from governance.ranger.plan import Applied, Plan, make_plan
from governance.ranger.templates import shipped_templates, template_for
from governance.ranger.types import PolicyTemplate
from workflows.events.selectors import find_events
from workflows.events.types import EventKind, EventRecord

POLICY_KINDS = (EventKind.POLICY_SYNCED, EventKind.POLICY_REMOVED, EventKind.POLICY_DRIFTED)


def policy_authority() -> PolicyAuthority:
    """The configured authority: the embedded table, or Ranger Admin."""
    backend: PolicyAuthority = get_backend("policy_authority")
    return backend


def tag_service() -> str:
    """Name of Ranger's tag service that holds our policies."""
    return str(settings.RANGER_TAG_SERVICE)


def count_in_use() -> dict[str, int]:
    """Classifications to the number of ACTIVE entities that carry them. A deleted entity protects nothing."""
    rows = (
        EntityClassification.objects.filter(entity__status=Entity.Status.ACTIVE)
        .values_list("type_name")
        .annotate(entities=Count("entity", distinct=True))
    )
    return dict(rows)


def super_types_of(classification: str) -> list[str]:
    """All super-types of a classification, nearest first; none for a type that is gone."""
    types = type_registry().classification_types
    found: list[str] = []
    level = [classification]
    while level:
        level = [parent for name in level if name in types for parent in types[name].super_types if parent not in found]
        found += level
    return list(dict.fromkeys(found))


def find_template(classification: str) -> PolicyTemplate | None:
    """The template that protects a classification; None when nothing follows from it."""
    return template_for(classification, super_types=super_types_of(classification), templates=shipped_templates())


def list_desired() -> dict[str, DesiredPolicy]:
    """The policies that must exist now, by name."""
    in_use = count_in_use()
    return _desired(in_use)


def would_be_desired(classifications: Iterable[str]) -> dict[str, DesiredPolicy]:
    """The policies that would have to exist if these were in use, by name."""
    return _desired(classifications)


def _desired(classifications: Iterable[str]) -> dict[str, DesiredPolicy]:
    names = list(classifications)
    return desired_policies(
        in_use=names,
        super_types={name: super_types_of(name) for name in names},
        templates=shipped_templates(),
        service=tag_service(),
    )


def get_plan() -> Plan:
    """What would make the stored policies equal to the desired state. Raises BackendUnavailable."""
    service = tag_service()
    return make_plan(
        service=service,
        desired=list_desired(),
        stored=policy_authority().list_policies(service=service),
        applied=list_applied(),
    )


def list_applied() -> dict[str, Applied]:
    """Our last write of each policy, by name."""
    return {row.name: _applied(row) for row in ManagedPolicy.objects.filter(service=tag_service())}


def list_applied_for(classifications: Iterable[str]) -> list[Applied]:
    """Our last writes of the policies that protect these classifications."""
    rows = ManagedPolicy.objects.filter(service=tag_service(), classification__in=list(classifications))
    return [_applied(row) for row in rows.order_by("name")]


def _applied(row: ManagedPolicy) -> Applied:
    return Applied(
        name=row.name,
        classification=row.classification,
        fingerprint=row.fingerprint,
        policy_id=row.policy_id,
        version=row.version,
        applied_by=row.applied_by,
        applied_at=row.applied_at,
    )


def count_drift() -> int:
    """Policies of ours that somebody edited by hand, as the last comparison found them. One query."""
    return ManagedPolicy.objects.filter(service=tag_service()).exclude(drift_mark="").count()


def drift_found_at(names: Iterable[str]) -> dict[str, datetime]:
    """When a comparison first saw the hand edit of each drifted policy."""
    rows = ManagedPolicy.objects.filter(service=tag_service(), name__in=list(names)).exclude(drift_mark="")
    return {row.name: row.drift_found_at for row in rows if row.drift_found_at}


def list_policy_history(*, limit: int = 30) -> Sequence[EventRecord]:
    """What we wrote and what drift we found, newest first."""
    return find_events(kinds=POLICY_KINDS, limit=limit, newest_first=True)
