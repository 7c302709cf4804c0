"""The embedded policy table, and what we remember of each policy that we manage."""

from django.db import models


class RangerPolicy(models.Model):
    """One tag policy of the embedded authority. `document` is in Ranger's own shape."""

    service = models.CharField(max_length=255)
    name = models.CharField(max_length=255)
    signature = models.CharField(max_length=64)
    """Of type and resources: no two enabled policies of a service may share it."""
    is_enabled = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=1)
    document = models.JSONField()
    updated_by = models.CharField(max_length=150)
    updated_ms = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["service", "name"], name="one_policy_name"),
            models.UniqueConstraint(
                fields=["service", "signature"], condition=models.Q(is_enabled=True), name="one_policy_for_a_resource"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.service}: {self.name} v{self.version}"


class ManagedPolicy(models.Model):
    """Our last write of one policy. Its fingerprint tells a hand edit (drift) from a change of ours."""

    service = models.CharField(max_length=255)
    name = models.CharField(max_length=255)
    classification = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    policy_id = models.BigIntegerField()
    version = models.PositiveIntegerField()
    applied_by = models.CharField(max_length=150)
    applied_at = models.DateTimeField()
    drift_mark = models.CharField(max_length=64, blank=True, default="")
    """Fingerprint of the hand edit that was found ("removed" when the policy is gone), "" without drift."""
    drift_by = models.CharField(max_length=150, blank=True, default="")
    drift_found_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["service", "name"], name="one_managed_policy")]

    def __str__(self) -> str:
        return f"{self.service}: {self.name}"
