"""Revisions of texts. A revision is written once and never changed; the newest one is what the entity holds."""

from django.db import models


class TextRevision(models.Model):
    """One text somebody wrote about an entity. Revisions count from 1 for each entity by itself."""

    guid = models.CharField(max_length=64)
    revision = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    origin = models.CharField(max_length=100, default="human")
    """human, ingest:<source> or propagated."""
    by = models.CharField(max_length=150)
    at = models.DateTimeField()
    note = models.CharField(max_length=500, blank=True, default="")
    restored_from = models.PositiveIntegerField(null=True)
    """The earlier revision whose words this one brought back."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["guid", "revision"], name="one_row_per_revision")]
        indexes = [models.Index(fields=["by", "-at"])]

    def __str__(self) -> str:
        return f"revision {self.revision} of {self.guid} by {self.by}"
