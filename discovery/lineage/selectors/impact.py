"""Reading what follows from a change."""

from discovery.lineage.graph import Direction
from discovery.lineage.impact import Impact, impact_of
from discovery.lineage.selectors.walk import get_lineage


def get_impact(guid: str, *, direction: Direction = Direction.OUTPUT, depth: int = 0) -> Impact:
    """Every living dataset downstream (OUTPUT) or upstream (INPUT) of an entity. Raises NotFound."""
    return impact_of(get_lineage(guid, direction=direction, depth=depth), direction=direction)
