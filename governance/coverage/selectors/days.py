"""The course of days: stored points, and how many texts were written on each day."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from discovery.documentation.models import TextRevision
from governance.coverage.metrics import Counts, counts_from_json
from governance.coverage.models import CoverageSnapshot


@dataclass(frozen=True, slots=True)
class Point:
    """One day's counts. Days are UTC days: the catalog has one zone for its points."""

    day: date
    counts: Counts


def list_points(*, since: date, until: date, group: str = "", key: str = "") -> list[Point]:
    """Stored points of a span, both days included, oldest first. Days without a point are not filled in."""
    rows = CoverageSnapshot.objects.filter(group=group, key=key, day__gte=since, day__lte=until).order_by("day")
    return [Point(row.day, counts_from_json(row.counts)) for row in rows]


def find_point_before(day: date) -> Point | None:
    """The last point of the whole catalog up to a day."""
    row = CoverageSnapshot.objects.filter(group="", key="", day__lte=day).order_by("-day").first()
    return Point(row.day, counts_from_json(row.counts)) if row else None


def list_edits(*, since: date, until: date, zone: ZoneInfo) -> dict[date, int]:
    """How many texts people saved on each day of a span, both included, days taken in `zone`."""
    start, end = day_bounds(since, zone)[0], day_bounds(until, zone)[1]
    found: dict[date, int] = {}
    for at in TextRevision.objects.filter(at__gte=start, at__lt=end, origin="human").values_list("at", flat=True):
        day = at.astimezone(zone).date()
        found[day] = found.get(day, 0) + 1
    return found


def day_bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """A day in a zone as a half-open span of instants: [its midnight, the next midnight)."""
    return datetime.combine(day, time.min, zone), datetime.combine(day + timedelta(days=1), time.min, zone)
