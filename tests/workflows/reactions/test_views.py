"""Pages and REST of the pipelines: what they show, what they ask the database, and whom they refuse."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client

from catalogsite.accounts.services import create_token
from catalogsite.accounts.types import TokenKind
from catalogsite.common import clock
from tests.builders.events import new_events
from tests.people import People
from workflows.events.types import EventKind
from workflows.reactions.leases import ensure_checkpoints
from workflows.reactions.models import Checkpoint, DeadLetter, PipelineState
from workflows.reactions.registry import pipelines

pytestmark = pytest.mark.django_db
Counting = Callable[[int], AbstractContextManager[Any]]
ERROR = "BackendRejected: <b>no</b>"


def new_letter(position: int, **values: str) -> DeadLetter:
    values = {"event_key": "k", "event_kind": "K", "error": "no"} | values
    return DeadLetter.objects.create(pipeline="notify", position=position, at=clock.now(), **values)


@pytest.fixture
def letter(db: None) -> DeadLetter:
    [position] = new_events(kind=EventKind.PROPOSAL_APPROVED, key="proposal:7")
    for pipeline in pipelines().values():
        ensure_checkpoints(pipeline)
    Checkpoint.objects.update(position=position)
    return new_letter(position, event_key="proposal:7", event_kind="PROPOSAL_APPROVED", error=ERROR)


def test_the_list_shows_every_pipeline_in_the_order_of_the_file(as_analyst: Client) -> None:
    page = as_analyst.get("/pipelines").content.decode()
    places = [page.index(f">{name}</a>") for name in pipelines()]
    assert places == sorted(places)


def test_a_stuck_pipeline_is_named_with_what_it_set_aside(as_admin: Client, letter: DeadLetter) -> None:
    assert "1 event set aside" in as_admin.get("/pipelines").content.decode()
    page = as_admin.get("/pipelines/notify").content.decode()
    assert "&lt;b&gt;no&lt;/b&gt;" in page
    assert ERROR not in page


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/pipelines/results/", 8),
        ("/pipelines/notify", 22),
        ("/pipelines/notify/replay", 16),
        ("/dead-letters", 14),
    ],
)
def test_queries_do_not_grow(
    as_admin: Client, letter: DeadLetter, path: str, queries: int, django_assert_max_num_queries: Counting
) -> None:
    for number in range(20):
        new_letter(1000 + number)
    as_admin.get(path)
    with django_assert_max_num_queries(queries):
        assert as_admin.get(path).status_code == 200


def test_pausing_and_resuming_by_form(as_admin: Client) -> None:
    response = as_admin.post("/pipelines/notify/pause", follow=True)
    assert "Paused by Ada" in response.content.decode()
    as_admin.post("/pipelines/notify/resume")
    assert not PipelineState.objects.get(pipeline="notify").is_paused


def test_a_replay_is_counted_before_it_is_done(as_admin: Client, letter: DeadLetter) -> None:
    page = as_admin.get("/pipelines/notify/replay?after=0").content.decode()
    assert "1 event would be handled again" in page
    assert Checkpoint.objects.filter(pipeline="notify", position=letter.position).count() == 16
    as_admin.post("/pipelines/notify/replay", {"after": "0"})
    assert Checkpoint.objects.filter(pipeline="notify", position=0).count() == 16


def test_a_dead_letter_is_retried_and_dismissed_by_form(as_admin: Client, letter: DeadLetter) -> None:
    as_admin.post(f"/dead-letters/{letter.pk}/retry")
    letter.refresh_from_db()
    assert letter.retried_by == "admin"
    assert as_admin.post(f"/dead-letters/{letter.pk}/dismiss", {"reason": " "}).status_code == 400
    as_admin.post(f"/dead-letters/{letter.pk}/dismiss", {"reason": "test data"})
    letter.refresh_from_db()
    assert letter.resolution == "dismissed by admin: test data"
    assert "test data" in as_admin.get("/dead-letters?view=all").content.decode()


FORMS = (
    "/pipelines/notify/pause", "/pipelines/notify/resume", "/pipelines/notify/replay", "/pipelines/notify/retry",
    "/dead-letters/{id}/retry", "/dead-letters/{id}/dismiss",
)  # fmt: skip


@pytest.mark.parametrize("path", FORMS)
def test_a_form_without_the_right_changes_nothing(as_steward: Client, letter: DeadLetter, path: str) -> None:
    before = list(DeadLetter.objects.values()), list(Checkpoint.objects.values()), list(PipelineState.objects.values())
    response = as_steward.post(path.format(id=letter.pk), {"after": "0", "reason": "why"})
    assert response.status_code == 403
    assert "administrator" in response.content.decode()
    after = list(DeadLetter.objects.values()), list(Checkpoint.objects.values()), list(PipelineState.objects.values())
    assert after == before


def test_somebody_without_the_right_sees_why_and_no_buttons(as_analyst: Client, letter: DeadLetter) -> None:
    page = as_analyst.get("/pipelines/notify").content.decode()
    assert "needs the administrator role" in page
    assert "/pipelines/notify/pause" not in page


def test_unknown_pipelines_are_404_everywhere(as_admin: Client) -> None:
    assert as_admin.get("/pipelines/nothing").status_code == 404
    assert as_admin.post("/api/v1/pipelines/nothing/pause").status_code == 404
    assert as_admin.post("/api/v1/dead-letters/99/retry").status_code == 404


def test_rest_lists_pipelines_and_dead_letters(as_analyst: Client, letter: DeadLetter) -> None:
    listed = as_analyst.get("/api/v1/pipelines").json()
    assert listed["total"] == len(pipelines())
    stuck = next(one for one in listed["results"] if one["name"] == "notify")
    assert (stuck["state"], stuck["deadLetters"], stuck["waiting"]) == ("stuck", 1, 0)
    letters = as_analyst.get("/api/v1/dead-letters").json()
    assert letters["total"] == 1
    assert letters["results"][0] | {"at": ""} == {
        "id": str(letter.pk), "pipeline": "notify", "position": letter.position, "kind": "PROPOSAL_APPROVED",
        "key": "proposal:7", "name": "name of proposal:7", "error": ERROR, "attempts": 1, "at": "", "retryAt": None,
        "resolvedAt": None, "resolution": None,
    }  # fmt: skip


def test_rest_pages_dead_letters_by_cursor(as_analyst: Client, letter: DeadLetter) -> None:
    DeadLetter.objects.create(
        pipeline="notify", position=2**40, event_key="k", event_kind="K", error="no", at=clock.now()
    )
    first = as_analyst.get("/api/v1/dead-letters?limit=1").json()
    second = as_analyst.get(f"/api/v1/dead-letters?limit=1&cursor={first['next']}").json()
    assert [page["results"][0]["position"] for page in (first, second)] == [2**40, letter.position]
    assert second["next"] is None
    assert as_analyst.get("/api/v1/dead-letters?cursor=made-up").status_code == 400


def test_rest_operates_for_an_administrator(as_admin: Client, letter: DeadLetter) -> None:
    paused = as_admin.post("/api/v1/pipelines/notify/pause")
    assert (paused.status_code, paused.json()["paused"]) == (200, True)
    assert as_admin.post("/api/v1/pipelines/notify/pause").status_code == 409
    assert as_admin.post("/api/v1/pipelines/notify/resume").json()["paused"] is False
    plan = as_admin.post("/api/v1/pipelines/notify/replay", {"dryRun": True}, content_type="application/json").json()
    assert plan == {"pipeline": "notify", "after": 0, "events": 1, "dryRun": True}
    assert as_admin.post(f"/api/v1/dead-letters/{letter.pk}/retry").status_code == 202


@pytest.mark.parametrize("body", [{"after": "soon"}, {"after": -1}, {"after": 2**62}, {"after": True}, {"dryRun": 1}])
def test_rest_refuses_a_replay_from_nowhere(as_admin: Client, letter: DeadLetter, body: dict[str, object]) -> None:
    response = as_admin.post("/api/v1/pipelines/notify/replay", body, content_type="application/json")
    assert (response.status_code, response.json()["error"]["code"]) == (400, "INVALID_INPUT")


@pytest.mark.parametrize("who", ["analyst", "steward", "service"])
def test_rest_refuses_everybody_else(client: Client, people: People, letter: DeadLetter, who: str) -> None:
    kind = TokenKind.SERVICE if who == "service" else TokenKind.PERSONAL
    scopes = ["read", "write", "ingest"] if who == "service" else []
    secret = create_token(username="admin" if who == "service" else who, kind=kind, scopes=scopes)
    header = {"authorization": f"Bearer {secret}"}
    for path in ("pipelines/notify/pause", "pipelines/notify/replay", f"dead-letters/{letter.pk}/retry"):
        response = client.post(f"/api/v1/{path}", {}, content_type="application/json", headers=header)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "NOT_ALLOWED")
    assert Checkpoint.objects.filter(pipeline="notify", position=letter.position).count() == 16
    assert DeadLetter.objects.get().retry_at is None


def test_strangers_see_nothing(client: Client) -> None:
    assert client.get("/pipelines").status_code == 302
    assert client.get("/api/v1/pipelines").status_code == 401
    assert client.get("/api/v1/dead-letters").status_code == 401
