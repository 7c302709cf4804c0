"""Where each pipeline stands, what it could not do, and what it did for an undertaking that somebody watches."""

from django.db import models


class Checkpoint(models.Model):
    """The position up to which a pipeline has handled one partition, and who is at it just now."""

    pipeline = models.CharField(max_length=100)
    partition = models.PositiveSmallIntegerField()
    position = models.BigIntegerField(default=0)
    leased_by = models.CharField(max_length=200, blank=True, default="")
    leased_until = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True)
    last_error = models.TextField(blank=True, default="")
    last_error_at = models.DateTimeField(null=True)
    last_success_at = models.DateTimeField(null=True)
    handled = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "partition"], name="one_checkpoint")]

    def __str__(self) -> str:
        return f"{self.pipeline}/{self.partition} at {self.position}"


class PipelineState(models.Model):
    """What concerns a pipeline as a whole: what an operator set, who is alone at it, which nudge is on its way."""

    pipeline = models.CharField(max_length=100, unique=True)
    is_paused = models.BooleanField(default=False)
    changed_by = models.CharField(max_length=150, blank=True, default="")
    changed_at = models.DateTimeField(null=True)
    leased_by = models.CharField(max_length=200, blank=True, default="")
    leased_until = models.DateTimeField(null=True)
    """Only for serial pipelines: whoever holds this is the only one that reacts."""
    nudged_until = models.DateTimeField(null=True)
    """Until when a nudge already sent counts as on its way; no second one is sent meanwhile."""

    def __str__(self) -> str:
        return f"{self.pipeline}: {'paused' if self.is_paused else 'running'}"


class DeadLetter(models.Model):
    """An event a pipeline could not handle, with the reason; the pipeline went on."""

    pipeline = models.CharField(max_length=100)
    position = models.BigIntegerField()
    event_key = models.CharField(max_length=512)
    event_kind = models.CharField(max_length=40)
    error = models.TextField()
    attempts = models.PositiveIntegerField(default=1)
    at = models.DateTimeField()
    retry_at = models.DateTimeField(null=True)
    """When a worker is to try it again, because somebody asked for it; moved on while a worker is at it."""
    retried_by = models.CharField(max_length=150, blank=True, default="")
    resolved_at = models.DateTimeField(null=True)
    resolution = models.CharField(max_length=255, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "position"], name="one_dead_letter")]
        indexes = [
            models.Index(fields=["pipeline"], condition=models.Q(resolved_at=None), name="open_dead_letters"),
        ]

    def __str__(self) -> str:
        return f"{self.pipeline} at {self.position}: {self.error[:80]}"


class Receipt(models.Model):
    """When a pipeline handled events of a watched undertaking (events with a trace): the proof on its page."""

    pipeline = models.CharField(max_length=100)
    trace = models.CharField(max_length=100)
    handled = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    last_position = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "trace"], name="one_receipt")]

    def __str__(self) -> str:
        return f"{self.pipeline} for {self.trace}"
