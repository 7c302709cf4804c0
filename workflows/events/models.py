"""One row per event. The primary key is the position; on SQLite it is AUTOINCREMENT, so never used twice."""

from django.db import models


class Event(models.Model):
    position = models.BigAutoField(primary_key=True)
    partition = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=512)
    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    actor = models.CharField(max_length=150)
    origin = models.CharField(max_length=100)
    at = models.DateTimeField()
    cause = models.BigIntegerField(null=True)
    hops = models.PositiveSmallIntegerField(default=0)
    """How many events lie between this one and what a person or a source did; a loop shows as a growing number."""
    trace = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["partition", "position"]),
            models.Index(fields=["key", "position"]),
            models.Index(fields=["kind", "position"]),
            models.Index(fields=["at"]),
            models.Index(fields=["cause"], condition=models.Q(cause__isnull=False), name="event_cause"),
            models.Index(fields=["trace", "position"], condition=~models.Q(trace=""), name="event_trace"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.kind} {self.key}"
