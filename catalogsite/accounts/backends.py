"""Signing in with name and password, as Django does; the person of each request comes with the profile in one query."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User


class PeopleBackend(ModelBackend):
    """Django's own backend, but for how a session's person is read."""

    def get_user(self, user_id: Any) -> User | None:
        user = User.objects.select_related("profile").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
