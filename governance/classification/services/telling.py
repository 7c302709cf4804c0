"""Putting the turns of a proposal into inboxes."""

from django.urls import reverse

from catalogsite.common.errors import NotFound
from governance.classification.selectors.messages import message_for
from governance.classification.selectors.proposals import get_proposal
from governance.classification.timeline import NOTIFY
from workflows.events.types import EventRecord
from workflows.notifications.services import notify
from workflows.notifications.types import Notice


def tell(event: EventRecord) -> None:
    """Writes the notices of one event, inside the transaction of the pipeline. Each person is told once."""
    try:
        proposal = get_proposal(str(event.payload.get("proposal", "")))
    except NotFound:
        return
    message = message_for(proposal, event)
    if message is None:
        return
    link = reverse("governance:proposal-page", args=[proposal.pk])
    notify(
        [
            Notice(
                recipient=recipient,
                pipeline=NOTIFY,
                position=event.position,
                kind=event.kind,
                subject=proposal.trace,
                title=message.title,
                sentence=message.sentence,
                link=link,
                verb=message.verb,
            )
            for recipient in message.recipients
        ]
    )
