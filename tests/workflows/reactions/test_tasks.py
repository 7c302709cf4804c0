"""Nudges: sent after the commit, one at a time, and never a reason for a write to fail."""

from typing import Any

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from catalogsite.accounts.types import WriteContext
from tests.builders.events import new_events
from workflows.events.models import Event
from workflows.events.services import record
from workflows.events.types import EventKind, NewEvent
from workflows.reactions import tasks
from workflows.reactions.models import Checkpoint, PipelineState
from workflows.reactions.selectors import list_unfinished


class Post:
    """Stands where messages leave the process."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.options: list[dict[str, Any]] = []
        self.is_down = False
        self.seen_committed: list[bool] = []

    def __call__(self, *, args: tuple[str], **options: Any) -> None:
        if self.is_down:
            raise OperationalError("no broker")
        self.seen_committed.append(not transaction.get_connection().in_atomic_block and Event.objects.exists())
        self.sent.append(args[0])
        self.options.append(options)


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    one = Post()
    monkeypatch.setattr(tasks.drain, "apply_async", one)
    monkeypatch.setattr(tasks, "_rest_until", 0.0)
    return one


@pytest.mark.django_db(transaction=True)
def test_nudges_leave_after_the_commit_and_only_to_the_pipelines_concerned(post: Post) -> None:
    """Case C57: saleor/saleor PR#5457, a worker started before the transaction committed."""
    new_events(kind=EventKind.PROPOSAL_APPROVED)
    assert post.sent == ["apply_proposal", "notify"]
    assert post.seen_committed == [True, True]


@pytest.mark.django_db(transaction=True)
def test_a_write_that_is_rolled_back_nudges_nobody(post: Post) -> None:
    def write() -> None:
        with transaction.atomic():
            record(NewEvent("k", EventKind.ENTITY_UPDATE), context=WriteContext(actor="a"))
            raise LookupError

    with pytest.raises(LookupError):
        write()
    assert post.sent == []


@pytest.mark.django_db(transaction=True)
def test_many_writes_make_one_nudge_until_it_has_arrived_and_each_expires(post: Post) -> None:
    for _ in range(5):
        new_events(kind=EventKind.PROPOSAL_APPROVED)
    assert post.sent == ["apply_proposal", "notify"]
    assert {options["expires"] for options in post.options} == {tasks.NUDGE_SECONDS}
    assert not any("eta" in options or "countdown" in options for options in post.options)


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_never_breaks_the_write(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    post.is_down = True
    new_events(2)
    new_events(2)
    assert Event.objects.count() == 4
    assert [record.levelname for record in caplog.records if record.name == tasks.log.name] == ["WARNING"]
    assert not PipelineState.objects.exclude(nudged_until=None).exists()


@pytest.mark.django_db
def test_the_tick_nudges_what_is_behind_even_when_every_message_was_lost(post: Post) -> None:
    """Case A-redeliver: the filesystem transport loses what a killed worker had received."""
    tasks.tick()
    for name in list(post.sent):
        tasks.drain(name)
    post.sent.clear()
    tasks.tick()
    assert post.sent == []
    new_events(kind=EventKind.PROPOSAL_COMMENTED)
    PipelineState.objects.update(nudged_until=None)
    tasks.tick()
    assert "notify" in post.sent


@pytest.mark.django_db
def test_a_worker_that_starts_takes_up_everything_that_was_left(post: Post) -> None:
    new_events()
    for name in list_unfinished():
        tasks.take_nudge(name, seconds=60)
    tasks.start_where_others_stopped()
    assert "update_search_index" in post.sent
    assert not Checkpoint.objects.exclude(leased_by="").exists()
