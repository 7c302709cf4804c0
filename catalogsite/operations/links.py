"""Where the keys of the event log have their pages."""

import re

from django.urls import reverse

_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def page_of(key: str) -> str:
    """The page of an entity, a proposal, a policy or a type; "" for other keys."""
    if _GUID.fullmatch(key):
        return reverse("discovery:entity-page", args=[key])
    kind, _, name = key.partition(":")
    if kind == "proposal" and name.isdigit():
        return f"/proposals/{name}"
    return "/ranger" if kind == "policy" else ""
