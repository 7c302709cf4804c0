"""The log: written with the change, in order, counted, chained, and shown."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from catalogsite.accounts.types import WriteContext
from tests.builders.events import new_events
from tests.people import People
from workflows.events import services
from workflows.events.models import Event
from workflows.events.selectors import get_event, list_chain, next_events
from workflows.events.types import EventKind, NewEvent, partition_of

Counting = Callable[[int], AbstractContextManager[Any]]


@pytest.mark.django_db(transaction=True)
def test_an_event_without_a_transaction_is_refused() -> None:
    with pytest.raises(RuntimeError, match="none is open"):
        services.record(NewEvent("k", EventKind.ENTITY_UPDATE), context=WriteContext(actor="a"))


@pytest.mark.django_db(transaction=True)
def test_listeners_hear_once_per_commit_with_all_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[frozenset[str]] = []
    monkeypatch.setattr(services, "_after_commit", [heard.append])
    context = WriteContext(actor="a")
    with transaction.atomic():
        services.record(NewEvent("k", EventKind.ENTITY_UPDATE), context=context)
        services.record(NewEvent("k", EventKind.TERM_ASSIGN), context=context)
        assert heard == []
    assert heard == [frozenset({"ENTITY_UPDATE", "TERM_ASSIGN"})]


@pytest.mark.django_db(transaction=True)
def test_a_savepoint_that_is_rolled_back_takes_only_its_own_nudge(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[frozenset[str]] = []
    monkeypatch.setattr(services, "_after_commit", [heard.append])
    context = WriteContext(actor="a")
    with transaction.atomic():
        services.record(NewEvent("k", EventKind.ENTITY_UPDATE), context=context)
        with suppress(LookupError), transaction.atomic():
            services.record(NewEvent("k", EventKind.TERM_ASSIGN), context=context)
            raise LookupError
    assert heard == [frozenset({"ENTITY_UPDATE"})]


@pytest.mark.django_db
def test_positions_are_never_used_twice() -> None:
    [first] = new_events()
    Event.objects.all().delete()
    assert new_events() > [first]


@pytest.mark.django_db
def test_a_batch_ends_where_it_is_complete() -> None:
    positions = new_events(4)
    [other] = new_events(kind=EventKind.TERM_ASSIGN)
    partition = partition_of("guid-1")
    events, end = next_events(partition=partition, after=0, limit=2)
    assert ([event.position for event in events], end) == (positions[:2], positions[1])
    events, end = next_events(partition=partition, after=0, limit=100, kinds={"ENTITY_UPDATE"})
    assert ([event.position for event in events], end) == (positions, other)


@pytest.mark.django_db
def test_a_chain_joins_causes_and_effects() -> None:
    [root] = new_events(key="proposal:1", kind=EventKind.PROPOSAL_APPROVED)
    [middle] = new_events(key="a", cause=root)
    effects = new_events(keys=["b", "c"], cause=middle)
    new_events(key="unrelated")
    assert [event.position for event in list_chain(get_event(middle))] == [root, middle, *effects]
    assert get_event(effects[0]).hops == 2


@pytest.mark.django_db
def test_events_of_an_undertaking_belong_together() -> None:
    first, second = new_events(2, trace="proposal:1")
    assert [event.position for event in list_chain(get_event(second))] == [first, second]


def test_the_page_shows_escapes_and_filters(as_analyst: Client) -> None:
    new_events(key="guid-1", kind=EventKind.ENTITY_CREATE)
    new_events(key="<script>alert(1)</script>")
    page = as_analyst.get("/events").content.decode()
    assert "name of &lt;script&gt;" in page
    assert "<script>alert" not in page
    filtered = as_analyst.get("/events?kind=ENTITY_CREATE").content.decode()
    assert "name of guid-1" in filtered
    assert "&lt;script&gt;" not in filtered
    assert "No event matches" in as_analyst.get("/events?actor=nobody").content.decode()


def test_an_event_has_a_page_with_payload_and_chain(as_analyst: Client) -> None:
    [first] = new_events()
    [second] = new_events(key="other", cause=first)
    page = as_analyst.get(f"/events/{second}").content.decode()
    assert "name of other" in page
    assert f"/events/{first}" in page
    assert as_analyst.get("/events/99999").status_code == 404


def test_new_events_wait_to_be_shown(as_analyst: Client) -> None:
    [seen] = new_events()
    assert as_analyst.get(f"/events/new/?after={seen}").content.strip() == b""
    new_events(12)
    assert "12 new" in as_analyst.get(f"/events/new/?after={seen}").content.decode()


@pytest.mark.parametrize("query", ["kind=NOTHING", "after=-1", "before=soon", "after=99999999999999999999"])
def test_a_wrong_filter_is_named(as_analyst: Client, query: str) -> None:
    assert as_analyst.get(f"/events?{query}").status_code == 400


def test_the_page_asks_the_same_for_many_events(as_analyst: Client, django_assert_max_num_queries: Counting) -> None:
    new_events(300)
    as_analyst.get("/events")
    with django_assert_max_num_queries(11):
        as_analyst.get("/events")


def test_rest_gives_events_in_order_page_by_page(as_analyst: Client) -> None:
    positions = new_events(5)
    first = as_analyst.get("/api/v1/events?limit=3").json()
    second = as_analyst.get(f"/api/v1/events?limit=3&cursor={first['next']}").json()
    assert [event["position"] for event in first["results"] + second["results"]] == positions
    assert (first["total"], second["total"], second["next"]) == (5, 5, None)
    later = as_analyst.get(f"/api/v1/events?after={positions[2]}").json()
    assert [event["position"] for event in later["results"]] == positions[3:]


def test_rest_filters_by_kind_and_guid(as_analyst: Client) -> None:
    new_events(2)
    [wanted] = new_events(key="guid-2", kind=EventKind.CLASSIFICATION_ADD, origin="propagated")
    for query in ("guid=guid-2", "kind=CLASSIFICATION_ADD", "kind=CLASSIFICATION_ADD,TERM_ASSIGN"):
        [event] = as_analyst.get(f"/api/v1/events?{query}").json()["results"]
        assert (event["position"], event["origin"], event["payload"]["guid"]) == (wanted, "propagated", "guid-2")


def test_rest_needs_an_actor(client: Client, people: People) -> None:
    assert client.get("/api/v1/events").status_code == 401


@pytest.mark.django_db
def test_the_index_is_used_to_find_the_end_of_a_partition() -> None:
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            pytest.skip("reads SQLite's plan")
        cursor.execute("EXPLAIN QUERY PLAN SELECT MAX(position) FROM events_event WHERE partition = 3")
        assert "USING COVERING INDEX" in str(cursor.fetchall())
