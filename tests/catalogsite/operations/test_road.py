"""Status and trace say where data is, and where it stopped; reconcile finds and mends."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client, override_settings

from catalogsite.common import clock
from catalogsite.common.errors import BackendUnavailable, NotFound
from catalogsite.operations.comparing import list_due
from catalogsite.operations.links import page_of
from catalogsite.operations.models import Comparison
from catalogsite.operations.selectors import find_guid, get_status, get_trace
from catalogsite.operations.tasks import compare_due
from catalogsite.operations.types import Boundary, BoundaryState
from discovery.atlas.models import Entity
from discovery.search.selectors import search_index
from discovery.search.types import SearchQuery
from governance.ranger.selectors import policy_authority, tag_service
from tests.builders.entities import classify, delete, make_table, row
from tests.builders.events import new_events
from tests.people import People
from workflows.events.models import Event
from workflows.events.types import EventKind
from workflows.notifications.models import InboxItem
from workflows.reactions import services
from workflows.reactions.models import DeadLetter
from workflows.reactions.registry import pipelines

pytestmark = pytest.mark.django_db
Counting = Callable[[int], AbstractContextManager[Any]]


def own_index(path: Path) -> override_settings:
    entry = settings.BACKENDS["search_index"] | {"PATH": str(path)}
    return override_settings(BACKENDS=settings.BACKENDS | {"search_index": entry})


@pytest.fixture(autouse=True)
def _own_index(tmp_path: Path) -> Iterator[None]:
    with own_index(tmp_path):
        yield


@pytest.fixture
def email(db: None) -> Entity:
    """A column with PII that has arrived everywhere."""
    make_table("core.customers", ["email"])
    classify("core.customers.email", "PII")
    assert services.drain_all()
    return row("core.customers.email")


def station(guid: str, key: str) -> Boundary:
    return next(boundary for boundary in get_trace(guid).boundaries if boundary.key == key)


def set_aside(pipeline: str, entity: Entity) -> None:
    values = {"event_key": entity.guid, "event_kind": "ENTITY_UPDATE", "error": "ValueError: no"}
    DeadLetter.objects.create(pipeline=pipeline, position=7, at=clock.now(), **values)


def test_what_has_arrived_everywhere_is_said_in_one_sentence(email: Entity) -> None:
    trace = get_trace(email.guid)
    assert trace.verdict.bold == "Nothing is missing."
    assert {boundary.key: boundary.state for boundary in trace.boundaries} == {
        "tables": BoundaryState.OK,
        "log": BoundaryState.OK,
        "index": BoundaryState.OK,
        "policies": BoundaryState.OK,
        "coverage": BoundaryState.OK,
    }
    assert "catalogsite:PII:mask v1" in station(email.guid, "policies").detail
    assert get_status().verdict.bold == "Everything flows."


def test_a_change_on_its_way_is_not_called_broken(email: Entity) -> None:
    classify("core.customers", "PII")
    table = row("core.customers")
    assert station(table.guid, "index").state is BoundaryState.LATE
    with clock.fixed_at(clock.now() + timedelta(minutes=10)):
        assert station(table.guid, "index").state is BoundaryState.BROKEN


def test_a_paused_pipeline_is_named_where_it_stops_a_change(email: Entity, people: People) -> None:
    services.pause("update_search_index", actor=people.actor("admin"))
    classify("core.customers", "PII")
    services.drain_all()
    found = station(row("core.customers").guid, "index")
    assert (found.state, found.meaning) == (BoundaryState.BROKEN, "The pipeline is paused by Ada.")
    assert get_status().verdict.bold == "update_search_index is paused by Ada."


def test_an_event_set_aside_is_shown_with_its_error(email: Entity, as_admin: Client) -> None:
    set_aside("sync_ranger", email)
    found = station(email.guid, "policies")
    assert (found.state, found.error) == (BoundaryState.BROKEN, "ValueError: no")
    page = as_admin.get(f"/trace?q={email.guid}").content.decode()
    assert "ValueError: no" in page
    assert "/retry" in page
    assert get_status().verdict.bold == "sync_ranger set 1 event aside."


def test_an_entity_the_index_lost_is_found_out_and_mended(email: Entity) -> None:
    search_index().remove([email.guid])
    assert station(email.guid, "index").detail == "Not in the index"
    out = StringIO()
    call_command("reconcile", "index", stdout=out)
    assert out.getvalue().startswith("index: 1 of ")
    assert station(email.guid, "index").state is BoundaryState.OK
    assert (Comparison.objects.get().differences, Comparison.objects.get().mended) == (1, 1)


def test_a_second_reconcile_finds_nothing(email: Entity) -> None:
    out = StringIO()
    call_command("reconcile", stdout=out)
    assert all(" 0 mended" in line for line in out.getvalue().splitlines())
    with pytest.raises(CommandError, match="no copy called mirror"):
        call_command("reconcile", "mirror")


def test_a_copy_that_does_not_answer_breaks_its_station_and_never_the_page(
    email: Entity, as_admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: object, **more: object) -> None:
        raise BackendUnavailable("index is down")

    for name in ("health", "search", "stamps"):
        monkeypatch.setattr(search_index(), name, down)
    assert "Index does not answer." in as_admin.get("/status").content.decode()
    assert as_admin.get(f"/trace?q={email.guid}").status_code == 200
    with pytest.raises(CommandError, match="index: index is down"):
        call_command("reconcile", "index")


@pytest.mark.parametrize(
    "text",
    ["{guid}", "  {GUID} ", "core.customers.email@cl1", "http://localhost:8000/entity/{guid}", "https://x/entity/{guid}/lineage?depth=2"],
)  # fmt: skip
def test_a_thing_is_named_by_guid_qualified_name_or_address(email: Entity, text: str) -> None:
    assert find_guid(text.format(guid=email.guid, GUID=email.guid.upper())) == email.guid


@pytest.mark.parametrize(
    "text", ["nothing", "http://x/entity/", "%", "66bd85ed-eeda-4451-8b07-367f66683086", "x" * 5000]
)
def test_what_is_not_there_is_not_found(email: Entity, text: str, as_analyst: Client) -> None:
    assert as_analyst.get("/trace", {"q": text}).status_code == 404
    with pytest.raises(NotFound):
        get_trace(find_guid(text))


def test_rest_tells_the_same(email: Entity, as_analyst: Client) -> None:
    trace = as_analyst.get(f"/api/v1/trace/{email.guid}").json()
    assert [boundary["key"] for boundary in trace["boundaries"]] == ["tables", "log", "index", "policies", "coverage"]
    assert {boundary["state"] for boundary in trace["boundaries"]} == {"ok"}
    status = as_analyst.get("/api/v1/status").json()
    assert [boundary["key"] for boundary in status["boundaries"]] == [
        "authority", "tables", "log", "pipelines", "index", "policies"
    ]  # fmt: skip
    assert as_analyst.get("/api/v1/trace/unknown").json()["error"]["code"] == "NOT_FOUND"


def test_strangers_learn_nothing_but_health(client: Client, people: People) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/status").status_code == 302
    assert client.get("/api/v1/status").status_code == 401
    assert client.get("/api/v1/trace/x").status_code == 401


def test_health_is_bad_when_the_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def down() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", down)
    assert client.get("/healthz").status_code == 503


def test_only_administrators_compare(as_steward: Client, email: Entity) -> None:
    assert as_steward.post("/status/compare").status_code == 403
    assert not Comparison.objects.exists()


def test_comparing_from_the_page_keeps_the_numbers(as_admin: Client, email: Entity) -> None:
    assert as_admin.post("/status/compare").status_code == 302
    assert set(Comparison.objects.values_list("copy", flat=True)) == {"index", "policies"}
    assert "0 of 1" in as_admin.get("/status").content.decode()


def test_the_pages_ask_a_fixed_number_of_queries(
    as_admin: Client, email: Entity, django_assert_max_num_queries: Counting
) -> None:
    as_admin.get("/status")
    with django_assert_max_num_queries(16):
        as_admin.get("/status/results/")
    with django_assert_max_num_queries(45):
        as_admin.get(f"/trace?q={email.guid}")


def test_status_is_told_as_text(as_admin: Client, email: Entity) -> None:
    assert "update_search_index: Running, 0 waiting" in as_admin.get("/status/results/").content.decode()


def test_keys_of_events_have_pages() -> None:
    guid = "66bd85ed-eeda-4451-8b07-367f66683086"
    assert page_of(guid) == f"/entity/{guid}"
    assert page_of("proposal:7") == "/proposals/7"
    assert page_of("policy:x") == "/ranger"
    assert page_of("type:PII") == ""


def test_an_index_that_holds_nothing_is_said_and_built_by_the_next_comparison(email: Entity) -> None:
    with own_index(Path(settings.BACKENDS["search_index"]["PATH"]) / "fresh"):
        assert get_status().verdict.bold == "Index: empty."
        assert list_due(older_than=timedelta(hours=1)) == ["index", "policies"]
        compare_due()
        assert search_index().health().documents == 3
        assert Comparison.objects.get(copy="index").detail == "built anew"
        assert list_due(older_than=timedelta(hours=1)) == []


def test_handling_everything_a_second_time_changes_nothing(email: Entity, people: People) -> None:
    """Case C54: MarquezProject/marquez#2708, apache/atlas ATLAS-2634; delivered twice, done once."""
    before = dict(search_index().stamps()), policies(), InboxItem.objects.count(), Event.objects.count()
    for name in pipelines():
        services.replay(name, actor=people.actor("admin"))
    assert services.drain_all()
    assert (dict(search_index().stamps()), policies(), InboxItem.objects.count(), Event.objects.count()) == before


def policies() -> list[tuple[str, int]]:
    return [
        (str(item.document["name"]), item.version) for item in policy_authority().list_policies(service=tag_service())
    ]


def test_a_late_update_does_not_bring_back_what_is_deleted(email: Entity) -> None:
    """Case C58: apache/ranger RANGER-1125, OpenLineage/OpenLineage#599."""
    delete("core.customers")
    new_events(key=email.guid, kind=EventKind.ENTITY_UPDATE)
    assert services.drain_all()
    again = make_table("core.customers", ["email"])
    new_events(key=email.guid, kind=EventKind.ENTITY_UPDATE)
    assert services.drain_all()
    found = search_index().search(SearchQuery(text="core.customers.email@cl1", statuses=("ACTIVE", "DELETED")))
    states = {hit.document.guid: hit.document.status for hit in found.hits if hit.document.name == "email"}
    assert states == {email.guid: "DELETED", row("core.customers.email").guid: "ACTIVE"}
    assert again.status == "ACTIVE"
