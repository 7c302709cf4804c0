"""Usage counts per entity and the visits of people."""

from django.conf import settings
from django.db import models


class Usage(models.Model):
    """What a source last said about the use of an entity (by guid)."""

    guid = models.CharField(max_length=64, unique=True)
    queries_30d = models.PositiveIntegerField(default=0)
    people_30d = models.PositiveIntegerField(default=0)
    weekly = models.JSONField(default=list)
    """Queries per week, oldest first, at most 12."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["-queries_30d"])]

    def __str__(self) -> str:
        return f"{self.guid}: {self.queries_30d} queries in 30 days"


class Visit(models.Model):
    """When a person last opened an entity's page, and how often."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="visits")
    guid = models.CharField(max_length=64)
    count = models.PositiveIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "guid"], name="one_visit_row")]
        indexes = [models.Index(fields=["user", "-at"])]

    def __str__(self) -> str:
        return f"{self.user} opened {self.guid} {self.count} times"
