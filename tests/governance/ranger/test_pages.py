"""The page of tag policies and its forms."""

import pytest
from django.test import Client

from discovery.atlas.models import EntityClassification
from governance.ranger.models import RangerPolicy
from tests.builders.proposals import make_shop, set_classification
from tests.governance.ranger.test_services import NAME, edit_by_hand, foreign, sync

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _classified(db: None) -> None:
    set_classification(make_shop().email)


def html(client: Client, view: str = "todo") -> str:
    answer = client.get("/ranger", {"view": view})
    assert answer.status_code == 200
    return answer.content.decode()


def test_create_is_ticked_and_applied(as_steward: Client) -> None:
    assert NAME in html(as_steward)
    answer = as_steward.post("/ranger/apply", {"name": [NAME]}, follow=True)
    assert "1 policy is in force" in answer.content.decode()
    assert NAME in html(as_steward, "same")
    assert "Nothing to do." in html(as_steward)


def test_drift_says_who_and_is_put_back(as_steward: Client) -> None:
    sync()
    edit_by_hand(isEnabled=False)
    page = html(as_steward)
    assert "kadmin" in page
    assert "no, disabled" in page
    assert "data-row-check" not in page
    as_steward.post("/ranger/compare")
    answer = as_steward.post("/ranger/put-back", {"name": NAME}, follow=True)
    assert "Ours is back" in answer.content.decode()
    assert RangerPolicy.objects.get().is_enabled


def test_both_as_json(as_steward: Client) -> None:
    sync()
    edit_by_hand(description="<b>mine</b>", isEnabled=False)
    page = as_steward.get("/ranger/json", {"name": NAME}).content.decode()
    assert "&quot;isEnabled&quot;: false" in page
    assert "<b>mine" not in page
    assert as_steward.get("/ranger/json", {"name": "no"}).status_code == 404


def test_blocked_names_what_is_in_the_way(as_steward: Client) -> None:
    foreign("manual PII", "PII")
    page = html(as_steward)
    assert "In the way" in page
    assert "manual PII" in page


def test_emptied_state_stops_with_a_red_banner_and_asks_for_the_number(as_admin: Client) -> None:
    sync()
    EntityClassification.objects.all().delete()
    assert "would be removed" in html(as_admin)
    answer = as_admin.post("/ranger/apply", {"name": [NAME]})
    assert answer.status_code == 409
    assert RangerPolicy.objects.count() == 1
    as_admin.post("/ranger/apply", {"name": [NAME], "confirm_removals": "1"})
    assert RangerPolicy.objects.count() == 0


def test_analyst_reads_and_is_told_why_not_to_apply(as_analyst: Client) -> None:
    page = html(as_analyst)
    assert "This needs the steward role" in page
    for address in ("/ranger/apply", "/ranger/put-back", "/ranger/compare"):
        assert as_analyst.post(address, {"name": NAME}).status_code == 403
    assert not RangerPolicy.objects.exists()
