"""The queue of proposals as one person sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.accounts.types import Actor
from catalogsite.common.pagination import Page
from catalogsite.common.ui import Badge, Chip, Effect, Link
from governance.classification.looks import change_chip, effect_of, state_badge
from governance.classification.pages.proposal import ProposalPage, proposal_page
from governance.classification.pages.sensitive import is_sensitive
from governance.classification.selectors.proposals import QueueRow, count_segments, find_proposals
from governance.classification.types import ChangeAction, ProposalState, Segment
from governance.ranger.selectors import find_template


@dataclass(frozen=True, slots=True)
class QueueLine:
    """One row of the queue."""

    row: QueueRow
    chips: Sequence[Chip]
    badge: Badge
    effect: Effect | None
    href: str
    preview_href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """The queue: segments, rows, and the proposal in the pane beside."""

    segments: Sequence[Link]
    segment: Segment
    q: str
    lines: Sequence[QueueLine]
    list: Page[QueueRow]
    next_href: str
    preview: ProposalPage | None

    @property
    def is_waiting(self) -> bool:
        return self.segment is Segment.WAITING


def queue_page(
    *, actor: Actor, segment: Segment, q: str = "", cursor: str = "", chosen: str = "", limit: int = 50
) -> QueuePage:
    """The queue as one person sees it; the pane shows the chosen proposal, else the first."""
    found = find_proposals(actor=actor, segment=segment, q=q, cursor=cursor or None, limit=limit)
    rows = found.results
    at = next((row for row in rows if str(row.proposal.pk) == chosen), rows[0] if rows else None)
    counts = count_segments(actor)
    words = {
        Segment.WAITING: _("Waiting for me"),
        Segment.MINE: _("Mine"),
        Segment.OPEN: _("All open"),
        Segment.DECIDED: _("Decided"),
    }
    return QueuePage(
        segments=[
            Link(words[each], queue_href(each, q=q), counts[each], is_current=each is segment) for each in Segment
        ],
        segment=segment,
        q=q,
        lines=[_line(row, is_chosen=row is at) for row in rows],
        list=found,
        next_href=queue_href(segment, q=q, cursor=found.next) if found.next else "",
        preview=proposal_page(actor=actor, proposal_id=at.proposal.pk) if at else None,
    )


def queue_href(segment: Segment, **more: str | None) -> str:
    query = {"segment": str(segment), **{name: value for name, value in more.items() if value}}
    return f"{reverse('governance:proposals-page')}?{urlencode(query)}"


def _line(row: QueueRow, *, is_chosen: bool) -> QueueLine:
    removal = set(row.actions) == {ChangeAction.REMOVE}
    action = row.actions[0] if len(row.actions) == 1 else ChangeAction.ADD
    is_done = row.proposal.state == ProposalState.APPLIED
    templates = [template for name in row.classifications if (template := find_template(name)) is not None]
    worst = max((template.effect for template in templates), key=lambda effect: effect == "deny", default=None)
    return QueueLine(
        row=row,
        chips=[
            change_chip(name, action=action, is_sensitive=is_sensitive(name), is_done=is_done)
            for name in row.classifications
        ],
        badge=state_badge(row.proposal.state),
        effect=effect_of(worst, is_removal=removal),
        href=reverse("governance:proposal-page", args=[row.proposal.pk]),
        preview_href=reverse("governance:proposal-preview", args=[row.proposal.pk]),
        is_chosen=is_chosen,
    )
