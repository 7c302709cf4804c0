"""The e-mail of the inbox, by the clock."""

from celery import shared_task

from workflows.notifications.mail import send_due


@shared_task(name="workflows.notifications.send_mail", ignore_result=True)
def send_mail() -> None:
    """Sends the e-mails that are due."""
    send_due()
