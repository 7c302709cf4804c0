"""Reading the inbox."""

from django.db.models import Count, Max, Q

from workflows.notifications.models import InboxItem
from workflows.notifications.types import Inbox, InboxGroup


def count_unread(username: str) -> int:
    """Things (not messages) that a person has not read. One query."""
    rows = InboxItem.objects.filter(recipient__username=username, read_at=None)
    return rows.aggregate(things=Count("subject", distinct=True))["things"] or 0


def get_inbox(username: str, *, only_unread: bool = False, limit: int = 50, offset: int = 0) -> Inbox:
    """Groups of messages by thing, newest first. Four queries."""
    mine = InboxItem.objects.filter(recipient__username=username)
    groups = mine.values("subject").annotate(
        newest=Max("pk"), count=Count("pk"), unread=Count("pk", filter=Q(read_at=None))
    )
    if only_unread:
        groups = groups.filter(unread__gt=0)
    chosen = list(groups.order_by("-newest")[offset : offset + limit])
    items = InboxItem.objects.in_bulk([row["newest"] for row in chosen])
    total = mine.aggregate(things=Count("subject", distinct=True))["things"] or 0
    shown = [_group(items[row["newest"]], count=row["count"], unread=row["unread"]) for row in chosen]
    return Inbox(groups=shown, unread=count_unread(username), total=total)


def _group(item: InboxItem, *, count: int, unread: int) -> InboxGroup:
    return InboxGroup(
        id=item.pk,
        kind=item.kind,
        subject=item.subject,
        title=item.title,
        sentence=item.sentence,
        link=item.link,
        verb=item.verb,
        at=item.at,
        count=count,
        unread=unread,
    )
