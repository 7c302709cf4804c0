"""Template tags that every page uses: icons, tiles, times, long names, numbers, Markdown, small charts."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache

import lucide
from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common import clock, glyphs, reading
from catalogsite.common.markdown import render_markdown

register = template.Library()
WEEK = 7 * 86400
SEPARATORS = "._/-@"


@cache
def _icon_markup(name: str, size: int, extra: str) -> SafeString:
    attributes = {"class": f"icon {extra}".strip(), "aria_hidden": "true", "focusable": "false"}
    markup = re.sub(r"\s*\n\s*", "", lucide._render_icon(name, size, **attributes)).replace(" />", "/>")
    return mark_safe(markup)  # noqa: S308 – the package's own constant SVG


@register.simple_tag
def icon(name: str, size: int = 16, extra: str = "") -> SafeString:
    """One lucide icon, hidden from screen readers: the word beside it carries the meaning."""
    return _icon_markup(name, size, extra) if name else SafeString("")


@register.simple_tag
def tile(kind: str, type_name: str, size: int = 24) -> SafeString:
    """The glyph of an entity's type: 24 px, 20 in tables, 36 in titles. The type stands in words beside it."""
    glyph, hue = glyphs.glyph_of(kind, type_name)
    inner = {20: 12, 36: 20}.get(size, 14)
    return format_html(
        '<span class="tile tile--{} tile--{}" aria-hidden="true">{}</span>', size, hue, _icon_markup(glyph, inner, "")
    )


@register.simple_tag
def disc(name: str, size: int = 24) -> SafeString:
    """Initials of a person on their own ground; the name stands beside it."""
    return format_html(
        '<span class="disc disc--{} disc--{}" aria-hidden="true">{}</span>',
        size,
        glyphs.ground_of(name),
        glyphs.initials_of(name),
    )


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as sanitised HTML."""
    return render_markdown(text)


@register.filter
def number(value: float | None) -> str:
    """1204 as 1,204; None as an en dash."""
    return "–" if value is None else f"{value:,}"


@register.filter
def percent(ratio: float | None) -> str:
    """0.713 as 71%; None as "not measured yet"."""
    return _("not measured yet") if ratio is None else f"{ratio * 100:.0f}%"


@register.filter
def hundredth(ratio: float | None) -> str:
    """0.713 as 71.3, for SVG attributes; held between 0 and 100."""
    return f"{min(max(ratio or 0.0, 0.0), 1.0) * 100:.1f}"


def age_of(moment: datetime) -> str:
    """40 s, 14 min, 3 h, 2 d; from a week on the date."""
    seconds = (clock.now() - moment).total_seconds()
    if seconds >= WEEK or seconds < -60:
        return f"{moment:%-d %b %Y}"
    if seconds < 60:
        return _("%(n)d s") % {"n": max(int(seconds), 0)}
    if seconds < 3600:
        return _("%(n)d min") % {"n": seconds // 60}
    if seconds < 86400:
        return _("%(n)d h") % {"n": seconds // 3600}
    return _("%(n)d d") % {"n": seconds // 86400}


def relative(moment: datetime) -> str:
    """As in running text: 12 min ago, 3 days ago; from a week on the date."""
    seconds = (clock.now() - moment).total_seconds()
    if seconds >= WEEK or seconds < -60:
        return f"{moment:%-d %b %Y}"
    if seconds < 86400:
        return _("%(age)s ago") % {"age": age_of(moment)}
    days = int(seconds // 86400)
    return ngettext("%(n)d day ago", "%(n)d days ago", days) % {"n": days}


def _in_full(moment: datetime) -> str:
    return f"{moment:%-d %b %Y %H:%M:%S} UTC"


def _moment(value: datetime | int) -> datetime:
    return clock.from_ms(value) if isinstance(value, int) else value


def _time(value: datetime | int, words: str) -> SafeString:
    moment = _moment(value)
    if reading.wants_absolute_times():
        words = _in_full(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', moment.isoformat(timespec="seconds"), _in_full(moment), words
    )


@register.filter
def ago(value: datetime | int | None) -> SafeString:
    """A <time> for running text: relative up to 7 days, the exact instant in `title`. Takes ms too."""
    return SafeString("") if value is None else _time(value, relative(_moment(value)))


@register.filter
def age(value: datetime | int | None) -> SafeString:
    """A <time> for tables: 3 h, 2 d."""
    return SafeString("") if value is None else _time(value, age_of(_moment(value)))


@register.filter
def exact(value: datetime | int | None) -> SafeString:
    """A <time> with seconds and UTC, for proof, events and history."""
    return SafeString("") if value is None else _time(value, _in_full(_moment(value)))


@register.filter
def hour(value: datetime | int | None) -> SafeString:
    """A <time> that shows the clock only, 18:20:07; under a heading that names the day."""
    return SafeString("") if value is None else _time(value, f"{_moment(value):%H:%M:%S}")


@register.filter
def middle(name: str, tail: int = 12) -> SafeString:
    """A long name in two spans so that CSS cuts only the head; the full name in `title`."""
    name = str(name)
    if len(name) <= 20:
        return format_html("<bdi>{}</bdi>", name)
    cuts = [position for position, letter in enumerate(name[:-1]) if letter in SEPARATORS and position > 0]
    fitting = [cut for cut in cuts[-2:] if len(name) - cut <= 20]
    start = fitting[0] if fitting else len(name) - tail
    return format_html(
        '<bdi class="cut" title="{}"><span class="cut-head">{}</span><span class="cut-tail">{}</span></bdi>',
        name,
        name[:start],
        name[start:],
    )


@register.filter
def wrappable(name: str) -> SafeString:
    """A name in running text: it may wrap after a dot, an underscore or a slash."""
    parts: list[tuple[str]] = [("",)]
    for letter in str(name):
        parts[-1] = (parts[-1][0] + letter,)
        if letter in "._/":
            parts.append(("",))
    return format_html_join(mark_safe("<wbr>"), "{}", parts)


@register.filter
def line_points(values: Sequence[float], size: str = "72x20") -> str:
    """Points of a sparkline in a box of width x height, 2 px inside it; "" for fewer than two values."""
    width, height = (int(side) for side in size.split("x"))
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    step, room = width / (len(values) - 1), height - 4
    shares = [(value - low) / (high - low) if high > low else 0.5 for value in values]
    return " ".join(f"{index * step:.1f},{2 + room * (1 - share):.1f}" for index, share in enumerate(shares))


@register.filter
def minus(value: int, other: int) -> int:
    """value - other, for "+3" after the first ones."""
    return value - other


@register.filter
def message_tone(level: str) -> str:
    """The banner's tone for a level of Django's messages."""
    return {"success": "ok", "warning": "warn", "error": "broken"}.get(level, "info")
