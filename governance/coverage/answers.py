"""Coverage as JSON values of the REST API."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from governance.coverage.metrics import ColumnCounts, Counts
from governance.coverage.selectors import Group, Point

RULE = (
    "Counted are datasets that are active, complete and not temporary, and whose name no exclusion pattern catches; "
    "columns of those datasets count by themselves. Documented is a text with visible characters that is no "
    "placeholder and not the name again."
)


def coverage_json(
    whole: Counts, groups: Sequence[Group], *, group_by: str, shells: int, excluded: Sequence[str], target: float | None
) -> dict[str, Any]:
    return {
        **_counts(whole),
        "target": target,
        "incomplete": shells,
        "excluded": list(excluded),
        "rule": RULE,
        "groupBy": group_by,
        "groups": [{"key": group.key, **_counts(group.counts), "target": group.target} for group in groups],
    }


def _counts(counts: Counts) -> dict[str, Any]:
    return {
        "total": counts.total,
        "documented": counts.documented,
        "ratio": counts.ratio,
        "columns": _columns(counts.columns),
        "owned": counts.owned,
        "ownedRatio": counts.owned_ratio,
        "classified": counts.classified,
        "classifiedRatio": counts.classified_ratio,
    }


def _columns(counts: ColumnCounts) -> dict[str, Any]:
    return {
        "total": counts.total,
        "documented": counts.documented,
        "ratio": counts.ratio,
        "classified": counts.classified,
    }


def history_json(points: Sequence[Point], edits: Mapping[date, int], *, zone: str) -> dict[str, Any]:
    """Points are UTC days; edits are counted in the zone that is named."""
    return {
        "zone": zone,
        "pointsZone": "UTC",
        "points": [{"day": point.day.isoformat(), **_counts(point.counts)} for point in points],
        "edits": [{"day": day.isoformat(), "count": count} for day, count in sorted(edits.items())],
    }
