"""The plan over REST and on the command line."""

import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from catalogsite.accounts.services import create_token
from governance.ranger.models import RangerPolicy
from tests.builders.proposals import make_shop, set_classification
from tests.governance.ranger.test_services import NAME, edit_by_hand, foreign, sync
from tests.people import People
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _classified(db: None) -> None:
    set_classification(make_shop().email)


def call(user: User, method: str, path: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {create_token(username=user.get_username())}"}
    content = json.dumps(body) if body is not None else ""
    return Client().generic(method, f"/api/v1/{path}", content, content_type="application/json", headers=headers)


def test_plan_lists_every_kind(people: People) -> None:
    foreign("by hand", "OTHER")
    body = call(people.analyst, "GET", "ranger/plan").json()
    assert {"create", "update", "remove", "foreign", "same", "drift", "blocked"} <= set(body)
    assert [policy["name"] for policy in body["create"]] == [NAME]
    assert [policy["name"] for policy in body["foreign"]] == ["by hand"]


def test_apply_answers_receipts_and_the_new_plan(people: People) -> None:
    answer = call(people.steward, "POST", "ranger/apply")
    body = answer.json()
    assert answer.status_code == 200
    receipt = {"name": NAME, "action": "create", "id": RangerPolicy.objects.get().pk, "version": 1, "problem": None}
    assert body["results"] == [receipt]
    assert [policy["name"] for policy in body["plan"]["same"]] == [NAME]


def test_analyst_may_read_the_plan_and_apply_nothing(people: People) -> None:
    assert call(people.analyst, "GET", "ranger/plan").status_code == 200
    assert call(people.analyst, "POST", "ranger/apply", {"names": [NAME]}).status_code == 403
    assert not RangerPolicy.objects.exists()
    assert not Event.objects.filter(key__startswith="policy:").exists()


@pytest.mark.parametrize("body", [{"names": NAME}, {"names": [1]}, {"confirmRemovals": "all"}, {"names": ["no such"]}])
def test_bad_body_is_400(people: People, body: Any) -> None:
    assert call(people.steward, "POST", "ranger/apply", body).status_code == 400


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("ranger", *arguments, stdout=out)
    return out.getvalue()


def test_command_prints_and_carries_out_the_plan() -> None:
    assert f"+ create {NAME}" in run("plan")
    assert f"create {NAME}: policy" in run("apply")
    assert "1 equal" in run("plan")
    assert "Nothing to do." in run("apply")


def test_command_exits_2_on_drift() -> None:
    sync()
    edit_by_hand(isEnabled=False)
    with pytest.raises(SystemExit) as stop:
        run("plan")
    assert stop.value.code == 2


def test_command_removes_only_when_told_and_confirmed() -> None:
    from discovery.atlas.models import EntityClassification

    sync()
    EntityClassification.objects.all().delete()
    assert "Nothing to do." in run("apply")
    with pytest.raises(CommandError):
        run("apply", "--remove")
    assert "removed" in run("apply", "--remove", "--confirm-removals", "1")
    assert not RangerPolicy.objects.exists()
