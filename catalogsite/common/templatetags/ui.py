"""Template tags that every page uses: icons, times, long names, numbers, Markdown."""

from datetime import datetime
from functools import cache

import lucide
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from catalogsite.common import clock
from catalogsite.common.markdown import render_markdown

register = template.Library()


@cache
def _icon_markup(name: str, size: int, extra: str) -> SafeString:
    width = "2" if size <= 14 else "1.75"
    attributes = {"class": f"icon {extra}".strip(), "aria_hidden": "true", "focusable": "false", "stroke_width": width}
    return mark_safe(lucide._render_icon(name, size, **attributes))  # noqa: S308 – the package's own constant SVG


@register.simple_tag
def icon(name: str, size: int = 16, extra: str = "") -> SafeString:
    """One lucide icon, hidden from screen readers: the word beside it carries the meaning."""
    return _icon_markup(name, size, extra)


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as sanitised HTML."""
    return render_markdown(text)


@register.filter
def number(value: int | None) -> str:
    """1204 as 1,204; None as an en dash."""
    return "–" if value is None else f"{value:,}"


@register.filter
def percent(ratio: float | None) -> str:
    """0.713 as 71%; None as "not measured"."""
    return "not measured" if ratio is None else f"{ratio * 100:.0f}%"


def relative(moment: datetime) -> str:
    seconds = (clock.now() - moment).total_seconds()
    if seconds < 60:
        return f"{max(int(seconds), 0)} s ago"
    if seconds < 3600:
        return f"{int(seconds // 60)} min ago"
    if seconds < 86400:
        return f"{int(seconds // 3600)} h ago"
    if seconds < 7 * 86400:
        return f"{int(seconds // 86400)} d ago"
    return f"{moment:%-d %b %Y}"


@register.filter
def ago(moment: datetime | int | None) -> SafeString:
    """A <time> element: relative up to 7 days, then the date; the exact instant in `title`. Takes ms too."""
    if moment is None:
        return mark_safe("")
    if isinstance(moment, int):
        moment = clock.from_ms(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(),
        f"{moment:%-d %b %Y %H:%M:%S} UTC",
        relative(moment),
    )


@register.filter
def exact(moment: datetime | int | None) -> SafeString:
    """A <time> element with seconds and UTC, for proof, events and history."""
    if moment is None:
        return mark_safe("")
    if isinstance(moment, int):
        moment = clock.from_ms(moment)
    return format_html('<time datetime="{}">{}</time>', moment.isoformat(), f"{moment:%-d %b %Y %H:%M:%S} UTC")


@register.filter
def middle(name: str, tail: int = 12) -> SafeString:
    """A long name in two spans so that CSS cuts only the head; the full name in `title`."""
    name = str(name)
    if len(name) <= 20:
        return format_html("<bdi>{}</bdi>", name)
    cut = max(name.rfind(separator, 0, len(name) - 1) for separator in "._/-@")
    start = cut if 0 < len(name) - cut <= 24 and cut > 0 else len(name) - tail
    return format_html(
        '<bdi class="cut" title="{}"><span class="cut-head">{}</span><span class="cut-tail">{}</span></bdi>',
        name,
        name[:start],
        name[start:],
    )
