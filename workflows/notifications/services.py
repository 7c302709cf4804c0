"""Telling people, and their saying that they have read it."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.db import connection

from catalogsite.accounts.types import Actor
from catalogsite.common import clock
from catalogsite.common.errors import NotFound, NotSignedIn
from workflows.notifications.models import InboxItem
from workflows.notifications.types import LONGEST, Notice


def notify(notices: Sequence[Notice]) -> None:
    """Puts notices into the inboxes, each once: a notice already told is passed over.

    Must run in the transaction that moves the checkpoint (or records the change). Unknown and inactive people are
    passed over. Who has an address gets an e-mail too, sent later by a task.
    """
    if not notices:
        return
    if not connection.in_atomic_block:
        raise RuntimeError("A notice is written in the transaction of what it tells of; none is open.")
    moment = clock.now()
    names = {notice.recipient for notice in notices}
    people = {user.get_username(): user for user in get_user_model().objects.filter(username__in=names, is_active=True)}
    rows = [
        InboxItem(
            recipient=people[notice.recipient],
            pipeline=notice.pipeline,
            position=notice.position,
            kind=notice.kind,
            subject=notice.subject[:LONGEST],
            title=notice.title[:LONGEST],
            sentence=notice.sentence,
            link=notice.link[:LONGEST],
            verb=notice.verb,
            at=moment,
            mail_at=moment if people[notice.recipient].email else None,
        )
        for notice in notices
        if notice.recipient in people
    ]
    InboxItem.objects.bulk_create(rows, ignore_conflicts=True, batch_size=200)


def mark_read(*, actor: Actor, item_id: int) -> InboxItem:
    """Marks everything about the item's thing as read and returns the item. Raises NotFound for anybody else's."""
    item = InboxItem.objects.filter(pk=item_id, recipient__username=actor.username).first()
    if item is None or not actor.is_signed_in:
        raise NotFound("There is no such message in your inbox.")
    unread = InboxItem.objects.filter(recipient_id=item.recipient_id, subject=item.subject, read_at=None)
    unread.update(read_at=clock.now())
    return item


def mark_all_read(*, actor: Actor) -> int:
    """Marks the whole inbox as read; returns how many messages that were."""
    if not actor.is_signed_in:
        raise NotSignedIn("Sign in to do this.")
    return InboxItem.objects.filter(recipient__username=actor.username, read_at=None).update(read_at=clock.now())
