"""The side: what a role may use, what is current, what waits; and how little that costs."""

import pytest
from django.test import RequestFactory
from django.urls import resolve

from catalogsite.accounts.types import ANONYMOUS
from catalogsite.common import clock
from catalogsite.shell import Shell
from workflows.notifications.models import InboxItem
from workflows.reactions.models import Checkpoint, DeadLetter


def shell_for(people, name, path="/"):
    request = RequestFactory().get(path)
    request.actor = people.actor(name) if people else ANONYMOUS
    if people and name != "anonymous":
        request.user = getattr(people, name)
    return Shell(request)


def entries(shell):
    return {item.href: item for section in shell.sections for item in section.items}


def test_every_entry_leads_to_a_page(people):
    found = list(entries(shell_for(people, "admin")))
    assert {"/", "/search", "/glossary", "/proposals", "/ranger", "/pipelines", "/status", "/trace"} <= set(found)
    for href in found:
        assert resolve(href)


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/", ["/"]),
        ("/entity/abc/lineage", ["/search"]),
        ("/search", ["/search"]),
        ("/proposals/7", ["/proposals"]),
        ("/proposalsx", []),
        ("/profile/", []),
    ],
)
def test_one_entry_is_current(people, path, current):
    shell = shell_for(people, "analyst", path)
    assert [href for href, item in entries(shell).items() if item.is_current] == current


def test_stuck_pipelines_are_counted_once_each(people):
    now = clock.now()
    for position in (1, 2):
        DeadLetter.objects.create(
            pipeline="index", position=position, event_key="k", event_kind="ENTITY_CREATE", error="x", at=now
        )
    DeadLetter.objects.create(
        pipeline="notify", position=1, event_key="k", event_kind="ENTITY_CREATE", error="x", at=now, resolved_at=now
    )
    Checkpoint.objects.create(pipeline="sync_ranger", partition=0, retry_at=now)
    item = entries(shell_for(people, "admin"))["/pipelines"]
    assert (item.count, item.tone, item.count_words) == (2, "broken", "2 pipelines are stuck")
    assert entries(shell_for(people, "analyst"))["/pipelines"].count == 0


def test_unread_counts_things_of_the_reader(people):
    for position, recipient in ((1, people.analyst), (2, people.steward)):
        InboxItem.objects.create(
            recipient=recipient, pipeline="notify", position=position, kind="x", subject="proposal:7", title="t",
            sentence="s", link="/", verb="Look", at=clock.now(),
        )  # fmt: skip
    assert shell_for(people, "analyst").unread == 1
    assert shell_for(people, "admin").unread == 0


def test_the_frame_costs_at_most_four_queries(people, django_assert_max_num_queries):
    shell = shell_for(people, "admin")
    assert shell.actor.username == "admin"
    with django_assert_max_num_queries(4):
        assert shell.sections
        assert shell.unread == 0
        assert shell.sections


def test_a_reader_without_a_name_sees_the_sections_and_asks_for_nothing_of_their_own(db):
    shell = shell_for(None, "anonymous")
    assert shell.unread == 0
    assert entries(shell)["/proposals"].count == 0
