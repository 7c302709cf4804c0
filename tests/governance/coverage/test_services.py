"""The point of a day."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from catalogsite.accounts.types import WriteContext
from catalogsite.common import clock
from discovery.atlas.models import Entity
from governance.coverage.models import CoverageSnapshot
from governance.coverage.reactions import RefreshCoverage
from governance.coverage.selectors import list_points
from governance.coverage.services import take_snapshot
from tests.builders.lineage import dataset, new_dataset
from workflows.events.selectors import list_events
from workflows.events.services import record_many
from workflows.events.types import EventKind, NewEvent, partition_of

pytestmark = pytest.mark.django_db


def test_every_row_is_measured_however_many() -> None:
    """Case C66: open-metadata/OpenMetadata#12679, where a few percent were measured."""
    rows = [new_dataset(f"t{number}", is_documented=number % 2 == 1) for number in range(12_345)]
    Entity.objects.bulk_create(rows, batch_size=500)
    counts = take_snapshot()
    assert (counts.total, counts.documented) == (12_345, 6_172)
    assert counts.ratio is not None
    assert round(counts.ratio * 100, 1) == 50.0


def test_a_run_that_fails_leaves_the_points_as_they_were() -> None:
    """Case C66, the variant in which the source fails in the middle."""
    dataset("a", is_documented=True)
    take_snapshot()
    dataset("b")
    asked: list[str] = []

    def fail_late(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        asked.append(sql)
        if len(asked) == 3:
            raise OperationalError("disk I/O error")
        return execute(sql, *args)

    with connection.execute_wrapper(fail_late), pytest.raises(OperationalError):
        take_snapshot()
    point = CoverageSnapshot.objects.get(group="")
    assert (point.counts["total"], point.counts["documented"]) == (1, 1)


def test_a_second_run_of_a_day_replaces_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 6, 25, 23, 59, tzinfo=UTC))
    dataset("a", is_documented=True)
    take_snapshot()
    dataset("b")
    take_snapshot()
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 6, 26, 0, 1, tzinfo=UTC))
    take_snapshot()
    points = list_points(since=datetime(2026, 6, 1, tzinfo=UTC).date(), until=datetime(2026, 6, 30, tzinfo=UTC).date())
    assert [(point.day.day, point.counts.total) for point in points] == [(25, 2), (26, 2)]


def test_the_command_says_what_it_counted(capsys: pytest.CaptureFixture[str]) -> None:
    dataset("a", is_documented=True)
    dataset("b")
    call_command("snapshot_coverage")
    assert "1 of 2 documented (50.0%)" in capsys.readouterr().out
    assert CoverageSnapshot.objects.filter(group="db", key="core").exists()


def test_a_reaction_measures_once_a_batch_and_not_while_more_waits() -> None:
    dataset("a")
    events = [NewEvent("one", EventKind.DOCUMENTATION_UPDATE) for _ in range(4)]
    record_many(events, context=WriteContext(actor="ana"))
    recorded = list_events(partition=partition_of("one"), after=0, limit=10)
    reaction = RefreshCoverage()
    reaction.react(recorded[:2])
    assert not CoverageSnapshot.objects.exists(), "two more changes wait in this partition"
    reaction.react(recorded[2:])
    assert CoverageSnapshot.objects.filter(group="").count() == 1
    reaction.react(recorded[2:])
    assert CoverageSnapshot.objects.filter(group="").count() == 1, "twice does no harm"


def test_other_events_measure_nothing() -> None:
    record_many([NewEvent("proposal:1", EventKind.PROPOSAL_SUBMITTED)], context=WriteContext(actor="ana"))
    RefreshCoverage().react(list_events(partition=partition_of("proposal:1"), after=0, limit=5))
    assert not CoverageSnapshot.objects.exists()
