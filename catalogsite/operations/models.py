"""What the last comparison of each derived copy with its source found."""

from django.db import models


class Comparison(models.Model):
    """One row per copy: the index against the tables, the policies against the plan."""

    copy = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()
    seconds = models.FloatField()
    compared = models.PositiveIntegerField(default=0)
    differences = models.PositiveIntegerField(default=0)
    mended = models.PositiveIntegerField(default=0)
    detail = models.TextField(blank=True, default="")
    problem = models.TextField(blank=True, default="")
    """Why the comparison could not be made, "" when it was."""

    def __str__(self) -> str:
        return f"{self.copy}: {self.differences} of {self.compared}"
