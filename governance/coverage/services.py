"""Writing today's point."""

from django.db import transaction

from catalogsite.common import clock
from catalogsite.common.errors import Conflict
from governance.coverage.metrics import Counts
from governance.coverage.models import CoverageSnapshot
from governance.coverage.selectors import list_groups, whole_of
from governance.coverage.selectors.measured import measured_columns, measured_datasets


def take_snapshot() -> Counts:
    """Measures the whole catalog and writes the point of today (UTC), in place of an earlier one of today.

    All or nothing: an error while measuring leaves the stored points as they were. Raises Conflict when what was
    counted is not what is there, because rows changed meanwhile; the next run counts again.
    """
    groups = list_groups("db")
    whole = whole_of("db", groups)
    expected = measured_datasets().count(), measured_columns().count()
    if (whole.total, whole.columns.total) != expected:
        counted = {"datasets": whole.total, "columns": whole.columns.total}
        raise Conflict(
            "The catalog changed while it was counted; no point was written.",
            details={"counted": counted, "expected": {"datasets": expected[0], "columns": expected[1]}},
        )
    at = clock.now()
    day = at.date()
    rows = [CoverageSnapshot(day=day, group="", key="", counts=whole.to_json(), at=at)]
    rows += [
        CoverageSnapshot(day=day, group="db", key=group.key, counts=group.counts.to_json(), at=at) for group in groups
    ]
    with transaction.atomic():
        CoverageSnapshot.objects.filter(day=day).delete()
        CoverageSnapshot.objects.bulk_create(rows, batch_size=400)
    return whole
