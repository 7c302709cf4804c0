"""Policies in words, as pages and commands show them. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from governance.ranger.types import Effect, PolicyTemplate


def mask_word(mask: str) -> str:
    """What people see under a mask type, with or without its component: "hive:MASK_HASH" is "hashed"."""
    words = {
        "MASK": _("redacted"),
        "MASK_SHOW_LAST_4": _("last 4 shown"),
        "MASK_SHOW_FIRST_4": _("first 4 shown"),
        "MASK_HASH": _("hashed"),
        "MASK_NULL": _("nullified"),
        "MASK_NONE": _("clear"),
        "MASK_DATE_SHOW_YEAR": _("year only"),
        "CUSTOM": _("custom mask"),
    }
    bare = mask.rpartition(":")[2]
    return words.get(bare, bare)


def effect_word(template: PolicyTemplate) -> str:
    """The effect in one word: "hashed", "denied"."""
    return _("denied") if template.effect is Effect.DENY else mask_word(template.mask)


def effect_sentence(template: PolicyTemplate) -> str:
    """ "Hashed for everyone, clear for pii-readers"."""
    word = effect_word(template)
    word = word[:1].upper() + word[1:]
    if not template.clear_for.names:
        return _("%(effect)s for everyone") % {"effect": word}
    names = ", ".join(template.clear_for.names)
    if template.effect is Effect.DENY:
        return _("%(effect)s for everyone except %(names)s") % {"effect": word, "names": names}
    return _("%(effect)s for everyone, clear for %(names)s") % {"effect": word, "names": names}


def principals_words(item: Mapping[str, Any]) -> str:
    """Whom an item names; the group public is everyone."""
    names = [*item.get("groups", ()), *item.get("roles", ()), *item.get("users", ())]
    return ", ".join(_("everyone") if name == "public" else str(name) for name in names) or _("nobody")


def accesses_words(item: Mapping[str, Any]) -> str:
    return ", ".join(str(access.get("type")) for access in item.get("accesses", ()))


def components_of(item: Mapping[str, Any]) -> Sequence[str]:
    """The components an item's access types belong to: hive for hive:select."""
    return sorted({str(access.get("type", "")).partition(":")[0] for access in item.get("accesses", ())})
