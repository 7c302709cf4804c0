"""What the template draws: shapes with positions and words. Pure."""

from dataclasses import dataclass

from discovery.lineage.glyphs import Glyph


@dataclass(frozen=True, slots=True)
class MarkShape:
    """A classification on a column row: filled when set here, outlined when inherited."""

    label: str
    css: str
    icon: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class ColumnShape:
    guid: str
    y: float
    label: str
    title: str
    href: str
    mark: MarkShape | None
    note: str
    is_chosen: bool
    has_left: bool
    has_right: bool


@dataclass(frozen=True, slots=True)
class NodeShape:
    guid: str
    x: float
    y: float
    width: float
    height: float
    label: str
    place: str
    title: str
    href: str
    glyph: Glyph
    css: str
    is_pill: bool
    columns: tuple[ColumnShape, ...] = ()
    more: str = ""
    more_y: float = 0
    more_href: str = ""


@dataclass(frozen=True, slots=True)
class StackShape:
    id: str
    x: float
    y: float
    label: str
    places: str
    title: str
    href: str
    list_href: str


@dataclass(frozen=True, slots=True)
class EdgeShape:
    path: str
    css: str
    title: str = ""
    label: str = ""
    label_x: float = 0
    label_y: float = 0
    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class HeadShape:
    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Edges come before nodes, so that nodes cover their ends."""

    width: float
    height: float
    heads: tuple[HeadShape, ...]
    edges: tuple[EdgeShape, ...]
    nodes: tuple[NodeShape, ...]
    stacks: tuple[StackShape, ...]
    glyphs: tuple[Glyph, ...]
