"""In which column of the picture a node stands: 0 the base, negative upstream, positive downstream. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from discovery.lineage.graph import Edge

NO_REACH: Mapping[str, int] = {}


def assign_levels(
    *, sides: Mapping[str, int], edges: Iterable[Edge], reach: Mapping[str, int] = NO_REACH
) -> tuple[dict[str, int], set[tuple[str, str]]]:
    """Levels, and the pairs whose edge runs back.

    `sides` maps every node to -1, 0 (the base) or 1, in a stable order. Each side is laid by its longest way from
    the base, so that an edge runs forward unless it closes a cycle; those are answered as back edges. `reach` names
    the nodes that stand more than one level from their neighbour toward the base.
    """
    forward: dict[str, list[str]] = {node: [] for node in sides}
    back: set[tuple[str, str]] = set()
    for source, target in sorted(edge.key for edge in edges):
        if sides[source] > sides[target]:
            back.add((source, target))
        elif sides[source] == sides[target]:
            forward[source].append(target)
    levels = {node: 0 for node, side in sides.items() if side == 0}
    for side in (1, -1):
        members = [node for node, where in sides.items() if where == side]
        order, cyclic = _depth_first(members, forward)
        back |= cyclic
        levels |= _longest(order, forward, cyclic, side, reach)
    return levels, back


def _depth_first(
    members: Sequence[str], forward: Mapping[str, Sequence[str]]
) -> tuple[list[str], set[tuple[str, str]]]:
    """Members in topological order once the edges that close a cycle are left out, and those edges."""
    cyclic: set[tuple[str, str]] = set()
    finished: list[str] = []
    state: dict[str, int] = {}
    for start in members:
        if start in state:
            continue
        state[start] = 1
        trail = [(start, iter(forward[start]))]
        while trail:
            node, targets = trail[-1]
            target = next(targets, None)
            if target is None:
                state[node] = 2
                finished.append(node)
                trail.pop()
            elif state.get(target) == 1:
                cyclic.add((node, target))
            elif target not in state:
                state[target] = 1
                trail.append((target, iter(forward[target])))
    finished.reverse()
    return finished, cyclic


def _longest(
    order: Sequence[str],
    forward: Mapping[str, Sequence[str]],
    cyclic: set[tuple[str, str]],
    side: int,
    reach: Mapping[str, int],
) -> dict[str, int]:
    """Downstream counts from the base on, upstream from the base back."""
    levels = {node: side * reach.get(node, 1) for node in order}
    for node in order if side > 0 else reversed(order):
        for target in forward[node]:
            if (node, target) in cyclic:
                continue
            if side > 0:
                levels[target] = max(levels[target], levels[node] + reach.get(target, 1))
            else:
                levels[node] = min(levels[node], levels[target] - reach.get(node, 1))
    return levels
