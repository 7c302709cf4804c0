"""Lines of the picture as SVG path data. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

ARROW_GAP = 6


@dataclass(frozen=True, slots=True)
class Port:
    """The point of a node where an edge leaves or arrives."""

    x: float
    y: float


def curve(start: Port, end: Port, lanes: Sequence[tuple[float, float]], width: float) -> str:
    """From a right side to a left side, with controls at half the gap; ends before the node, where the arrow is.

    `lanes` are (left edge of a level, height): an edge over several levels passes each of them level, between nodes.
    """
    parts = [f"M{_n(start.x)} {_n(start.y)}"]
    x, y = start.x, start.y
    for left, height in lanes:
        parts.append(_bend(x, y, left, height))
        parts.append(f"H{_n(left + width)}")
        x, y = left + width, height
    parts.append(_bend(x, y, end.x - ARROW_GAP, end.y))
    return "".join(parts)


def _bend(x1: float, y1: float, x2: float, y2: float) -> str:
    if abs(y1 - y2) < 0.5:
        return f"H{_n(x2)}"
    middle = (x1 + x2) / 2
    return f"C{_n(middle)} {_n(y1)} {_n(middle)} {_n(y2)} {_n(x2)} {_n(y2)}"


def back_curve(start: Port, end: Port, depth: float) -> str:
    """A line that closes a cycle: out to the right, under everything, and back in from the left."""
    out, back = start.x + 26, end.x - 26
    return (
        f"M{_n(start.x)} {_n(start.y)}C{_n(out)} {_n(start.y)} {_n(out)} {_n(depth)} {_n(start.x)} {_n(depth)}"
        f"H{_n(end.x)}C{_n(back)} {_n(depth)} {_n(back)} {_n(end.y)} {_n(end.x - ARROW_GAP)} {_n(end.y)}"
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
