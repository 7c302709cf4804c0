"""Search over REST."""

from typing import Any

import pytest
from django.test import Client

from discovery.search.services import reindex
from tests.builders.entities import classify, delete, make_table, row
from tests.people import People

pytestmark = pytest.mark.django_db


def ask(client: Client, **parameters: Any) -> Any:
    response = client.get("/api/v1/search", parameters)
    assert response.status_code == 200
    return response.json()


@pytest.fixture
def shop() -> None:
    make_table("core.orders", ["order_id"], owner="priya", description="One row per order")
    make_table("raw.orders")
    classify("core.orders", "PII")
    reindex()


@pytest.mark.usefixtures("shop")
def test_a_hit_carries_what_the_contract_names(as_analyst: Client) -> None:
    answer = ask(as_analyst, q="orders", db="core", kind="dataset")
    assert answer["total"] == 1
    assert answer["results"] == [
        {
            "guid": row("core.orders").guid,
            "typeName": "hive_table",
            "status": "ACTIVE",
            "name": "orders",
            "qualifiedName": "core.orders@cl1",
            "path": ["Hive", "core"],
            "description": "One row per order",
            "owners": ["priya"],
            "classifications": ["PII"],
            "match": {"band": "NAME", "fields": ["name"], "columns": []},
        }
    ]
    assert {"value": "raw", "count": 1} in answer["facets"]["db"]
    assert answer["next"] is None


@pytest.mark.usefixtures("shop")
def test_filters_of_parameters_and_of_the_language_mean_the_same(as_analyst: Client) -> None:
    for query in ({"classification": "PII"}, {"q": "tag:PII"}, {"q": "tag:pii"}):
        assert [hit["name"] for hit in ask(as_analyst, **query)["results"]] == ["orders"]
    assert ask(as_analyst, q="orders", owner="none")["results"][0]["qualifiedName"] == "raw.orders@cl1"


@pytest.mark.usefixtures("shop")
def test_everything_comes_once_by_cursor_and_a_cursor_belongs_to_its_search(as_analyst: Client) -> None:
    """datahub-project/datahub#5928 and #4575; acryldata/mcp-server-datahub#215 for the limit."""
    first = ask(as_analyst, limit=2)
    second = ask(as_analyst, limit=3, cursor=first["next"])
    guids = [hit["guid"] for hit in [*first["results"], *second["results"]]]
    assert len(guids) == len(set(guids)) == first["total"] == second["total"] == 5
    refused = as_analyst.get("/api/v1/search", {"q": "orders", "cursor": first["next"]})
    assert refused.status_code == 400
    assert refused.json()["error"]["details"] == {"field": "cursor"}
    assert as_analyst.get("/api/v1/search", {"limit": 201}).json()["error"]["details"]["maximum"] == 200


@pytest.mark.usefixtures("shop")
def test_deleted_entities_are_there_on_request(as_analyst: Client) -> None:
    """apache/atlas 0cde9f921 (ATLAS-2550)."""
    delete("core.orders")
    reindex()
    assert ask(as_analyst, classification="PII")["total"] == 0
    [hit] = ask(as_analyst, classification="PII", status="ALL")["results"]
    assert (hit["status"], hit["classifications"]) == ("DELETED", ["PII"])


@pytest.mark.usefixtures("shop")
def test_suggestions_are_a_short_list(as_analyst: Client) -> None:
    answer = as_analyst.get("/api/v1/suggest", {"q": "core.ord"}).json()
    assert answer[0] == {
        "guid": row("core.orders").guid, "typeName": "hive_table", "name": "orders", "path": ["Hive", "core"]
    }  # fmt: skip


@pytest.mark.usefixtures("shop")
def test_a_token_without_the_right_to_read_is_refused(client: Client, people: People) -> None:
    assert client.get("/api/v1/search?q=orders").status_code == 401
