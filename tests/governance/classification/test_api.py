"""Proposals over REST: the shapes of the public interface, the statuses, and that denied calls write nothing."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from catalogsite.accounts.services import create_token
from catalogsite.accounts.types import TokenKind
from governance.classification.models import Proposal
from governance.classification.types import ProposalState
from tests.builders.proposals import Shop, change, make_shop, propose
from tests.people import People
from workflows.events.models import Event
from workflows.reactions.services import drain_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def call(user: User | None, method: str, path: str, body: Any = None, **token: Any) -> Any:
    headers = {}
    if user is not None:
        headers["Authorization"] = f"Bearer {create_token(username=user.get_username(), **token)}"
    client = Client()
    content = json.dumps(body) if body is not None else ""
    return client.generic(method, f"/api/v1/{path}", content, content_type="application/json", headers=headers)


def wish(shop: Shop, **more: Any) -> dict[str, Any]:
    return {
        "reason": "Readable by all.",
        "changes": [{"guid": shop.email.guid, "action": "ADD", "classification": "PII", **more}],
    }


def test_submitted_proposal_answers_201_and_all_fields(people: People, shop: Shop) -> None:
    answer = call(people.analyst, "POST", "proposals", wish(shop, attributes={"kind": "EMAIL"}, propagate=True))
    assert answer.status_code == 201
    body = answer.json()
    assert isinstance(body["id"], str)
    assert (body["state"], body["proposer"], body["reason"]) == ("OPEN", "analyst", "Readable by all.")
    assert body["changes"] == [
        {
            "guid": shop.email.guid,
            "action": "ADD",
            "classification": "PII",
            "attributes": {"kind": "EMAIL"},
            "propagate": True,
            "sourceGuid": None,
        }
    ]
    assert body["reviews"] == []
    assert [step["step"] for step in body["timeline"]][:2] == ["PROPOSED", "REVIEW"]
    assert set(body["timeline"][0]) >= {"step", "at", "detail"}
    assert body["timeline"][0]["at"].endswith("Z")


def test_approve_answers_approved_and_applied_follows(people: People, shop: Shop) -> None:
    made = call(people.analyst, "POST", "proposals", wish(shop)).json()
    answer = call(people.steward, "POST", f"proposals/{made['id']}/approve", {"comment": "Agreed."})
    assert (answer.status_code, answer.json()["state"]) == (200, "APPROVED")
    drain_all()
    body = call(people.analyst, "GET", f"proposals/{made['id']}").json()
    assert body["state"] == "APPLIED"
    assert body["reviews"][0]["reviewer"] == "steward"
    assert {"APPROVED", "APPLIED", "ENFORCED", "NOTIFIED"} <= {step["step"] for step in body["timeline"]}


def test_acts_without_a_body_are_fine(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.email))
    assert call(people.steward, "POST", f"proposals/{made.pk}/reject").status_code == 200


def test_second_decision_is_409_and_own_is_403(people: People, shop: Shop) -> None:
    made = propose(people, change(shop.email), by="steward")
    own = call(people.steward, "POST", f"proposals/{made.pk}/approve")
    assert (own.status_code, own.json()["error"]["code"]) == (403, "NOT_ALLOWED")
    assert call(people.admin, "POST", f"proposals/{made.pk}/approve").status_code == 200
    second = call(people.admin, "POST", f"proposals/{made.pk}/approve")
    assert (second.status_code, second.json()["error"]["code"]) == (409, "CONFLICT")


@pytest.mark.parametrize("act", ["approve", "reject", "withdraw"])
@pytest.mark.parametrize("name", ["analyst2", "other_steward", "service", "nobody"])
def test_denied_acts_write_nothing(people: People, shop: Shop, act: str, name: str) -> None:
    """C86 and C87 over REST: no right, another scope, a service token, no sign-in."""
    made = propose(people, change(shop.people_email), by="admin")
    before = Event.objects.count()
    path = f"proposals/{made.pk}/{act}"
    if name == "service":
        answer = call(people.steward, "POST", path, kind=TokenKind.SERVICE, scopes=["read", "write"])
    elif name == "nobody":
        answer = call(None, "POST", path)
    else:
        answer = call(people.analyst if name == "analyst2" else people.other_steward, "POST", path)
    assert answer.status_code == (401 if name == "nobody" else 403)
    assert Proposal.objects.get().state == ProposalState.OPEN
    assert Event.objects.count() == before


def test_stale_approval_tells_what_changed_and_takes_the_revision(people: People, shop: Shop) -> None:
    """C39 over REST."""
    made = propose(people, change(shop.email))
    shop.email.user_description = "Another meaning."
    shop.email.save()
    answer = call(people.steward, "POST", f"proposals/{made.pk}/approve")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (409, "CHANGED_SINCE_PROPOSAL")
    assert error["details"]["changes"][0]["after"] == "Another meaning."
    revision = call(people.steward, "GET", f"proposals/{made.pk}").json()["revision"]
    assert call(people.steward, "POST", f"proposals/{made.pk}/approve", {"revision": revision}).status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "reason"),
        ({"reason": "x"}, "changes"),
        ({"reason": 7, "changes": []}, "reason"),
        ({"reason": "x", "changes": "PII"}, "changes"),
        ({"reason": "x", "changes": []}, "changes"),
        ({"reason": "x", "changes": ["PII"]}, "changes.0"),
        ({"reason": "x", "changes": [{"action": "ADD", "classification": "PII"}]}, "changes.0.guid"),
        ({"reason": "x", "changes": [{"guid": "g", "action": "SET", "classification": "PII"}]}, "changes.0.action"),
        ({"reason": "x", "changes": [{"guid": "g", "action": "ADD", "classification": "PII"}]}, "changes.0.guid"),
        (
            {"reason": "x", "changes": [{"guid": "g", "action": "ADD", "classification": "PII", "propagate": "yes"}]},
            "changes.0.propagate",
        ),
        (
            {"reason": "x", "changes": [{"guid": "g", "action": "ADD", "classification": "PII", "attributes": []}]},
            "changes.0.attributes",
        ),
        (
            {"reason": "x", "changes": [{"guid": "g", "action": "ADD", "classification": "PII", "colour": "red"}]},
            "changes.0.colour",
        ),
        ([1, 2], "body"),
    ],
)
def test_bad_body_is_400_and_names_the_field(people: People, shop: Shop, body: Any, field: str) -> None:
    answer = call(people.analyst, "POST", "proposals", body)
    assert answer.status_code == 400
    if field not in {"reason", "body"} or body:
        assert answer.json()["error"]["details"]["field"] in {field, "reason" if field == "changes" else field}
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("wrong", ["99999", "x", "0", "٣"])
def test_unknown_proposal_is_404(people: People, wrong: str) -> None:
    assert call(people.analyst, "GET", f"proposals/{wrong}").status_code == 404
    assert call(people.steward, "POST", f"proposals/{wrong}/approve").status_code == 404


def test_list_pages_filters_and_counts(people: People, shop: Shop) -> None:
    made = [propose(people, change(entity)) for entity in (shop.email, shop.phone, shop.people_email)]
    propose(people, change(shop.staff), by="steward")
    page = call(people.analyst, "GET", "proposals?mine=true&limit=2").json()
    assert (page["total"], len(page["results"])) == (3, 2)
    rest = call(people.analyst, "GET", f"proposals?mine=true&limit=2&cursor={page['next']}").json()
    ids = [row["id"] for row in page["results"] + rest["results"]]
    assert ids == [str(each.pk) for each in reversed(made)]
    assert rest["next"] is None
    assert call(people.analyst, "GET", "proposals?state=OPEN").json()["total"] == 4
    assert call(people.analyst, "GET", "proposals?state=APPLIED,FAILED").json()["total"] == 0


@pytest.mark.parametrize("query", ["state=LATE", "limit=201", "limit=x", "cursor=abc"])
def test_wrong_query_is_400(people: People, query: str) -> None:
    assert call(people.analyst, "GET", f"proposals?{query}").status_code == 400


def test_markup_in_reason_and_comment_comes_back_as_it_was(people: People, shop: Shop) -> None:
    made = call(people.analyst, "POST", "proposals", wish(shop) | {"reason": "<script>1</script> 名前 \u202e"}).json()
    assert made["reason"] == "<script>1</script> 名前 \u202e"
