"""The list twin of the picture: the same nodes as a tree table. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from discovery.lineage.collapse import noun_of, stack_id
from discovery.lineage.column_graph import NO_COLUMNS, ColumnGraph
from discovery.lineage.glyphs import Glyph, glyph_of
from discovery.lineage.graph import Adjacency, Direction, LineageGraph, Node, Stack, fold_processes
from discovery.lineage.labels import labelled_places, singular


@dataclass(frozen=True, slots=True)
class ListRow:
    """A dataset, or with `stack` the siblings that are not shown. `depth` is how far it is indented."""

    depth: int
    steps: int
    direction: str = ""
    node: Node | None = None
    place: str = ""
    glyph: Glyph | None = None
    made_by: tuple[str, ...] = ()
    columns: str = ""
    is_base: bool = False
    stack: Stack | None = None
    stack_text: str = ""
    places_text: str = ""
    href: str = ""

    @property
    def indent(self) -> int:
        """A class of the style sheet; deeper rows stay at the last one."""
        return min(self.depth, 6)


@dataclass(frozen=True, slots=True)
class _Tree:
    graph: LineageGraph
    adjacency: Adjacency
    columns: ColumnGraph
    places: Mapping[str, str]
    entity_url: Callable[[str], str]
    stack_url: Callable[[Stack], str]


def list_rows(
    graph: LineageGraph,
    *,
    entity_url: Callable[[str], str],
    stack_url: Callable[[Stack], str],
    columns: ColumnGraph = NO_COLUMNS,
) -> list[ListRow]:
    """The base first, then downstream and upstream, each dataset once under the parent it is nearest through."""
    folded = fold_processes(graph)
    places = labelled_places(folded.nodes.values())
    tree = _Tree(folded, Adjacency(folded.edges), columns, places, entity_url, stack_url)
    base = folded.nodes[folded.base]
    rows = [_row(tree, base, None, Direction.OUTPUT, 0)]
    for direction in (Direction.OUTPUT, Direction.INPUT):
        rows += _branch(tree, direction)
    return rows


def _branch(tree: _Tree, direction: Direction) -> Iterator[ListRow]:
    """Depth first, each child under its nearest parent, and after a parent's children the counted rest of them."""
    children = _children(tree, direction)
    parent_of = {child: parent for parent, listed in children.items() for child in listed}
    waiting = _pushed(tree, children, direction, tree.graph.base, 1)
    while waiting:
        what, depth = waiting.pop()
        if isinstance(what, Stack):
            yield _stack_row(tree, what, depth)
            continue
        yield _row(tree, tree.graph.nodes[what], parent_of[what], direction, depth)
        waiting += _pushed(tree, children, direction, what, depth + 1)


def _pushed(
    tree: _Tree, children: Mapping[str, Sequence[str]], direction: Direction, parent: str, depth: int
) -> list[tuple[str | Stack, int]]:
    """What follows a parent, last first."""
    stack = tree.graph.stacks.get(stack_id(parent, direction))
    rest: list[tuple[str | Stack, int]] = [(stack, depth)] if stack else []
    return rest + [(child, depth) for child in reversed(children.get(parent, []))]


def _children(tree: _Tree, direction: Direction) -> dict[str, list[str]]:
    """Each node under the first parent that reaches it, by level, names in order."""
    neighbours = tree.adjacency.out if direction is Direction.OUTPUT else tree.adjacency.into
    seen, level = {tree.graph.base}, [tree.graph.base]
    children: dict[str, list[str]] = {}
    while level:
        following = []
        for parent in level:
            fresh = [
                guid
                for guid in neighbours.get(parent, {})
                if guid not in seen
                and guid in tree.graph.nodes
                and tree.graph.nodes[guid].hops_in(direction) is not None
            ]
            if fresh:
                fresh.sort(key=lambda guid: (-tree.graph.nodes[guid].use, tree.graph.nodes[guid].name, guid))
                children[parent] = fresh
                seen.update(fresh)
                following += fresh
        level = following
    return children


