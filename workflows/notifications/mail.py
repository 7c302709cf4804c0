"""E-mail of what stands in the inbox. Sent at least once, with the message's key in a header; waits are rows."""

import smtplib
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string

from catalogsite.common import clock
from workflows.notifications.models import InboxItem

MOST_ATTEMPTS = 5
CLAIM_SECONDS = 60
LONGEST_SUBJECT = 150
PERMANENT = range(500, 600)
"""Replies of an SMTP server that trying again does not change."""


def send_due(*, limit: int = 100) -> int:
    """Sends the e-mails that are due; returns how many went out. Two senders never take the same one at once."""
    due = InboxItem.objects.filter(mail_at__lte=clock.now()).select_related("recipient").order_by("mail_at")
    sent = 0
    connection = get_connection()
    for item in due[:limit]:
        claimed = clock.now() + timedelta(seconds=CLAIM_SECONDS)
        if InboxItem.objects.filter(pk=item.pk, mail_at=item.mail_at).update(mail_at=claimed) == 1:
            sent += _send(item, connection)
    return sent


def _send(item: InboxItem, connection: BaseEmailBackend) -> int:
    row = InboxItem.objects.filter(pk=item.pk)
    try:
        compose(item, connection).send()
    except (OSError, smtplib.SMTPException) as error:
        attempts = item.mail_attempts + 1
        gives_up = attempts >= MOST_ATTEMPTS or _is_permanent(error)
        later = None if gives_up else clock.now() + timedelta(seconds=60 * 2**attempts)
        row.update(mail_at=later, mail_attempts=attempts, mail_problem=f"{type(error).__name__}: {error}"[:1000])
        return 0
    row.update(mail_at=None, mail_problem="")
    return 1


def _is_permanent(error: Exception) -> bool:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code in PERMANENT for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code in PERMANENT


def compose(item: InboxItem, connection: BaseEmailBackend | None = None) -> EmailMultiAlternatives:
    """The message: plain text with an HTML twin. Names in it are data: escaped, and the subject stays one line."""
    context = {"item": item, "href": f"http://{settings.HOST}:{settings.PORT}{item.link}" if item.link else ""}
    message = EmailMultiAlternatives(
        subject=" ".join(item.title.split())[:LONGEST_SUBJECT],
        body=render_to_string("workflows/notifications/mail.txt", context).strip() + "\n",
        to=[item.recipient.email],
        headers={"X-Catalogsite-Key": f"{item.pipeline}/{item.position}/{item.recipient_id}"},
        connection=connection,
    )
    message.attach_alternative(render_to_string("workflows/notifications/mail.html", context), "text/html")
    return message
