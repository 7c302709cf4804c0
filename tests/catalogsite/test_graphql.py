"""GraphQL: the catalog for programs. Limits hold before anything runs, errors have codes, rows are loaded together."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogsite.accounts.services import create_token
from catalogsite.accounts.types import TokenKind
from governance.classification.models import Proposal
from tests.builders.entities import classify, flow, make_table, row
from tests.people import People

Ask = Callable[..., Any]


def post(client: Client, query: str, variables: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
    body = json.dumps({"query": query, "variables": variables or {}})
    return client.post("/graphql", body, content_type="application/json", headers=headers)


@pytest.fixture
def ask(people: People) -> Ask:
    """Asks as the analyst with a personal token; answers the parsed body."""
    token = create_token(username="analyst")

    def ask(query: str, username: str = "", **variables: Any) -> Any:
        mine = create_token(username=username) if username else token
        return json.loads(post(Client(), query, variables, Authorization=f"Bearer {mine}").content)

    return ask


@pytest.fixture
def orders(db: None) -> None:
    make_table("raw.orders", ["order_id", "email"], description="Orders as they come")
    make_table("core.orders", ["order_id"])
    flow("clean", ["raw.orders"], ["core.orders"])
    classify("raw.orders", "PII")


ENTITY = """query($guid: String!) { entity(guid: $guid) {
  id guid typeName name path description descriptionHtml columnCount
  columns(first: 10) { name dataType classifications { typeName } }
  classifications { typeName origin entityGuid path } } }"""


def test_an_entity_with_columns_and_classifications(ask: Ask, orders: None) -> None:
    found = ask(ENTITY, guid=row("core.orders").guid)["data"]["entity"]
    assert (found["name"], found["path"], found["columnCount"]) == ("orders", ["Hive", "core"], 1)
    assert found["columns"] == [{"name": "order_id", "dataType": "string", "classifications": []}]
    assert found["classifications"] == [
        {
            "typeName": "PII",
            "origin": "PROPAGATED",
            "entityGuid": row("raw.orders").guid,
            "path": [row("raw.orders").guid, row("clean").guid, row("core.orders").guid],
        }
    ]


def test_node_gives_the_same_entity_by_its_global_id(ask: Ask, orders: None) -> None:
    found = ask(ENTITY, guid=row("core.orders").guid)["data"]["entity"]
    again = ask("query($id: ID!) { node(id: $id) { id ... on Entity { name } } }", id=found["id"])
    assert again["data"]["node"] == {"id": found["id"], "name": "orders"}


def test_an_unknown_entity_is_an_error_with_a_code(ask: Ask) -> None:
    answer = ask(ENTITY, guid="nobody")
    assert answer["errors"][0]["extensions"]["code"] == "NOT_FOUND"


def test_lineage_over_graphql(ask: Ask, orders: None) -> None:
    query = """query($guid: String!) { lineage(guid: $guid, hideProcess: true) {
      nodes { name } edges { fromEntityId toEntityId } } }"""
    found = ask(query, guid=row("raw.orders").guid)["data"]["lineage"]
    assert found["edges"] == [{"fromEntityId": row("raw.orders").guid, "toEntityId": row("core.orders").guid}]


SUBMIT = """mutation($guid: String!) { submitProposal(reason: "read by everybody",
  changes: [{guid: $guid, action: "ADD", classification: "PII"}]) { proposal { number state proposer } } }"""
APPROVE = "mutation($number: Int!) { approveProposal(number: $number) { proposal { state } } }"


def test_a_proposal_is_submitted_and_approved_by_somebody_else(ask: Ask, orders: None) -> None:
    made = ask(SUBMIT, guid=row("raw.orders.email").guid)["data"]["submitProposal"]["proposal"]
    assert (made["state"], made["proposer"]) == ("OPEN", "analyst")
    assert ask(APPROVE, number=made["number"])["errors"][0]["extensions"]["code"] == "NOT_ALLOWED"
    assert Proposal.objects.get().state == "OPEN"
    decided = ask(APPROVE, username="steward", number=made["number"])
    assert decided["data"]["approveProposal"]["proposal"]["state"] == "APPROVED"
    again = ask(APPROVE, username="admin", number=made["number"])
    assert again["errors"][0]["extensions"]["code"] == "CONFLICT"


def test_a_service_token_can_never_approve(ask: Ask, orders: None) -> None:
    made = ask(SUBMIT, guid=row("raw.orders.email").guid)["data"]["submitProposal"]["proposal"]
    token = create_token(username="steward", kind=TokenKind.SERVICE, scopes=["read", "write"])
    answer = json.loads(post(Client(), APPROVE, {"number": made["number"]}, Authorization=f"Bearer {token}").content)
    assert answer["errors"][0]["extensions"]["code"] == "NOT_ALLOWED"
    assert Proposal.objects.get().state == "OPEN"


def test_a_description_is_saved_and_a_stale_one_refused(ask: Ask, orders: None) -> None:
    mutation = """mutation($guid: String!, $revision: Int!) {
      saveDescription(guid: $guid, text: "One row per order", revision: $revision) {
        revision entity { description } } }"""
    guid = row("core.orders").guid
    saved = ask(mutation, guid=guid, revision=0)["data"]["saveDescription"]
    assert saved == {"revision": 1, "entity": {"description": "One row per order"}}
    stale = ask(mutation.replace("One row", "A row"), guid=guid, revision=0)["errors"][0]
    assert stale["extensions"]["code"] == "STALE_REVISION"


def nested(levels: int) -> str:
    return '{ entity(guid: "x") ' + "{ columns " * levels + "{ name }" + " }" * levels + " }"


@pytest.mark.parametrize("levels", [30, 200])
def test_a_deep_query_is_refused_before_it_runs(ask: Ask, levels: int) -> None:
    """graphql-python/graphene-django#1472: a cyclic schema needs a depth limit wired into validation."""
    answer = ask(nested(levels))
    assert "data" not in answer or answer["data"] is None
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_QUERY"


