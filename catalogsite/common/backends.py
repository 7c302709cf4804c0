"""Ports and the class that serves each: settings.BACKENDS maps a port's name to a dotted path and its options.

A backend is made on first use and kept; constructors open nothing.
"""

from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.utils.module_loading import import_string


@cache
def get_backend(port: str) -> Any:
    """The configured adapter of a port: "authority", "search_index", "policy_authority"."""
    try:
        entry = settings.BACKENDS[port]
    except KeyError as error:
        raise ImproperlyConfigured(f"settings.BACKENDS has no entry {port!r}") from error
    options = {key.lower(): value for key, value in entry.items() if key != "BACKEND"}
    return import_string(entry["BACKEND"])(**options)


def _forget(*, setting: str, **_: Any) -> None:
    if setting == "BACKENDS":
        get_backend.cache_clear()


setting_changed.connect(_forget)
