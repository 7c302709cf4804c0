"""One point a day for the whole catalog and for each database."""

from django.db import models


class CoverageSnapshot(models.Model):
    """Counts at the end of a day (UTC), or so far today. `group` is "" for the whole catalog, else "db"."""

    day = models.DateField()
    group = models.CharField(max_length=20, blank=True, default="")
    key = models.TextField(blank=True, default="")
    counts = models.JSONField()
    """metrics.Counts as JSON."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "group", "key"], name="one_point_a_day")]
        indexes = [models.Index(fields=["group", "key", "day"])]

    def __str__(self) -> str:
        return f"{self.day} {self.group} {self.key}".strip()
