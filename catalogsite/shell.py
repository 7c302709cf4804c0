"""What the frame of every page shows: theme, sections with counts, unread messages.

Everything is read when the frame is rendered: a fragment, which has no frame, asks the database nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.translation import get_language, get_language_bidi, ngettext
from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, may
from catalogsite.accounts.selectors import current_actor
from catalogsite.accounts.types import Actor, Role
from catalogsite.accounts.views import THEMES
from governance.classification.selectors.proposals import count_waiting
from governance.ranger.selectors import count_drift
from workflows.notifications.selectors import count_unread
from workflows.reactions.models import Checkpoint, DeadLetter

ROLE_WORDS: dict[Role | None, Callable[[], str]] = {
    None: lambda: _("reader"),
    Role.ANALYST: lambda: _("analyst"),
    Role.STEWARD: lambda: _("data steward"),
    Role.ADMINISTRATOR: lambda: _("administrator"),
}


@dataclass(frozen=True, slots=True)
class Count:
    """A number beside a section: `short` is what is seen, `words` what is read out, `tone` "", "soon" or "broken"."""

    number: int
    short: str
    words: str
    tone: str = ""


NOTHING = Count(0, "", "")


@dataclass(frozen=True, slots=True)
class NavItem:
    """One entry of the side. `tone` colours the count: "", "soon" (amber) or "broken" (red)."""

    label: str
    href: str
    icon: str
    count: int = 0
    short: str = ""
    count_words: str = ""
    tone: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class NavSection:
    label: str
    items: Sequence[NavItem]


class Shell:
    """Context of templates/base.html. Each property asks the database at most once, and only when it is shown."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def theme(self) -> str:
        theme = self._request.COOKIES.get("theme", "auto")
        return theme if theme in THEMES else "auto"

    @property
    def language(self) -> str:
        return get_language() or "en"

    @property
    def direction(self) -> str:
        return "rtl" if get_language_bidi() else "ltr"

    @property
    def actor(self) -> Actor:
        return current_actor(self._request)

    @property
    def role(self) -> str:
        return ROLE_WORDS[self.actor.role]()

    @cached_property
    def single_keys(self) -> bool:
        return bool(getattr(self._profile, "single_keys", True))

    @cached_property
    def absolute_times(self) -> bool:
        return bool(getattr(self._profile, "absolute_times", False))

    @cached_property
    def _profile(self) -> Any:
        return getattr(self._request.user, "profile", None) if self.actor.is_signed_in else None

    @property
    def is_search(self) -> bool:
        return self._request.path.startswith("/search")

    @property
    def query(self) -> str:
        return self._request.GET.get("q", "") if self.is_search else ""

    @cached_property
    def unread(self) -> int:
        return count_unread(self.actor.username) if self.actor.is_signed_in else 0

    @cached_property
    def sections(self) -> list[NavSection]:
        govern = [
            self._item(_("Proposals"), "/proposals", "git-pull-request", self._waiting),
            self._item(_("Classifications"), "/classifications", "tags"),
            self._item(_("Access"), "/access", "key-round"),
            self._item(_("Ranger"), "/ranger", "shield-check", self._drift),
            self._item(_("Coverage"), "/coverage", "chart-line"),
        ]
        operate = [
            self._item(_("Pipelines"), "/pipelines", "workflow", self._stuck),
            self._item(_("Events"), "/events", "list"),
            self._item(_("Status"), "/status", "activity"),
            self._item(_("Trace"), "/trace", "route"),
        ]
        find = [
            self._item(_("Home"), "/", "house"),
            self._item(_("Search"), "/search", "search"),
            self._item(_("Glossary"), "/glossary", "book-open"),
        ]
        parts = ((_("Find"), find), (_("Govern"), govern), (_("Operate"), operate))
        return [NavSection(label, [item for item in items if _has_page(item.href)]) for label, items in parts]

    @property
    def _waiting(self) -> Count:
        """Proposals that wait for the reader's decision."""
        if self.actor.role not in {Role.STEWARD, Role.ADMINISTRATOR}:
            return NOTHING
        number = count_waiting(self.actor)
        words = ngettext("%(n)d waits for you", "%(n)d wait for you", number) % {"n": number}
        return Count(number, f"{number:,}", words)

    @property
    def _drift(self) -> Count:
        """Policies that somebody changed in Ranger by hand."""
        number = count_drift()
        words = ngettext("%(n)d drift", "%(n)d drift", number) % {"n": number}
        return Count(number, words, words, "soon")

    @property
    def _stuck(self) -> Count:
        return stuck_pipelines() if may(self.actor, Action.OPERATE) else NOTHING

    def _item(self, label: str, href: str, icon: str, count: Count = NOTHING) -> NavItem:
        return NavItem(
            label, href, icon, count.number, count.short, count.words, count.tone, _is_current(self._request.path, href)
        )


@cache
def _has_page(href: str) -> bool:
    """Whether this installation serves the address: a slice that is not installed has no entry."""
    try:
        resolve(href)
    except Resolver404:
        return False
    return True


def _is_current(path: str, href: str) -> bool:
    """Entity pages mark Search; everything else marks the section its address starts with."""
    if href == "/":
        return path == "/"
    if href == "/search" and path.startswith("/entity/"):
        return True
    return path == href or path.startswith(f"{href}/")


def stuck_pipelines() -> Count:
    """Pipelines with an unresolved dead letter or one that waits to try again after errors."""
    dead = DeadLetter.objects.filter(resolved_at=None).values_list("pipeline", flat=True)
    waiting = Checkpoint.objects.exclude(retry_at=None).values_list("pipeline", flat=True)
    number = len(set(dead.union(waiting)))
    words = ngettext("%(n)d pipeline is stuck", "%(n)d pipelines are stuck", number) % {"n": number}
    return Count(number, str(number), words, "broken")


def shell(request: HttpRequest) -> Mapping[str, Any]:
    """The context processor."""
    return {"shell": Shell(request), "actor": current_actor(request)}
