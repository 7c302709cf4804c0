"""REST: an entity and its columns, in the shape that is promised."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from discovery.atlas.models import Entity, Relationship
from discovery.documentation.services import save_description
from tests.builders.documentation import a_table, a_term
from tests.builders.lineage import classify, column, column_process, dataset
from tests.people import People

pytestmark = pytest.mark.django_db
KEYS = {
    "guid", "typeName", "status", "name", "qualifiedName", "path", "description", "attributes", "owners", "labels",
    "terms", "classifications", "columnCount", "columns", "documentation",
}  # fmt: skip


def test_an_entity_answers_what_is_promised(as_analyst: Client, people: People) -> None:
    table = a_table(columns=3, owner="ana, bob", comment="S2")
    save_description(actor=people.actor("steward"), guid=table.guid, text="U1", revision=0)
    answer = as_analyst.get(f"/api/v1/entities/{table.guid}").json()
    assert set(answer) >= KEYS
    assert (answer["description"], answer["sourceDescription"]) == ("U1", "S2")
    assert answer["path"] == ["Hive", "core"]
    assert answer["owners"] == ["ana", "bob"]
    assert answer["columnCount"] == 3
    assert [set(row) for row in answer["columns"]] == [{"guid", "name", "type", "description", "classifications"}] * 3
    documentation = answer["documentation"]
    assert (documentation["revision"], documentation["origin"], documentation["by"]) == (1, "human", "steward")
    found = as_analyst.get("/api/v1/entities", {"typeName": "hive_table", "qualifiedName": table.qualified_name}).json()
    assert found == answer


def test_an_inherited_classification_tells_its_path(as_analyst: Client) -> None:
    source, target = column(dataset("raw"), "email"), column(dataset("core"), "email")
    job = column_process(source, target)
    classify(source, "PII")
    first, second = Relationship.objects.order_by("pk")
    for entity, edge in ((job, first), (target, second)):
        row = classify(entity, "PII", source=source)
        row.via = edge
        row.save()
    [found] = as_analyst.get(f"/api/v1/entities/{target.guid}").json()["classifications"]
    assert (found["typeName"], found["origin"], found["entityGuid"]) == ("PII", "PROPAGATED", source.guid)
    assert found["path"] == [source.guid, job.guid, target.guid]
    assert set(found) == {
        "typeName", "attributes", "origin", "entityGuid", "path", "propagate", "validityPeriods"
    }  # fmt: skip


def test_columns_are_paged_by_cursor(as_analyst: Client) -> None:
    table = dataset("wide")
    for number in range(7):
        column(table, f"c{number}", position=number)
    seen, cursor = [], ""
    while True:
        page = as_analyst.get(f"/api/v1/entities/{table.guid}/columns?limit=3&cursor={cursor}").json()
        assert page["total"] == 7
        seen += [row["name"] for row in page["results"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert seen == [f"c{number}" for number in range(7)]
    found = as_analyst.get(f"/api/v1/entities/{table.guid}/columns?q=C3").json()
    assert [row["name"] for row in found["results"]] == ["c3"]
    assert as_analyst.get(f"/api/v1/entities/{table.guid}/columns?limit=201").status_code == 400
    assert as_analyst.get(f"/api/v1/entities/{table.guid}/columns?cursor=broken").status_code == 400


def test_the_number_of_columns_does_not_change_the_number_of_queries(as_analyst: Client) -> None:
    counts = []
    for size in (2, 60):
        table = dataset(f"t{size}")
        for number in range(size):
            classify(column(table, f"c{number}", position=number), "PII")
        url = f"/api/v1/entities/{table.guid}"
        as_analyst.get(url)
        with CaptureQueriesContext(connection) as captured:
            assert len(as_analyst.get(url).json()["columns"]) == size
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_unknown_and_incomplete_questions_are_refused(as_analyst: Client, client: Client) -> None:
    assert as_analyst.get("/api/v1/entities/nowhere").json()["error"]["code"] == "NOT_FOUND"
    missing = as_analyst.get("/api/v1/entities", {"typeName": "hive_table"})
    assert (missing.status_code, missing.json()["error"]["details"]) == (400, {"field": "qualifiedName"})
    unknown = as_analyst.get("/api/v1/entities", {"typeName": "hive_table", "qualifiedName": "x@y"})
    assert unknown.status_code == 404


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get(f"/api/v1/entities/{dataset('t').guid}").status_code == 401


def test_terms_stand_in_the_answer(as_admin: Client) -> None:
    table, term = a_table(), a_term("Revenue")
    as_admin.post(f"/entity/{table.guid}/terms/assign", {"term": term.guid})
    answer = as_admin.get(f"/api/v1/entities/{table.guid}").json()
    assert answer["terms"] == [{"guid": term.guid, "name": "Revenue", "glossary": "Shop"}]
    assert Entity.objects.get(guid=term.guid).kind == "term"
