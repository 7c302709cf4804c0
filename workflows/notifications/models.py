"""The inbox."""

from django.conf import settings
from django.db import models


class InboxItem(models.Model):
    """One thing one person should know. `subject` groups items about the same thing ("proposal:7", a guid)."""

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="inbox")
    pipeline = models.CharField(max_length=100)
    position = models.BigIntegerField()
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=512)
    title = models.CharField(max_length=512)
    sentence = models.TextField()
    link = models.CharField(max_length=512)
    verb = models.CharField(max_length=60)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mail_at = models.DateTimeField(null=True)
    """When the e-mail is due; None when there is none to send (any more)."""
    mail_attempts = models.PositiveSmallIntegerField(default=0)
    mail_problem = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pipeline", "position", "recipient"], name="told_once"),
        ]
        indexes = [
            models.Index(fields=["recipient", "-at"]),
            models.Index(fields=["recipient"], condition=models.Q(read_at=None), name="inbox_unread"),
            models.Index(fields=["mail_at"], condition=models.Q(mail_at__isnull=False), name="inbox_mail_due"),
        ]

    def __str__(self) -> str:
        return f"{self.recipient}: {self.sentence}"
