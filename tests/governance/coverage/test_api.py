"""Coverage over REST."""

import pytest
from django.test import Client

from catalogsite.common import clock
from governance.coverage.services import take_snapshot
from tests.builders.lineage import column, dataset

pytestmark = pytest.mark.django_db


def test_an_empty_catalog_has_null_ratios(as_analyst: Client) -> None:
    """Case C63: slidoapp/dbt-coverage PR#55."""
    for group_by in ("db", "owner", "type", "classification"):
        body = as_analyst.get("/api/v1/coverage", {"groupBy": group_by}).json()
        assert (body["total"], body["ratio"], body["columns"]["ratio"], body["groups"]) == (0, None, None, [])


def test_numbers_by_group_with_the_rule(as_analyst: Client) -> None:
    table = dataset("a", is_documented=True, owner="Mira")
    dataset("b", database="raw")
    column(table, "c")
    body = as_analyst.get("/api/v1/coverage?groupBy=db").json()
    assert (body["total"], body["documented"], body["ratio"], body["owned"]) == (2, 1, 0.5, 1)
    assert body["columns"] == {"total": 1, "documented": 0, "ratio": 0.0, "classified": 0}
    assert {group["key"]: group["ratio"] for group in body["groups"]} == {"core": 1.0, "raw": 0.0}
    assert body["excluded"] == ["tmp_*"]
    assert as_analyst.get("/api/v1/coverage?groupBy=mood").status_code == 400


def test_history_names_its_zone(as_analyst: Client) -> None:
    """Case C65: the response names the zone used."""
    dataset("a", is_documented=True)
    take_snapshot()
    dataset("b")
    body = as_analyst.get("/api/v1/coverage/history?tz=Europe/Warsaw").json()
    assert body["zone"] == "Europe/Warsaw"
    [point] = body["points"]
    assert (point["day"], point["total"]) == (clock.now().date().isoformat(), 2), "today is counted now"
    for query in ("tz=Mars/Base", "from=yesterday", "from=2026-02-01&to=2026-01-01"):
        assert as_analyst.get(f"/api/v1/coverage/history?{query}").status_code == 400


def test_strangers_are_refused(client: Client) -> None:
    assert client.get("/api/v1/coverage").status_code == 401
