"""Proposals, what each would change, and what reviewers said."""

from django.conf import settings
from django.db import models

from governance.classification.types import ChangeAction, Decision, ProposalState


class Proposal(models.Model):
    """One wish with a reason: 1…n changes that are decided together."""

    state = models.CharField(
        max_length=10, choices=[(state, state) for state in ProposalState], default=ProposalState.OPEN
    )
    reason = models.TextField()
    proposer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="proposals")
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="decided_proposals"
    )
    finished_at = models.DateTimeField(null=True)
    """When it was applied, or failed for good."""
    inherits = models.PositiveIntegerField(default=0)
    """Entities that would inherit, as counted when it was proposed; the page of the proposal counts again."""
    problem = models.TextField(blank=True, default="")
    """Why applying failed, "" otherwise."""

    class Meta:
        indexes = [
            models.Index(fields=["state", "-created_at", "-id"]),
            models.Index(fields=["proposer", "-created_at", "-id"]),
        ]

    def __str__(self) -> str:
        return f"proposal {self.pk} ({self.state})"

    @property
    def trace(self) -> str:
        """Joins every event of this proposal, and is the key of its own events."""
        return f"proposal:{self.pk}"


class ProposalChange(models.Model):
    """One change to one entity, and what the proposer saw on it."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="changes")
    guid = models.CharField(max_length=64)
    action = models.CharField(max_length=6, choices=[(action, action) for action in ChangeAction])
    classification = models.CharField(max_length=255)
    attributes = models.JSONField(null=True)
    propagate = models.BooleanField(null=True)
    source_guid = models.CharField(max_length=64, blank=True, default="")
    name = models.TextField(blank=True, default="")
    """The entity's name when it was proposed, to filter the queue by."""
    database = models.TextField(blank=True, default="")
    """The entity's database when it was proposed: who may decide depends on it."""
    seen = models.JSONField(default=dict)
    """The entity as the proposer saw it (seen.py)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "guid", "classification", "source_guid"], name="one_change_per_classification"
            ),
        ]
        indexes = [models.Index(fields=["guid"]), models.Index(fields=["classification"])]

    def __str__(self) -> str:
        return f"{self.action} {self.classification} on {self.guid}"


class Review(models.Model):
    """What somebody said about a proposal, once and for good."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="reviews")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reviews")
    decision = models.CharField(max_length=7, choices=[(decision, decision) for decision in Decision])
    comment = models.TextField(blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["proposal", "at"])]

    def __str__(self) -> str:
        return f"{self.decision} by {self.reviewer}"
