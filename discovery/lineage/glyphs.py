"""The glyph and hue of an entity type in the picture. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyph:
    """`name` is the icon, `role` the pair of colour tokens of its tile."""

    name: str
    role: str


_BY_PART = (
    ("column", Glyph("columns-3", "table")),
    ("view", Glyph("layers", "table")),
    ("table", Glyph("table-2", "table")),
    ("topic", Glyph("radio", "topic")),
    ("report", Glyph("chart-column", "report")),
    ("dashboard", Glyph("chart-column", "report")),
    ("chart", Glyph("chart-column", "report")),
    ("path", Glyph("hard-drive", "store")),
    ("bucket", Glyph("hard-drive", "store")),
    ("object", Glyph("hard-drive", "store")),
    ("file", Glyph("hard-drive", "store")),
)
PROCESS = Glyph("cog", "job")
OTHER = Glyph("box", "quiet")


def glyph_of(type_name: str, kind: str) -> Glyph:
    if kind == "process":
        return PROCESS
    lowered = type_name.lower()
    return next((glyph for part, glyph in _BY_PART if part in lowered), OTHER)
