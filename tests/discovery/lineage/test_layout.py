"""Collapsing, levels and positions: pure."""

import time
from itertools import pairwise

from discovery.lineage.collapse import Limits, collapse, stack_id
from discovery.lineage.graph import Direction, Edge, LineageGraph, Node
from discovery.lineage.layout import Box, layout
from discovery.lineage.levels import assign_levels


def star(count: int, *, use: dict[str, int] | None = None) -> LineageGraph:
    """A base "h" with `count` datasets downstream."""
    nodes = {"h": Node("h", "hive_table", "dataset", "h", input_hops=0, output_hops=0)}
    for number in range(count):
        guid = f"d{number:04}"
        place = f"db{number % 3}"
        nodes[guid] = Node(
            guid, "hive_table", "dataset", guid, place=place, output_hops=1, use=(use or {}).get(guid, 0)
        )
    edges = tuple(Edge("h", guid) for guid in nodes if guid != "h")
    return LineageGraph("h", nodes, edges)


def test_twenty_siblings_stay_and_more_become_a_counted_stack() -> None:
    assert not collapse(star(20)).stacks
    drawn = collapse(star(21))
    [stack] = drawn.stacks.values()
    assert len(stack.members) + stack.shown_siblings == 21
    assert stack.noun == "tables"
    assert [name for name, _ in stack.places] == ["db2", "db0", "db1"]
    assert Edge("h", stack.id) in drawn.edges


def test_the_most_used_siblings_are_shown() -> None:
    drawn = collapse(star(100, use={"d0099": 7}))
    assert "d0099" in drawn.nodes


def test_opening_a_stack_to_the_end_shows_each_sibling_once() -> None:
    """Case C80: open-metadata/OpenMetadata#8795; expansion adds without duplicates."""
    graph, name = star(1000), stack_id("h", Direction.OUTPUT)
    shown = {guid for guid in collapse(graph, opened={name: 500}).nodes if guid != "h"}
    assert len(shown) == 500
    drawn = collapse(graph, opened={name: 1000})
    assert len(drawn.nodes) == 1001
    assert not drawn.stacks


def test_past_the_limit_of_the_picture_everything_collapses() -> None:
    nodes = {"h": Node("h", "hive_table", "dataset", "h", input_hops=0, output_hops=0)}
    edges = []
    for number in range(15):
        child = f"c{number}"
        nodes[child] = Node(child, "hive_table", "dataset", child, output_hops=1)
        edges.append(Edge("h", child))
        for leaf in range(15):
            guid = f"c{number}-{leaf}"
            nodes[guid] = Node(guid, "hive_table", "dataset", guid, output_hops=2)
            edges.append(Edge(child, guid))
    drawn = collapse(LineageGraph("h", nodes, tuple(edges)))
    assert len(drawn.nodes) <= 60
    hidden = {guid for stack in drawn.stacks.values() for guid in stack.members}
    assert hidden | set(drawn.nodes) == set(nodes)


def test_what_was_searched_for_is_drawn() -> None:
    assert "d0777" in collapse(star(1000), keep=frozenset({"d0777"}), limits=Limits(first=3)).nodes


def test_levels_follow_the_longest_way_and_cycles_run_back() -> None:
    sides = {"b": 0, "x": 1, "y": 1, "z": 1, "u": -1}
    edges = [
        Edge("b", "x"),
        Edge("b", "z"),
        Edge("x", "y"),
        Edge("y", "z"),
        Edge("z", "x"),
        Edge("u", "b"),
        Edge("z", "u"),
    ]
    levels, back = assign_levels(sides=sides, edges=edges)
    assert levels == {"b": 0, "x": 1, "y": 2, "z": 3, "u": -1}
    assert back == {("z", "x"), ("z", "u")}


def test_the_same_graph_has_the_same_positions_and_nothing_overlaps() -> None:
    boxes = {"b": Box(196, 40, 0)} | {f"x{number}": Box(196, 40 + number, 1) for number in range(30)}
    edges = [Edge("b", guid) for guid in boxes if guid != "b"]
    edges += [Edge(f"x{number}", f"x{number + 10}") for number in range(10)]
    once, again = layout(boxes, edges), layout(boxes, edges)
    assert once == again
    by_level: dict[int, list[tuple[float, float]]] = {}
    for guid, level in once.levels.items():
        by_level.setdefault(level, []).append((once.tops[guid], once.tops[guid] + boxes[guid].height))
    for spans in by_level.values():
        spans.sort()
        assert all(upper[1] + 24 <= lower[0] for upper, lower in pairwise(spans))


def test_an_edge_over_several_levels_keeps_a_lane_between() -> None:
    boxes = {"b": Box(196, 40, 0), "x": Box(196, 40, 1), "y": Box(196, 40, 1)}
    places = layout(boxes, [Edge("b", "x"), Edge("x", "y"), Edge("b", "y")])
    [(level, height)] = places.lanes[("b", "y")]
    assert level == 1
    assert not places.tops["x"] < height < places.tops["x"] + 40


def test_a_hub_with_a_thousand_neighbours_is_laid_out_at_once() -> None:
    """Case C80: everything drawn at once froze the page (open-metadata/OpenMetadata#12433)."""
    boxes = {"h": Box(196, 40, 0)} | {f"d{number}": Box(196, 40, 1) for number in range(1000)}
    started = time.perf_counter()
    layout(boxes, [Edge("h", guid) for guid in boxes if guid != "h"])
    assert time.perf_counter() - started < 2
