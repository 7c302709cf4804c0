"""The road of an event through a pipeline, and what happens when something on it breaks."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest
from django.db import OperationalError

from catalogsite.common import clock
from catalogsite.common.errors import BackendRejected, BackendUnavailable
from tests.builders.events import Recording, new_events
from workflows.events.models import Event
from workflows.events.types import EventKind, EventRecord, partition_of
from workflows.notifications.models import InboxItem
from workflows.reactions.config import Pipeline, Retry
from workflows.reactions.leases import claim_next, ensure_checkpoints, holder, release_dead
from workflows.reactions.models import Checkpoint, DeadLetter, PipelineState, Receipt
from workflows.reactions.runner import MOST_HOPS, drain

pytestmark = pytest.mark.django_db
KEY = "guid-1"
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def pipeline(**changes: object) -> Pipeline:
    return Pipeline(**({"name": "p", "reaction": "x.Y"} | changes))  # type: ignore[arg-type]


def checkpoint(key: str = KEY) -> Checkpoint:
    return Checkpoint.objects.get(pipeline="p", partition=partition_of(key))


def test_events_arrive_once_and_in_order() -> None:
    positions = new_events(7)
    reaction = Recording()
    assert drain(pipeline(batch=3), reaction) is False
    assert reaction.handled == positions
    drain(pipeline(batch=3), reaction)
    assert reaction.handled == positions
    assert checkpoint().handled == 7


def test_only_the_kinds_of_the_pipeline_arrive_and_the_rest_is_passed() -> None:
    [wanted] = new_events(kind=EventKind.CLASSIFICATION_ADD)
    [last] = new_events()
    reaction = Recording()
    drain(pipeline(kinds=frozenset({"CLASSIFICATION_ADD"})), reaction)
    assert reaction.handled == [wanted]
    assert checkpoint().position == last


def test_a_new_pipeline_may_start_at_the_end() -> None:
    new_events(3)
    reaction = Recording()
    drain(pipeline(start="latest"), reaction)
    assert reaction.handled == []
    [position] = new_events()
    drain(pipeline(start="latest"), reaction)
    assert reaction.handled == [position]


def test_a_poisonous_event_is_tried_so_often_then_put_aside_once_and_the_stream_goes_on() -> None:
    """Case C53: acryldata/datahub-actions #123, failure handling stood inside the retry loop."""
    first, poison, last = new_events(3)
    reaction = Recording(lambda event: ValueError("no") if event.position == poison else None)
    drain(pipeline(batch=1, retry=Retry(attempts=3)), reaction, patient=False)
    assert reaction.tried.count(poison) == 3
    assert reaction.handled == [first, last]
    letter = DeadLetter.objects.get()
    assert (letter.position, letter.error, letter.attempts) == (poison, "ValueError: no", 3)
    assert checkpoint().position == last
    reaction.fails = lambda event: None
    DeadLetter.objects.update(retry_at=clock.now(), retried_by="admin")
    drain(pipeline(batch=1), reaction)
    assert reaction.handled == [first, last, poison]
    letter.refresh_from_db()
    assert letter.resolution == "retried by admin"


def test_a_batch_is_halved_until_the_guilty_event_stands_alone() -> None:
    positions = new_events(16)
    guilty = positions[5]
    reaction = Recording(lambda event: BackendRejected("no") if event.position == guilty else None)
    drain(pipeline(), reaction)
    assert reaction.handled == [position for position in positions if position != guilty]
    assert [letter.position for letter in DeadLetter.objects.all()] == [guilty]


def test_what_a_backend_refuses_is_not_tried_again() -> None:
    """Case C60: healthchecks/healthchecks 2cf1ed41, permanent refusals kept consuming retries."""
    [position] = new_events()
    reaction = Recording(lambda event: BackendRejected("gone"))
    drain(pipeline(retry=Retry(attempts=5)), reaction, patient=False)
    assert reaction.tried == [position]
    assert DeadLetter.objects.get().error == "BackendRejected: gone"


