"""The small picture of an entity's overview: one step each way, three datasets a side, the rest counted. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from discovery.lineage.curves import Port, curve
from discovery.lineage.glyphs import Glyph, glyph_of
from discovery.lineage.graph import LineageGraph, Node
from discovery.lineage.labels import shorten, title_of

WIDTH, HEIGHT, STEP_X, STEP_Y = 168, 34, 232, 45
MOST = 3
MARGIN = 4


@dataclass(frozen=True, slots=True)
class SmallNode:
    """`glyph` is None for the counted rest of a side."""

    x: float
    y: float
    label: str
    title: str
    href: str
    glyph: Glyph | None
    is_base: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    width: float
    height: float
    nodes: tuple[SmallNode, ...]
    edges: tuple[str, ...]
    upstream: int
    downstream: int
    glyphs: tuple[Glyph, ...]
    lineage_href: str

    @property
    def is_empty(self) -> bool:
        return not (self.upstream or self.downstream)


def draw_overview(graph: LineageGraph, *, entity_url: Callable[[str], str], lineage_url: str) -> Overview:
    """A graph read to depth 1, without deleted and with processes folded, as a small picture."""
    base = graph.nodes[graph.base]
    before = _neighbours(graph, {edge.source for edge in graph.edges if edge.target == base.guid})
    after = _neighbours(graph, {edge.target for edge in graph.edges if edge.source == base.guid})
    rows = max(_slots(before), _slots(after), 1)
    height = rows * STEP_Y - (STEP_Y - HEIGHT)
    left = 1 if before else 0
    middle = MARGIN + (height - HEIGHT) / 2
    centre = SmallNode(
        MARGIN + left * STEP_X, middle, *_words(base, is_base=True), entity_url(base.guid), _glyph(base), is_base=True
    )
    nodes, edges = [centre], []
    for listed, x in ((before, MARGIN), (after, centre.x + STEP_X)):
        for node in _side(listed, x, height, entity_url, lineage_url):
            nodes.append(node)
            ends = (node, centre) if x < centre.x else (centre, node)
            edges.append(_line(*ends))
    return Overview(
        width=2 * MARGIN + WIDTH + (left + bool(after)) * STEP_X,
        height=height + 2 * MARGIN,
        nodes=tuple(nodes),
        edges=tuple(edges),
        upstream=len(before),
        downstream=len(after),
        glyphs=tuple(sorted({node.glyph for node in nodes if node.glyph}, key=lambda glyph: glyph.name)),
        lineage_href=lineage_url,
    )


def _neighbours(graph: LineageGraph, guids: set[str]) -> list[Node]:
    return sorted((graph.nodes[guid] for guid in guids), key=lambda node: (-node.use, node.name, node.guid))


def _slots(nodes: Sequence[Node]) -> int:
    return min(len(nodes), MOST + 1)


def _side(
    nodes: Sequence[Node], x: float, height: float, entity_url: Callable[[str], str], lineage_url: str
) -> list[SmallNode]:
    shown = nodes if len(nodes) <= MOST + 1 else nodes[:MOST]
    slots = _slots(nodes)
    top = MARGIN + (height - (slots * STEP_Y - (STEP_Y - HEIGHT))) / 2
    placed = [
        SmallNode(x, top + index * STEP_Y, *_words(node, is_base=False), entity_url(node.guid), _glyph(node))
        for index, node in enumerate(shown)
    ]
    rest = len(nodes) - len(shown)
    if rest:
        label = _("+%(count)s more") % {"count": f"{rest:,}"}
        placed.append(SmallNode(x, top + len(shown) * STEP_Y, label, label, lineage_url, None))
    return placed


def _words(node: Node, *, is_base: bool) -> tuple[str, str]:
    name = f"{node.place}.{node.name}" if node.place and node.kind == "dataset" else node.name
    return shorten(name, 17), title_of(node, is_base=is_base)


def _glyph(node: Node) -> Glyph:
    return glyph_of(node.type_name, node.kind)


def _line(source: SmallNode, target: SmallNode) -> str:
    start = Port(source.x + WIDTH, source.y + HEIGHT / 2)
    return curve(start, Port(target.x, target.y + HEIGHT / 2), (), WIDTH)