def test_a_thousand_aliases_are_refused_and_five_work(ask: Ask, orders: None) -> None:
    """graphql-python/graphene-django#1478: alias overloading passes a limit that counts requests."""
    guid = row("core.orders").guid
    many = " ".join(f'a{n}: entity(guid: "{guid}") {{ name }}' for n in range(1000))
    assert ask(f"{{ {many} }}")["errors"][0]["extensions"]["code"] == "INVALID_QUERY"
    few = " ".join(f'a{n}: entity(guid: "{guid}") {{ name }}' for n in range(5))
    assert len(ask(f"{{ {few} }}")["data"]) == 5


WRONG = (
    "{ nope }",
    "{ coverage { total } }",
    '{ search(limit: 3, q: "orders") { totalCount } }',
    '{ entity(guid: "x") { ...f } } fragment f on Entity { ...f }',
    '{ entity(guid: "x") { ...g name } }',
    '{ entity(guid: "x") { name',
    'mutation { withdrawProposal(number: "one") { proposal { number } } }',
)


@pytest.mark.parametrize("query", WRONG)
def test_a_wrong_query_is_told_what_is_wrong_with_it(ask: Ask, query: str) -> None:
    answer = ask(query)
    assert answer.get("data") is None
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_QUERY"


@pytest.mark.parametrize(
    ("query", "code"), [('{ node(id: "abc") { id } }', "NOT_FOUND"), ("{ entity { name } }", "INVALID_INPUT")]
)
def test_an_argument_that_means_nothing_has_a_code(ask: Ask, query: str, code: str) -> None:
    assert ask(query)["errors"][0]["extensions"]["code"] == code


def test_a_query_that_is_no_text_is_refused(as_analyst: Client) -> None:
    assert as_analyst.post("/graphql", {"query": 5}, content_type="application/json").status_code == 400


def test_a_page_size_over_the_limit_names_the_limit(ask: Ask, orders: None) -> None:
    """graphql-python/graphene#108: a maximum must hold for nested lists too."""
    query = "query($guid: String!) { entity(guid: $guid) { columns(first: 100000) { name } } }"
    error = ask(query, guid=row("raw.orders").guid)["errors"][0]
    assert error["extensions"] == {"code": "INVALID_INPUT", "details": {"field": "first", "maximum": 100}}


def test_the_number_of_queries_does_not_grow_with_the_rows(ask: Ask, db: None) -> None:
    """graphql-python/graphene#197: nested lists must not ask once per row."""
    few, many = (["a", "b"], [f"c{n}" for n in range(60)])
    counts = []
    ask("{ __typename }")
    for name, columns in (("core.few", few), ("core.many", many)):
        guid = make_table(name, columns).guid
        for column in columns:
            classify(f"{name}.{column}", "PII")
        query = """query($guid: String!) { entity(guid: $guid) { columns(first: 100) {
          name path classifications { typeName path } terms { name } } } }"""
        with CaptureQueriesContext(connection) as captured:
            ask(query, guid=guid)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 16


def test_changing_by_get_or_form_is_refused(as_steward: Client, orders: None) -> None:
    """graphql-python/graphene-django#170: a link or a form of another site must not change anything."""
    mutation = SUBMIT.replace("$guid: String!", "").replace("mutation()", "mutation").replace("$guid", '"x"')
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = as_steward.cookies
    assert as_steward.get("/graphql", {"query": mutation}).status_code == 405
    assert strict.post("/graphql", {"query": mutation}).status_code == 403
    assert strict.post("/graphql", json.dumps({"query": mutation}), content_type="application/json").status_code == 403
    assert as_steward.post("/graphql", {"query": mutation}).status_code == 415
    assert not Proposal.objects.exists()


def test_without_signing_in_nothing_is_answered(client: Client) -> None:
    assert post(client, "{ __typename }").status_code == 401


def test_the_query_page_loads_nothing_from_elsewhere(as_analyst: Client) -> None:
    page = as_analyst.get("/graphql").content.decode()
    assert "graphql.js" in page
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//[^"]*"', page) == []
