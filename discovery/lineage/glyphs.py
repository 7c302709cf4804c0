"""The glyph and hue of an entity type as a value the picture can keep. Pure."""

from dataclasses import dataclass

from catalogsite.common import glyphs


@dataclass(frozen=True, slots=True)
class Glyph:
    """`name` is the icon, `role` the hue of its tile."""

    name: str
    role: str


def glyph_of(type_name: str, kind: str) -> Glyph:
    return Glyph(*glyphs.glyph_of(kind, type_name))
