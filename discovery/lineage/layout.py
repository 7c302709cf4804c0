"""Where the nodes of a picture stand. The only module that knows the layout library. Pure and deterministic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import graphlay

from discovery.lineage.graph import Edge
from discovery.lineage.levels import assign_levels

_OPTIONS = {
    "direction": "leftright",
    "effort": "fast",
    "routing": {"style": "orthogonal"},
    "spacing": {"node_gap": 36.0, "dummy_gap": 24.0, "port_gap": 4.0, "port_stroke_clear": 2.0, "isolated_gap": 36.0},
    # Lines are drawn by curves.py; polishing the library's own costs minutes for a hub with 1,000 neighbours.
    "tuning": {"routing": {"port_relax_rounds": 0, "overlap_repair_rounds": 0}},
}


@dataclass(frozen=True, slots=True)
class Box:
    """Size of a node, and whether it stands upstream (-1), is the base (0) or stands downstream (1)."""

    width: float
    height: float
    side: int
    reach: int = 1
    """Levels to its neighbour toward the base."""


@dataclass(frozen=True, slots=True)
class Positions:
    """`levels` and `tops` by node; `lanes` gives for a long edge the height at which it passes each level between."""

    levels: Mapping[str, int]
    tops: Mapping[str, float]
    lanes: Mapping[tuple[str, str], tuple[tuple[int, float], ...]] = field(default_factory=dict)
    back: frozenset[tuple[str, str]] = frozenset()
    height: float = 0.0


def layout(boxes: Mapping[str, Box], edges: Sequence[Edge]) -> Positions:
    """Levels and heights for every box. Edges that close a cycle are in `back` and do not pull on the levels."""
    if not boxes:
        return Positions({}, {})
    levels, back = assign_levels(
        sides={guid: box.side for guid, box in boxes.items()},
        reach={guid: box.reach for guid, box in boxes.items()},
        edges=edges,
    )
    forward = [edge for edge in edges if edge.key not in back]
    drawn = graphlay.layout(_request(boxes, levels, forward), options=_OPTIONS)
    centres = {guid: place["center"] for guid, place in zip(boxes, drawn.nodes, strict=True)}
    tops = {guid: centres[guid]["y"] - box.height / 2 for guid, box in boxes.items()}
    highest = min(tops.values())
    columns = {level: centres[guid]["x"] for guid, level in levels.items()}
    lanes = {
        edge.key: _lanes(path["points"], levels[edge.source], levels[edge.target], columns, highest)
        for edge, path in zip(forward, drawn.edges, strict=True)
        if levels[edge.target] - levels[edge.source] > 1
    }
    tops = {guid: round(top - highest, 1) for guid, top in tops.items()}
    height = max(tops[guid] + box.height for guid, box in boxes.items())
    return Positions(levels, tops, lanes, frozenset(back), height)


def _request(boxes: Mapping[str, Box], levels: Mapping[str, int], edges: Sequence[Edge]) -> dict[str, Any]:
    order = {guid: index for index, guid in enumerate(boxes)}
    present = sorted(set(levels.values()))
    rank = {level: index for index, level in enumerate(present)}
    return {
        "nodes": [
            {"size": {"width": box.width, "height": box.height}, "rank": {"fixed": rank[levels[guid]]}}
            for guid, box in boxes.items()
        ],
        "edges": [{"source": order[edge.source], "target": order[edge.target], "weight": 1.0} for edge in edges],
    }


def _lanes(
    points: Sequence[Mapping[str, float]], first: int, last: int, columns: Mapping[int, float], highest: float
) -> tuple[tuple[int, float], ...]:
    """Height of an edge's line where it crosses the middle of each level between its ends."""
    found = []
    for level in range(first + 1, last):
        if level in columns:
            found.append((level, round(_height_at(points, columns[level]) - highest, 1)))
    return tuple(found)


def _height_at(points: Sequence[Mapping[str, float]], x: float) -> float:
    for start, end in pairwise(points):
        if start["x"] <= x <= end["x"] and end["x"] > start["x"]:
            share = (x - start["x"]) / (end["x"] - start["x"])
            return float(start["y"] + share * (end["y"] - start["y"]))
    return float(points[-1]["y"])
