"""The picture as shapes with positions: what the template draws, nothing decided there. Pure.

Measures are those of the visual design: a node is 196 × 40, a column row 22, a level 244 wide.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from discovery.lineage.collapse import Limits
from discovery.lineage.column_graph import NO_COLUMNS, Column, ColumnGraph, TableColumns, rows_by_table
from discovery.lineage.curves import Port, back_curve, curve
from discovery.lineage.glyphs import glyph_of
from discovery.lineage.graph import Direction, Edge, LineageGraph, Node, Stack
from discovery.lineage.labels import LONGEST_NAME, labelled_places, shorten, singular, this_word, title_of
from discovery.lineage.layout import Box, Positions, layout
from discovery.lineage.params import LineageQuery
from discovery.lineage.shapes import ColumnShape, EdgeShape, HeadShape, MarkShape, NodeShape, Picture, StackShape

WIDTH, HEAD, ROW, STEP = 196, 40, 22, 244
PILL_WIDTH, PILL_HEIGHT = 160, 28
STACK_HEIGHT = 44
MARGIN, TOP = 20, 44


@dataclass(frozen=True, slots=True)
class Addresses:
    """How the picture links: to an entity, to a view of this lineage, to the columns of an entity."""

    entity: Callable[[str], str]
    view: Callable[[str], str]
    columns: Callable[[str], str]


def draw(
    graph: LineageGraph,
    *,
    query: LineageQuery,
    addresses: Addresses,
    columns: ColumnGraph = NO_COLUMNS,
    path: frozenset[str] = frozenset(),
    found: frozenset[str] = frozenset(),
    limits: Limits = Limits(),  # noqa: B008 – a frozen value
) -> Picture:
    """Shapes for a graph that was folded, filtered and collapsed. `path` holds the columns of the chosen path."""
    rows = rows_by_table(columns, chosen=path)
    boxes = _boxes(graph, rows)
    places = layout(boxes, graph.edges)
    first = min(places.levels.values(), default=0)
    labels = labelled_places(graph.nodes.values())
    drawing = _Drawing(graph, query, addresses, columns, path, rows, boxes, places, first, limits, labels, found)
    nodes = tuple(drawing.node(node) for node in graph.nodes.values())
    edges = drawing.edges()
    back = sum(bool(edge.label) for edge in edges)
    last = max(places.levels.values(), default=0)
    return Picture(
        width=2 * MARGIN + (last - first) * STEP + WIDTH + (back and MARGIN),
        height=TOP + places.height + MARGIN + (back and 24 + 14 * back),
        heads=drawing.heads(),
        edges=edges,
        nodes=nodes,
        stacks=tuple(drawing.stack(stack) for stack in graph.stacks.values()),
        glyphs=tuple(sorted({node.glyph for node in nodes}, key=lambda glyph: glyph.name)),
    )


def _boxes(graph: LineageGraph, rows: Mapping[str, TableColumns]) -> dict[str, Box]:
    boxes = {}
    reach = 2 if any(node.is_process for node in graph.nodes.values()) else 1
    for node in graph.nodes.values():
        if node.is_process:
            boxes[node.guid] = Box(WIDTH, PILL_HEIGHT, node.side)
            continue
        table = rows.get(node.guid)
        extra = ROW * (len(table.rows) + bool(table.more)) + 4 if table else 0
        boxes[node.guid] = Box(WIDTH, HEAD + extra, node.side)
    for stack in graph.stacks.values():
        boxes[stack.id] = Box(WIDTH, STACK_HEIGHT, 1 if stack.direction is Direction.OUTPUT else -1, reach)
    return boxes


@dataclass(frozen=True, slots=True)
class _Drawing:
    graph: LineageGraph
    query: LineageQuery
    addresses: Addresses
    columns: ColumnGraph
    path: frozenset[str]
    rows: Mapping[str, TableColumns]
    boxes: Mapping[str, Box]
    places: Positions
    first: int
    limits: Limits
    labels: Mapping[str, str]
    found: frozenset[str]

    def x(self, guid: str) -> float:
        return MARGIN + (self.places.levels[guid] - self.first) * STEP

    def y(self, guid: str) -> float:
        return TOP + self.places.tops[guid]

    def heads(self) -> tuple[HeadShape, ...]:
        """A head over each level that holds datasets, counted in datasets from the base."""
        levels = {
            self.places.levels[guid]
            for guid in (*self.graph.nodes, *self.graph.stacks)
            if guid in self.graph.stacks or not self.graph.nodes[guid].is_process
        }
        upstream = sorted((level for level in levels if level < 0), reverse=True)
        downstream = sorted(level for level in levels if level > 0)
        steps = {level: number for side in (upstream, downstream) for number, level in enumerate(side, start=1)}
        shapes = [HeadShape(self._head_x(0), this_word(self.graph.nodes[self.graph.base]))]
        for side, word in ((upstream, _("upstream")), (downstream, _("downstream"))):
            for level in side:
                text = ngettext("%(count)d step", "%(count)d steps", steps[level]) % {"count": steps[level]}
                shapes.append(HeadShape(self._head_x(level), f"{text} {word}" if level == side[-1] else text))
        return tuple(sorted(shapes, key=lambda head: head.x))

    def _head_x(self, level: int) -> float:
        return MARGIN + (level - self.first) * STEP

    def node(self, node: Node) -> NodeShape:
        table = self.rows.get(node.guid, TableColumns(()))
        is_base = node.guid == self.graph.base
        states = {
            "is-base": is_base,
            "is-deleted": node.is_deleted,
            "is-process": node.is_process,
            "is-found": node.guid in self.found,
        }
        css = " ".join(name for name, holds in states.items() if holds)
        pill = node.is_process
        return NodeShape(
            guid=node.guid,
            x=self.x(node.guid) + ((WIDTH - PILL_WIDTH) / 2 if pill else 0),
            y=self.y(node.guid),
            width=PILL_WIDTH if pill else WIDTH,
            height=self.boxes[node.guid].height,
            label=shorten(node.name, 16 if pill else LONGEST_NAME),
            place=shorten(self._place(node), 28),
            title=title_of(node, is_base=is_base),
            href=self.addresses.entity(node.guid),
            glyph=glyph_of(node.type_name, node.kind),
            css=css,
            is_pill=pill,
            columns=tuple(self._column(column, index) for index, column in enumerate(table.rows)),
            more=_("+%(count)d columns") % {"count": table.more} if table.more else "",
            more_y=HEAD + len(table.rows) * ROW,
            more_href=self.addresses.columns(node.guid) if table.more else "",
        )

    def _place(self, node: Node) -> str:
        place = self.labels[node.guid]
        return f"{place}, {_('deleted')}" if node.is_deleted else place

    def _column(self, column: Column, index: int) -> ColumnShape:
        note = self.columns.note_on(column.guid)
        mark = None if note or not column.marks else mark_shape(column)
        room = 24 - (len(mark.label) + 4 if mark else len(note[:14]) + 1 if note else 0)
        chosen = column.guid in self.path
        words = [
            column.name,
            *(f"{one.name}, {_('set here') if one.is_direct else _('inherited')}" for one in column.marks),
        ]
        return ColumnShape(
            guid=column.guid,
            y=HEAD + index * ROW,
            label=shorten(column.name, max(room, 8)),
            title=", ".join(words),
            href=self.addresses.view(self.query.url(column="" if column.guid == self.query.column else column.guid)),
            mark=mark,
            note=shorten(note, 16),
            is_chosen=chosen,
            has_left=column.guid in self.columns.sources_of,
            has_right=column.guid in self.columns.with_targets,
        )

    def stack(self, stack: Stack) -> StackShape:
        count = len(stack.members)
        parent = self.graph.nodes[stack.parent].name
        shown = stack.shown_siblings + self.limits.opened
        return StackShape(
            id=stack.id,
            x=self.x(stack.id),
            y=self.y(stack.id),
            label=f"+{count:,} {stack.noun if count != 1 else singular(stack.noun)}",
            places=_where([name for name, _count in stack.places]),
            title=_("%(count)s more next to %(name)s. Show %(more)d of them.")
            % {"count": f"{count:,}", "name": parent, "more": min(self.limits.opened, count)},
            href=self.addresses.view(self.query.opening(stack.id, shown)),
            list_href=self.addresses.view(self.query.url(view="list")),
        )

    def edges(self) -> tuple[EdgeShape, ...]:
        shapes: list[EdgeShape] = []
        bottom = TOP + self.places.height + 20
        for edge in self.graph.edges:
            start, end = self._port(edge.source, right=True), self._port(edge.target, right=False)
            if edge.key in self.places.back:
                depth = bottom + 14 * sum(bool(shape.label) for shape in shapes)
                shape = self._edge(edge, back_curve(start, end, depth))
                middle = (start.x + end.x) / 2
                shapes.append(replace(shape, label=_("cycle"), label_x=middle, label_y=depth - 4))
            else:
                shapes.append(self._edge(edge, curve(start, end, self._lanes(edge.key), WIDTH)))
        return (*shapes, *self._column_edges())

    def _lanes(self, tables: tuple[str, str], beside: int = 0) -> list[tuple[float, float]]:
        """Where an edge over several levels passes between the nodes; those of columns run beside that of tables."""
        return [
            (MARGIN + (level - self.first) * STEP, TOP + height + 4 * beside)
            for level, height in self.places.lanes.get(tables, ())
        ]

    def _edge(self, edge: Edge, path: str) -> EdgeShape:
        css = "is-indirect" if edge.is_indirect else "is-broken" if edge.is_broken else ""
        return EdgeShape(path, css, self._edge_title(edge), source=edge.source, target=edge.target)

    def _edge_title(self, edge: Edge) -> str:
        names = [self.graph.folded[guid].name for guid in edge.via if guid in self.graph.folded]
        if edge.is_indirect:
            return ", ".join([*names, _("past a deleted dataset")])
        return ", ".join(names)

    def _port(self, guid: str, *, right: bool) -> Port:
        node = self.graph.nodes.get(guid)
        x, y = self.x(guid), self.y(guid)
        if node is None:
            return Port(x + (WIDTH if right else 0), y + STACK_HEIGHT / 2)
        if node.is_process:
            inset = (WIDTH - PILL_WIDTH) / 2
            return Port(x + (WIDTH - inset if right else inset), y + PILL_HEIGHT / 2)
        return Port(x + (WIDTH if right else 0), y + HEAD / 2)

    def _column_edges(self) -> list[EdgeShape]:
        spot = {
            column.guid: (table, self.y(table) + HEAD + index * ROW + ROW / 2)
            for table, listed in self.rows.items()
            if table in self.places.levels
            for index, column in enumerate(listed.rows)
        }
        shapes = []
        beside: Counter[tuple[str, str]] = Counter()
        for edge in self.columns.edges:
            if edge.source not in spot or edge.target not in spot:
                continue
            (source, from_y), (target, to_y) = spot[edge.source], spot[edge.target]
            if self.places.levels[source] >= self.places.levels[target]:
                continue
            start, end = Port(self.x(source) + WIDTH, from_y), Port(self.x(target), to_y)
            beside[(source, target)] += 1
            lanes = self._lanes((source, target), beside[(source, target)])
            chosen = edge.source in self.path and edge.target in self.path
            title = ", ".join(part for part in (edge.process, edge.expression) if part)
            shapes.append(
                EdgeShape(
                    curve(start, end, lanes, WIDTH),
                    "is-chosen" if chosen else "is-column",
                    title,
                    source=edge.source,
                    target=edge.target,
                )
            )
        return sorted(shapes, key=lambda shape: shape.css == "is-chosen")


def _where(names: Sequence[str]) -> str:
    """ "mart_eu, mart_us +3": as many places as the card has room for."""
    text = shorten(names[0], 20) if names else ""
    for index, name in enumerate(names[1:], start=1):
        longer = f"{text}, {name}"
        if len(longer) + (4 if index < len(names) - 1 else 0) > 26:
            return f"{text} +{len(names) - index}"
        text = longer
    return text


def mark_shape(column: Column) -> MarkShape:
    """The first classification of a column, at the right end of its row; more are counted."""
    first = next((mark for mark in column.marks if mark.is_direct), column.marks[0])
    more = f" +{len(column.marks) - 1}" if len(column.marks) > 1 else ""
    label = shorten(first.name, 10) + more
    width = max(38.0, 22 + 7.4 * len(label))
    css = ("is-direct" if first.is_direct else "is-inherited") + (" is-pii" if first.is_sensitive else "")
    return MarkShape(label, css, "tag" if first.is_direct else "corner-down-right", WIDTH - 10 - width, width)
