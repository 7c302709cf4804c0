"""What the frame of every page shows: theme, navigation with counts, unread messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from catalogsite.accounts.selectors import current_actor
from catalogsite.accounts.views import THEMES


@dataclass(frozen=True, slots=True)
class NavItem:
    """One entry of the side. `tone` colours the count: "", "soon" (amber) or "broken" (red)."""

    label: str
    href: str
    icon: str
    count: int = 0
    count_words: str = ""
    tone: str = ""
    is_current: bool = False


def shell(request: HttpRequest) -> Mapping[str, Any]:
    theme = request.COOKIES.get("theme", "auto")
    return {
        "theme": theme if theme in THEMES else "auto",
        "actor": current_actor(request),
        "is_demo": settings.DEMO,
    }
