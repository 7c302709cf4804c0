"""What an operator does with pipelines, who may, and running everything inline."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import override_settings

from catalogsite.accounts.types import Actor
from catalogsite.common import clock
from catalogsite.common.errors import CatalogError, Conflict, InvalidInput, NotAllowed, NotFound, NotSignedIn
from tests.builders.events import new_events
from tests.people import People
from workflows.events.types import EventKind
from workflows.reactions import services
from workflows.reactions.models import Checkpoint, DeadLetter, PipelineState
from workflows.reactions.registry import get_pipeline, reaction_of
from workflows.reactions.runner import drain
from workflows.reactions.selectors import get_pipeline_status, list_unfinished
from workflows.reactions.types import PipelineCondition

pytestmark = pytest.mark.django_db
FILE = """
pipelines:
  one: {reaction: tests.builders.events.Recording, kinds: [ENTITY_UPDATE]}
  two: {reaction: tests.builders.events.Recording}
"""


@pytest.fixture(autouse=True)
def _pipelines(tmp_path: Path) -> object:
    path = tmp_path / "pipelines.yaml"
    path.write_text(FILE)
    with override_settings(PIPELINES_FILE=path):
        yield


@pytest.fixture
def admin(people: People) -> Actor:
    return people.actor("admin")


def letter() -> DeadLetter:
    [position] = new_events()
    return DeadLetter.objects.create(
        pipeline="one", position=position, event_key="guid-1", event_kind="ENTITY_UPDATE", error="no", at=clock.now()
    )


def test_everything_is_run_inline_until_nothing_is_behind() -> None:
    positions = new_events(keys=["a", "b", "c"])
    assert services.drain_all()
    assert sorted(reaction_of("two").handled) == positions  # type: ignore[attr-defined]
    assert list_unfinished() == []


def test_inline_running_says_when_something_is_left(admin: Actor) -> None:
    new_events()
    services.pause("one", actor=admin)
    assert not services.drain_all()
    services.resume("one", actor=admin)
    assert services.drain_all()


def test_a_paused_pipeline_names_who_paused_it_and_goes_on_where_it_stopped(admin: Actor) -> None:
    services.pause("one", actor=admin)
    new_events(2)
    services.drain_all()
    status = get_pipeline_status("one")
    assert (status.condition, status.paused_by, status.waiting) == (PipelineCondition.PAUSED, "Ada", 2)
    services.resume("one", actor=admin)
    services.drain_all()
    assert get_pipeline_status("one").waiting == 0


def test_pausing_twice_is_a_conflict(admin: Actor) -> None:
    services.pause("one", actor=admin)
    with pytest.raises(Conflict):
        services.pause("one", actor=admin)


def test_a_replay_handles_events_again_and_a_dry_run_only_counts(admin: Actor) -> None:
    first, second, third = new_events(3)
    new_events(kind=EventKind.ENTITY_CREATE)
    services.drain_all()
    plan = services.replay("one", actor=admin, after=first, dry_run=True)
    assert (plan.events, Checkpoint.objects.filter(pipeline="one", position=first).count()) == (2, 0)
    handled: list[int] = reaction_of("one").handled  # type: ignore[attr-defined]
    handled.clear()
    assert services.replay("one", actor=admin, after=first).events == 2
    services.drain_all()
    assert handled == [second, third]
    assert services.replay("one", actor=admin, dry_run=True).events == 3


def test_a_replay_of_the_future_is_refused(admin: Actor) -> None:
    [position] = new_events()
    with pytest.raises(InvalidInput):
        services.replay("one", actor=admin, after=position + 1)


def test_a_dead_letter_is_retried_by_a_worker(admin: Actor) -> None:
    row = letter()
    services.drain_all()
    services.retry_letter(row.pk, actor=admin)
    assert list_unfinished() == ["one"]
    drain(get_pipeline("one"), reaction_of("one"))
    row.refresh_from_db()
    assert row.resolution == "retried by admin"
    with pytest.raises(Conflict):
        services.retry_letter(row.pk, actor=admin)


def test_a_retry_that_fails_leaves_the_letter_open_with_the_new_reason(admin: Actor) -> None:
    row = letter()
    services.drain_all()
    services.retry_letters("one", actor=admin)
    reaction_of("one").fails = lambda event: KeyError("still")  # type: ignore[attr-defined]
    drain(get_pipeline("one"), reaction_of("one"))
    row.refresh_from_db()
    assert (row.error, row.attempts, row.resolved_at, row.retry_at) == ("KeyError: 'still'", 2, None, None)


def test_dismissing_needs_a_reason(admin: Actor) -> None:
    row = letter()
    with pytest.raises(InvalidInput):
        services.dismiss_letter(row.pk, actor=admin, reason="  ")
    closed = services.dismiss_letter(row.pk, actor=admin, reason="test\ndata")
    assert closed.resolution == "dismissed by admin: test data"


def test_unknown_pipelines_and_letters_are_not_found(admin: Actor) -> None:
    with pytest.raises(NotFound):
        services.pause("three", actor=admin)
    with pytest.raises(NotFound):
        services.retry_letter(99, actor=admin)


ACTS: dict[str, Callable[[Actor, int], object]] = {
    "pause": lambda actor, row: services.pause("one", actor=actor),
    "resume": lambda actor, row: services.resume("one", actor=actor),
    "replay": lambda actor, row: services.replay("one", actor=actor),
    "dry run": lambda actor, row: services.replay("one", actor=actor, dry_run=True),
    "retry": lambda actor, row: services.retry_letter(row, actor=actor),
    "retry all": lambda actor, row: services.retry_letters("one", actor=actor),
    "dismiss": lambda actor, row: services.dismiss_letter(row, actor=actor, reason="why"),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("who", ["analyst", "steward", "anonymous"])
def test_only_administrators_operate_and_a_refusal_changes_nothing(people: People, who: str, act: str) -> None:
    row = letter()
    services.drain_all()
    before = (
        list(Checkpoint.objects.values()),
        list(PipelineState.objects.values()),
        list(DeadLetter.objects.values()),
    )
    expected: type[CatalogError] = NotSignedIn if who == "anonymous" else NotAllowed
    with pytest.raises(expected):
        ACTS[act](people.actor(who), row.pk)
    after = (list(Checkpoint.objects.values()), list(PipelineState.objects.values()), list(DeadLetter.objects.values()))
    assert after == before


def test_one_nudge_is_on_its_way_at_a_time() -> None:
    assert services.take_nudge("one", seconds=10)
    assert not services.take_nudge("one", seconds=10)
    assert services.take_nudge("two", seconds=10)
    services.clear_nudge("one")
    assert services.take_nudge("one", seconds=10)


def test_a_nudge_that_was_lost_does_not_keep_the_next_one_back() -> None:
    services.take_nudge("one", seconds=10)
    with clock.fixed_at(clock.now() + timedelta(seconds=11)):
        assert services.take_nudge("one", seconds=10)