def test_a_backend_that_does_not_answer_is_waited_for_in_a_row_and_nothing_is_skipped() -> None:
    """Case C56: celery/celery#3270, a long wait belongs into a row, not into a message."""
    positions = new_events(2)
    down = Recording(lambda event: BackendUnavailable("down"))
    for attempt, wait in enumerate((1, 2, 4), start=1):
        moment = START + timedelta(minutes=attempt)
        with clock.fixed_at(moment):
            drain(pipeline(), down)
            drain(pipeline(), down)
        row = checkpoint()
        assert (row.attempts, row.retry_at) == (attempt, moment + timedelta(seconds=wait))
        assert row.last_error == "BackendUnavailable: down"
    assert len(down.tried) == 6
    up = Recording()
    drain(pipeline(), up)
    assert up.handled == positions
    assert (checkpoint().attempts, checkpoint().retry_at) == (0, None)
    assert not DeadLetter.objects.exists()


def test_a_server_that_says_when_to_come_back_is_obeyed_and_others_are_not_kept_waiting() -> None:
    """Case C55: PostHog/posthog PR#93061, packit/packit-service#2927."""
    new_events(keys=[KEY, "other"])
    assert partition_of(KEY) != partition_of("other")
    reaction = Recording(
        lambda event: BackendUnavailable("429", details={"retryAfter": 30}) if event.key == KEY else None
    )
    with clock.fixed_at(START):
        drain(pipeline(), reaction)
    assert len(reaction.handled) == 1
    assert checkpoint().retry_at == START + timedelta(seconds=30)


def test_a_database_error_is_waited_for_and_at_last_taken_apart() -> None:
    new_events()
    reaction = Recording(lambda event: OperationalError("database is locked"))
    drain(pipeline(), reaction)
    assert checkpoint().retry_at is not None
    assert not DeadLetter.objects.exists()
    Checkpoint.objects.update(attempts=10, retry_at=None)
    drain(pipeline(), reaction)
    assert DeadLetter.objects.count() == 1


class Telling(Recording):
    """Writes a row and then fails, if told so."""

    is_transactional: ClassVar[bool] = True

    def react(self, events: Sequence[EventRecord]) -> None:
        PipelineState.objects.create(pipeline=f"effect of {events[0].position}")
        super().react(events)


def test_the_effect_of_a_transactional_reaction_goes_when_it_fails() -> None:
    [position] = new_events()
    drain(pipeline(), Telling(lambda event: BackendRejected("no")))
    assert not PipelineState.objects.filter(pipeline__startswith="effect").exists()
    assert DeadLetter.objects.get().position == position


def test_a_partition_taken_over_meanwhile_is_not_advanced() -> None:
    [position] = new_events()

    def replayed(event: EventRecord) -> None:
        Checkpoint.objects.update(leased_by="somebody else")

    drain(pipeline(), Telling(replayed))
    assert checkpoint().position == 0
    assert not PipelineState.objects.filter(pipeline=f"effect of {position}").exists()


def test_a_leased_partition_is_left_alone_until_the_lease_is_over() -> None:
    [position] = new_events()
    ensure_checkpoints(pipeline())
    Checkpoint.objects.update(leased_by="elsewhere/1/1", leased_until=clock.now() + timedelta(seconds=60))
    reaction = Recording()
    drain(pipeline(), reaction)
    assert reaction.handled == []
    with clock.fixed_at(clock.now() + timedelta(seconds=61)):
        drain(pipeline(), reaction)
    assert reaction.handled == [position]


def test_one_worker_at_a_time_reacts_for_a_serial_pipeline() -> None:
    [position] = new_events()
    serial = pipeline(serial=True)
    ensure_checkpoints(serial)
    PipelineState.objects.update(leased_by="elsewhere/1/1", leased_until=clock.now() + timedelta(seconds=60))
    reaction = Recording()
    assert drain(serial, reaction) is False
    PipelineState.objects.update(leased_until=clock.now())
    drain(serial, reaction)
    assert reaction.handled == [position]
    assert PipelineState.objects.get(pipeline="p").leased_until is None


def spread(count: int = 6) -> list[int]:
    """Events of keys in different partitions."""
    keys = [f"key-{number}" for number in range(count)]
    assert len({partition_of(key) for key in keys}) > 3
    return new_events(keys=keys)


def test_a_serial_pipeline_takes_all_partitions_in_one_call() -> None:
    positions = spread()
    calls: list[int] = []
    reaction = Recording()
    react = reaction.react
    reaction.react = lambda events: (calls.append(len(events)), react(events))[1]  # type: ignore[method-assign]
    assert drain(pipeline(serial=True), reaction) is False
    assert (reaction.handled, calls) == (positions, [6])


def test_a_batch_of_a_serial_pipeline_has_the_same_limit() -> None:
    positions = spread()
    reaction = Recording()
    drain(pipeline(serial=True, batch=4), reaction)
    assert sorted(reaction.handled) == positions


