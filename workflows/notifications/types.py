"""What a person is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

LONGEST = 512


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing for one person. (pipeline, position, recipient) makes it unique: the same one is never told twice.

    recipient: user name. kind: the event's kind. subject: what it is about ("proposal:7", a guid), which groups the
    inbox. title: the bold start of the line; sentence: the line under it. link and verb: where to act, and the act.
    """

    recipient: str
    pipeline: str
    position: int
    kind: str
    subject: str
    title: str
    sentence: str
    link: str = ""
    verb: str = ""


@dataclass(frozen=True, slots=True)
class InboxGroup:
    """All a person was told about one thing: the newest line, how many there are, whether any is unread."""

    id: int
    """Of the newest item."""
    kind: str
    subject: str
    title: str
    sentence: str
    link: str
    verb: str
    at: datetime
    count: int
    unread: int


@dataclass(frozen=True, slots=True)
class Inbox:
    """The inbox of a person: groups newest first, and the number of groups that are unread."""

    groups: Sequence[InboxGroup]
    unread: int
    total: int
