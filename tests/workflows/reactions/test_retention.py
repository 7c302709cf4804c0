"""Old events go, but never one that somebody still needs."""

from datetime import timedelta

import pytest

from catalogsite.common import clock
from tests.builders.events import new_events
from workflows.events.models import Event
from workflows.events.types import PARTITIONS, partition_of
from workflows.reactions.models import Checkpoint, DeadLetter
from workflows.reactions.registry import pipelines
from workflows.reactions.retention import purge_events

pytestmark = pytest.mark.django_db


def everybody_at(position: int) -> None:
    Checkpoint.objects.bulk_create(
        Checkpoint(pipeline=name, partition=partition, position=position)
        for name in pipelines()
        for partition in range(PARTITIONS)
    )


def old_events(count: int) -> list[int]:
    with clock.fixed_at(clock.now() - timedelta(days=91)):
        return new_events(count)


def left() -> list[int]:
    return list(Event.objects.order_by("position").values_list("position", flat=True))


def test_old_events_that_everybody_has_handled_go() -> None:
    old_events(3)
    recent = new_events(2)
    everybody_at(recent[-1])
    assert purge_events() == 3
    assert left() == recent


def test_nothing_goes_past_the_slowest_checkpoint() -> None:
    first, second, third = old_events(3)
    everybody_at(third)
    slow = Checkpoint.objects.filter(pipeline=next(iter(pipelines())), partition=partition_of("guid-1"))
    slow.update(position=first)
    assert purge_events() == 1
    assert left() == [second, third]


def test_nothing_goes_while_a_pipeline_has_no_checkpoints() -> None:
    old_events(3)
    assert purge_events() == 0


def test_an_open_dead_letter_keeps_its_event_and_what_came_after() -> None:
    first, second, third = old_events(3)
    everybody_at(third)
    letter = DeadLetter.objects.create(
        pipeline="notify", position=second, event_key="guid-1", event_kind="ENTITY_UPDATE", error="no", at=clock.now()
    )
    assert purge_events() == 1
    DeadLetter.objects.filter(pk=letter.pk).update(resolved_at=clock.now())
    assert purge_events() == 2
    assert first not in left()