def _row(tree: _Tree, node: Node, parent: str | None, direction: Direction, depth: int) -> ListRow:
    made_by: tuple[str, ...] = ()
    travel = ""
    if parent is not None:
        ends = (parent, node.guid) if direction is Direction.OUTPUT else (node.guid, parent)
        edge = tree.adjacency.out[ends[0]][ends[1]]
        made_by = tuple(tree.graph.folded[guid].name for guid in edge.via if guid in tree.graph.folded)
        travel = travelling(tree.columns, ends[0], ends[1])
    return ListRow(
        depth=depth,
        steps=node.hops_in(direction) or 0,
        direction="" if parent is None else str(direction),
        node=node,
        place=tree.places[node.guid],
        glyph=glyph_of(node.type_name, node.kind),
        made_by=made_by,
        columns=travel,
        is_base=parent is None,
        href=tree.entity_url(node.guid),
    )


def _stack_row(tree: _Tree, stack: Stack, depth: int) -> ListRow:
    where = _("one step down") if stack.direction is Direction.OUTPUT else _("one step up")
    return ListRow(
        depth=depth,
        steps=depth,
        direction=str(stack.direction),
        stack=stack,
        stack_text=_("%(count)s more, %(where)s") % {"count": f"{len(stack.members):,}", "where": where},
        places_text=", ".join(f"{name} {count:,}" for name, count in stack.places[:4]),
        href=tree.stack_url(stack),
    )


def travelling(columns: ColumnGraph, source: str, target: str) -> str:
    """ "email becomes email_sha", "email and 4 more": what flows from one table to another."""
    pairs = [
        (columns.columns[edge.source].name, columns.columns[edge.target].name)
        for edge in columns.edges
        if columns.columns[edge.source].table == source and columns.columns[edge.target].table == target
    ]
    if not pairs:
        return ""
    first, second = pairs[0]
    text = first if first == second else _("%(one)s becomes %(other)s") % {"one": first, "other": second}
    more = len(pairs) - 1
    return text if not more else _("%(first)s and %(count)d more") % {"first": text, "count": more}


def reach_sentence(graph: LineageGraph, direction: Direction) -> str:
    """ "216 tables, 1 topic and 1 report follow within 2 steps, owned by 14 people." """
    nodes = [node for node in graph.datasets if node.guid != graph.base and node.hops_in(direction)]
    if not nodes:
        return _("Nothing follows from it.") if direction is Direction.OUTPUT else _("Nothing feeds it.")
    steps = max(node.hops_in(direction) or 0 for node in nodes)
    owners = {owner for node in nodes for owner in node.owners}
    words = {
        "what": _counted(nodes),
        "within": ngettext("within %(count)d step", "within %(count)d steps", steps) % {"count": steps},
        "people": ngettext("%(count)d owner", "%(count)d owners", len(owners)) % {"count": len(owners)},
    }
    if direction is Direction.OUTPUT:
        return (
            ngettext(
                "%(what)s follows %(within)s, with %(people)s.",
                "%(what)s follow %(within)s, with %(people)s.",
                len(nodes),
            )
            % words
        )
    return (
        ngettext(
            "%(what)s feeds it %(within)s, with %(people)s.",
            "%(what)s feed it %(within)s, with %(people)s.",
            len(nodes),
        )
        % words
    )


def _counted(nodes: Sequence[Node]) -> str:
    counts: dict[str, int] = {}
    for node in nodes:
        noun = noun_of(node.type_name)
        counts[noun] = counts.get(noun, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{count:,} {noun if count != 1 else singular(noun)}" for noun, count in ordered]
    return (
        parts[0]
        if len(parts) == 1
        else _("%(first)s and %(last)s")
        % {
            "first": ", ".join(parts[:-1]),
            "last": parts[-1],
        }
    )
