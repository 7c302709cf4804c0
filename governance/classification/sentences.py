"""Proposals as sentences: titles of pages, lines of the queue, words of a notification. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from governance.classification.types import ChangeAction


@dataclass(frozen=True, slots=True)
class Place:
    """An entity as a sentence names it: "email" in "core.customers". `where` is "" for what stands in nothing."""

    guid: str
    name: str
    where: str = ""
    kind: str = ""
    type_name: str = ""
    is_gone: bool = False

    @property
    def full(self) -> str:
        return f"{self.where}.{self.name}" if self.where else self.name


@dataclass(frozen=True, slots=True)
class Title:
    """A sentence and the part of it that is a name of the catalog, shown in monospace."""

    text: str
    subject: str

    @property
    def parts(self) -> tuple[str, str, str]:
        before, found, after = self.text.partition(self.subject) if self.subject else (self.text, "", "")
        return before, found, after


def title(actions: Sequence[str], classifications: Sequence[str], places: Sequence[Place], *, total: int) -> Title:
    """ "Classify 2 columns of core.customers as PII". `places` may be the first few of `total` changes."""
    subject, things = _things(places, total)
    names = ", ".join(dict.fromkeys(classifications))
    text = _frame(set(actions)) % {"things": things, "classification": names}
    return Title(text, subject)


def _frame(actions: set[str]) -> str:
    if actions == {ChangeAction.ADD}:
        return _("Classify %(things)s as %(classification)s")
    if actions == {ChangeAction.REMOVE}:
        return _("Remove %(classification)s from %(things)s")
    return _("Change %(classification)s on %(things)s")


def _things(places: Sequence[Place], total: int) -> tuple[str, str]:
    if not places:
        return "", ngettext("%(count)d entity", "%(count)d entities", total) % {"count": total}
    first = places[0]
    if total == 1:
        return first.full, first.full
    wheres = {place.where for place in places}
    is_all_columns = all(place.kind == "column" for place in places)
    if is_all_columns and len(wheres) == 1 and total == len(places) and first.where:
        words = ngettext("%(count)d column of %(table)s", "%(count)d columns of %(table)s", total)
        return first.where, words % {"count": total, "table": first.where}
    words = _("%(count)d columns") if is_all_columns else _("%(count)d entities")
    return "", words % {"count": total}


def short(places: Sequence[Place], *, total: int) -> str:
    """ "birth_date, phone" or "birth_date and 21 more"."""
    names = [place.name for place in places]
    if total <= len(names) and total <= 2:
        return ", ".join(names)
    if not names:
        return ""
    return _("%(name)s and %(count)d more") % {"name": names[0], "count": total - 1}


def attributes_words(attributes: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Attributes of a classification as label and text; empty ones are left out."""
    return [(name, str(value)) for name, value in (attributes or {}).items() if value not in (None, "")]


def state_word(state: str) -> str:
    words = {
        "OPEN": _("Open"),
        "APPROVED": _("Approved"),
        "APPLYING": _("Applying"),
        "APPLIED": _("Applied"),
        "REJECTED": _("Rejected"),
        "WITHDRAWN": _("Withdrawn"),
        "FAILED": _("Failed"),
    }
    return words[state]
