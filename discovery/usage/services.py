"""Writing usage. None of it is metadata, so none of it is an event."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db.models import F

from catalogsite.common import clock
from discovery.usage.models import Usage, Visit


@dataclass(frozen=True, slots=True)
class UsageCounts:
    queries_30d: int
    people_30d: int
    weekly: tuple[int, ...] = ()


def record_usage(counts: Mapping[str, UsageCounts]) -> None:
    """Replaces what is known about the use of each guid."""
    at = clock.now()
    rows = [
        Usage(
            guid=guid,
            queries_30d=count.queries_30d,
            people_30d=count.people_30d,
            weekly=list(count.weekly[-12:]),
            at=at,
        )
        for guid, count in counts.items()
    ]
    Usage.objects.bulk_create(
        rows,
        batch_size=400,
        update_conflicts=True,
        unique_fields=["guid"],
        update_fields=["queries_30d", "people_30d", "weekly", "at"],
    )


def record_visit(*, username: str, guid: str) -> None:
    """Notes that a person opened an entity. Unknown people are ignored: they have no list to show it in."""
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        return
    at = clock.now()
    if not Visit.objects.filter(user=user, guid=guid).update(count=F("count") + 1, at=at):
        Visit.objects.get_or_create(user=user, guid=guid, defaults={"at": at})
