"""Profile and scopes of a person, and API tokens (stored as hashes only)."""

from django.conf import settings
from django.db import models

from catalogsite.accounts.types import Role, TokenKind


class Profile(models.Model):
    """One per user: the role and the choices a person makes about the pages."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile")
    role = models.CharField(max_length=16, choices=[(role, role) for role in Role], default=Role.ANALYST)
    single_keys = models.BooleanField(default=True)
    absolute_times = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class StewardScope(models.Model):
    """One part of the catalog a steward may decide about; an empty field means any."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="steward_scopes")
    database = models.CharField(max_length=255, blank=True, default="")
    classification = models.CharField(max_length=255, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "database", "classification"], name="one_row_per_scope"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.database or 'any database'}, {self.classification or 'any classification'}"


class ApiToken(models.Model):
    """A bearer token. Only the SHA-256 of the secret is kept; `hint` is its first letters, to tell tokens apart."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100, blank=True, default="")
    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in TokenKind], default=TokenKind.PERSONAL)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user} {self.kind} {self.hint}…"
