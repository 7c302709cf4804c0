"""Colours of static/css/tokens.css by theme, and the contrast of WCAG 2.2 between two of them."""

import re
from pathlib import Path

TOKENS = Path("static/css/tokens.css")
THEMES = {"light": r":root, \[data-theme=light\] \{(.*?)\n\}", "dark": r"\n\[data-theme=dark\] \{(.*?)\n\}"}
AUTO = r"\[data-theme=auto\] \{(.*?)\n  \}"
_COLOUR = re.compile(r"--([a-z0-9-]+):(#[0-9A-F]{6});")


def colours_of(pattern: str) -> dict[str, str]:
    found = re.search(pattern, TOKENS.read_text(), flags=re.DOTALL)
    assert found is not None
    return dict(_COLOUR.findall(found[1]))


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


GROUNDS = ("canvas", "surface", "sunken", "hover", "selected")
STATES = ("clear", "masked", "denied", "info", "pii", "tag", "term", "quiet")
TYPES = ("table", "topic", "job", "report", "store")


def pairs() -> list[tuple[str, str, float]]:
    """(foreground, ground, least contrast): 4.5 for text, 3 for graphics, 104 of them."""
    found = [(text, ground, 4.5) for text in ("text", "text-2", "text-3", "accent") for ground in GROUNDS]
    found += [(mark, ground, 3.0) for mark in ("focus", "control") for ground in GROUNDS]
    for state in STATES:
        found += [
            (f"{state}-fg", f"{state}-bg", 4.5),
            (f"{state}-fg", "surface", 4.5),
            (f"{state}-fg", "canvas", 4.5),
            ("text", f"{state}-bg", 4.5),
            (state, "surface", 3.0),
            (state, f"{state}-bg", 3.0),
        ]
    found += [(f"t-{kind}", f"t-{kind}-bg", 4.5) for kind in TYPES]
    found += [(f"t-{kind}", "surface", 3.0) for kind in TYPES]
    found += [
        ("on-accent", "accent", 4.5),
        ("on-accent", "accent-hover", 4.5),
        ("text", "mark", 4.5),
        ("bar-fg", "bar-bg", 4.5),
        ("accent", "accent-soft", 4.5),
        ("text", "accent-soft", 4.5),
        ("text-2", "accent-soft", 4.5),
        ("accent-hover", "surface", 4.5),
        ("accent-hover", "canvas", 4.5),
        ("accent-hover", "selected", 4.5),
        ("masked-fg", "selected", 4.5),
        ("denied-fg", "selected", 4.5),
        ("masked-fg", "hover", 4.5),
        ("denied-fg", "hover", 4.5),
        ("pii-fg", "selected", 4.5),
        ("clear-fg", "hover", 4.5),
    ]
    return found