@pytest.mark.parametrize("kind", [Recording, None])
def test_one_guilty_event_among_several_partitions_is_found(kind: type[Recording] | None) -> None:
    positions = spread()
    reaction = (kind or Telling)(lambda event: BackendRejected("no") if event.position == positions[2] else None)
    drain(pipeline(serial=True), reaction, patient=False)
    assert sorted(set(reaction.handled)) == [position for position in positions if position != positions[2]]
    assert DeadLetter.objects.get().position == positions[2]


def test_a_backend_that_is_down_is_asked_once_for_all_partitions() -> None:
    positions = spread()
    down = Recording(lambda event: BackendUnavailable("down"))
    with clock.fixed_at(START):
        drain(pipeline(serial=True), down)
    assert down.tried == positions
    assert Checkpoint.objects.filter(pipeline="p", retry_at=START + timedelta(seconds=1)).count() > 3
    assert not Checkpoint.objects.exclude(leased_by="").exists()
    up = Recording()
    drain(pipeline(serial=True), up)
    assert up.handled == positions


def test_leases_of_processes_that_are_gone_are_taken_back() -> None:
    new_events()
    ensure_checkpoints(pipeline())
    mine = claim_next(pipeline())
    assert mine is not None
    assert release_dead() == 0
    who = holder().rsplit("/", 2)[0]
    Checkpoint.objects.update(leased_by=f"{who}/{2**22 + 1}/1")
    assert release_dead() == 16
    Checkpoint.objects.update(leased_by="another machine/4194305/1")
    assert release_dead() == 0


def test_a_paused_pipeline_does_nothing_and_has_nothing_to_do_now() -> None:
    new_events()
    ensure_checkpoints(pipeline())
    PipelineState.objects.update(is_paused=True)
    reaction = Recording()
    assert drain(pipeline(), reaction) is False
    assert reaction.handled == []


def test_receipts_count_what_was_done_for_an_undertaking() -> None:
    positions = new_events(3, trace="proposal:7")
    new_events(2)
    drain(pipeline(), Recording())
    [later] = new_events(key="elsewhere", trace="proposal:7")
    drain(pipeline(), Recording())
    receipt = Receipt.objects.get()
    assert (receipt.pipeline, receipt.trace, receipt.handled) == ("p", "proposal:7", 4)
    assert receipt.last_position == later > positions[-1]


def test_time_over_means_come_again() -> None:
    new_events(keys=["a", "b", "c", "d"])
    reaction = Recording()
    assert drain(pipeline(), reaction, seconds=0) is True
    assert len(reaction.handled) == 1


class Tagging(Recording):
    """Records an event of the kind it listens to, as long as the state is not what it wants."""

    def react(self, events: Sequence[EventRecord]) -> None:
        super().react(events)
        if not Event.objects.filter(key="tagged").exists():
            new_events(key="tagged", kind=EventKind.CLASSIFICATION_ADD, cause=events[-1].position)


class Storming(Recording):
    """Records one more event for each event: a loop."""

    def react(self, events: Sequence[EventRecord]) -> None:
        super().react(events)
        for event in events:
            new_events(key=event.key, cause=event.position)


def test_a_reaction_to_its_own_kind_ends_when_the_state_is_right() -> None:
    """Case C59: home-assistant/core#30665, an error notified about itself."""
    new_events(kind=EventKind.CLASSIFICATION_ADD)
    drain(pipeline(kinds=frozenset({"CLASSIFICATION_ADD"})), Tagging())
    assert Event.objects.count() == 2


def test_a_loop_of_causes_is_stopped() -> None:
    """Case C59: home-assistant/core#30665."""
    new_events()
    drain(pipeline(), Storming(), seconds=60)
    assert Event.objects.count() == MOST_HOPS + 2
    assert "a loop" in DeadLetter.objects.get().error


def test_failing_reactions_record_no_events() -> None:
    """Case C59: what fails never feeds itself."""
    new_events(2)
    drain(pipeline(), Recording(lambda event: BackendRejected("no")), patient=False)
    assert Event.objects.count() == 2
    assert not InboxItem.objects.exists()


def test_a_quiet_drain_asks_little(django_assert_num_queries: object) -> None:
    drain(pipeline(), Recording())
    with django_assert_num_queries(6):  # type: ignore[operator]
        drain(pipeline(), Recording())
