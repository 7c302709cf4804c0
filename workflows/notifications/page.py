"""What the inbox page shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from catalogsite.accounts.types import Actor
from catalogsite.common.ui import Link
from workflows.notifications.selectors import get_inbox
from workflows.notifications.types import InboxGroup

ROWS = 50
LOOKS = {
    "PROPOSAL_SUBMITTED": ("git-pull-request", "job"),
    "PROPOSAL_COMMENTED": ("message-square", "topic"),
    "PROPOSAL_APPROVED": ("check", "table"),
    "PROPOSAL_APPLIED": ("circle-check", "table"),
    "PROPOSAL_REJECTED": ("circle-x", "store"),
    "PROPOSAL_WITHDRAWN": ("undo-2", "topic"),
    "PROPOSAL_FAILED": ("triangle-alert", "job"),
    "POLICY_DRIFTED": ("triangle-alert", "job"),
    "POLICY_SYNCED": ("shield-check", "report"),
}
"""Kind of event → glyph and the hue of its tile."""


@dataclass(frozen=True, slots=True)
class InboxRow:
    group: InboxGroup
    icon: str
    hue: str


@dataclass(frozen=True, slots=True)
class InboxPage:
    """`older_href` and `newer_href` are "" at the ends."""

    rows: Sequence[InboxRow]
    views: Sequence[Link]
    unread: int
    only_unread: bool
    older_href: str
    newer_href: str


def inbox_page(*, actor: Actor, only_unread: bool, offset: int = 0) -> InboxPage:
    inbox = get_inbox(actor.username, only_unread=only_unread, limit=ROWS + 1, offset=offset)
    views = [
        Link(_("Unread"), "/inbox", inbox.unread, only_unread),
        Link(_("All"), "/inbox?view=all", inbox.total, not only_unread),
    ]
    view = "unread" if only_unread else "all"
    return InboxPage(
        rows=[InboxRow(group, *LOOKS.get(group.kind, ("bell", "topic"))) for group in inbox.groups[:ROWS]],
        views=views,
        unread=inbox.unread,
        only_unread=only_unread,
        older_href=f"?view={view}&from={offset + ROWS}" if len(inbox.groups) > ROWS else "",
        newer_href=f"?view={view}&from={max(offset - ROWS, 0)}" if offset else "",
    )
