"""The lineage over REST."""

import csv
import io
import time
from typing import Any

import pytest
from django.test import Client

from discovery.atlas.models import Entity
from tests.builders.lineage import (
    classify,
    column,
    column_process,
    dataset,
    edges_of,
    fan_out,
    new_column,
    new_dataset,
    new_process,
    process,
    soft_delete,
)

pytestmark = pytest.mark.django_db


def ask(client: Client, entity: Entity, what: str = "lineage", **params: Any) -> Any:
    answer = client.get(f"/api/v1/entities/{entity.guid}/{what}", params)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_nodes_and_edges_with_the_processes_between(as_analyst: Client) -> None:
    a, b = dataset("a"), dataset("b", owner="Mira")
    process("p", [a], [b])
    body = ask(as_analyst, a)
    assert {node["name"]: node["kind"] for node in body["nodes"]} == {"a": "dataset", "b": "dataset", "p": "process"}
    assert len(body["edges"]) == 2
    [edge] = ask(as_analyst, a, hideProcess="true")["edges"]
    assert (edge["fromEntityId"], edge["toEntityId"]) == (a.guid, b.guid)
    assert [job["name"] for job in edge["processes"]] == ["p"]


def test_unknown_is_404_and_known_without_lineage_200(as_analyst: Client) -> None:
    """Case C26: apache/atlas ATLAS-1353, ATLAS-4409."""
    missing = as_analyst.get("/api/v1/entities/00000000-0000-0000-0000-000000000000/lineage")
    assert missing.status_code == 404
    assert missing.json()["error"]["code"] == "NOT_FOUND"
    alone = dataset("t1")
    body = ask(as_analyst, alone)
    assert body["baseEntityGuid"] == alone.guid
    assert body["edges"] == []
    assert "no lineage" in body["message"]


@pytest.mark.parametrize("query", ["direction=sideways", "depth=x", "depth=-1", "columns=maybe", "maxNodes=9999999"])
def test_wrong_parameters_name_themselves(as_analyst: Client, query: str) -> None:
    answer = as_analyst.get(f"/api/v1/entities/{dataset('a').guid}/lineage?{query}")
    assert answer.status_code == 400
    field = answer.json()["error"]["details"]["field"]
    assert field in {query.partition("=")[0], "limit"}


def test_anonymous_is_refused(client: Client) -> None:
    assert client.get(f"/api/v1/entities/{dataset('a').guid}/lineage").status_code == 401


def test_deleted_is_told_and_can_be_left_out(as_analyst: Client) -> None:
    """Case C22: open-metadata/OpenMetadata#11795."""
    a, b, c = dataset("a"), dataset("b"), dataset("c")
    process("p1", [a], [b])
    process("p2", [b], [c])
    soft_delete(b)
    body = ask(as_analyst, a)
    assert {node["name"]: node["status"] for node in body["nodes"] if node["kind"] == "dataset"}["b"] == "DELETED"
    body = ask(as_analyst, a, hideDeleted="true", hideProcess="true")
    assert {node["name"] for node in body["nodes"]} == {"a", "c"}
    assert body["edges"][0]["isIndirect"] is True


def test_a_hub_answers_a_bounded_part_and_says_how_much_is_left(as_analyst: Client) -> None:
    """Case C80: open-metadata/OpenMetadata#8795, #18500."""
    hub = dataset("hub")
    children = [new_dataset(f"d{number:04}") for number in range(1000)]
    fan_out(hub, children)
    leaves = [new_dataset(f"l{number}", database="leaf") for number in range(100)]
    fan_out(children[0], leaves)
    started = time.perf_counter()
    body = ask(as_analyst, hub)
    assert time.perf_counter() - started < 2
    shown = [node for node in body["nodes"] if node["kind"] == "dataset"]
    direct = [node for node in shown if node["downstreamSteps"] == 1]
    assert len(shown) <= 100
    assert len(direct) + body["hidden"][hub.guid]["downstream"] == 1000
    assert body["hasMore"] is True
    body = ask(as_analyst, hub, expand=hub.guid, hideProcess="true")
    guids = [node["guid"] for node in body["nodes"] if node["downstreamSteps"] == 1]
    assert len(guids) == len(set(guids)) == 1000


def test_thousands_of_upstreams_never_become_none(as_analyst: Client) -> None:
    """Case C81: datahub-project/datahub#6756, shown with 3,581 upstreams and not with 3,582."""
    count = 3582
    bar = dataset("bar")
    sources = [new_dataset(f"bar{number}") for number in range(count)]
    targets = [new_column(bar, f"c{number}", position=number) for number in range(count)]
    Entity.objects.bulk_create([*sources, *targets], batch_size=400)
    origins = [new_column(source, f"o{number}") for number, source in enumerate(sources)]
    jobs = [new_process(f"j{number}") for number in range(count)]
    flows = [new_process(f"f{number}", type_name="hive_column_lineage") for number in range(count)]
    Entity.objects.bulk_create([*origins, *jobs, *flows], batch_size=400)
    edges = [edge for job, source in zip(jobs, sources, strict=True) for edge in edges_of(job, [source], [bar])]
    for flow, origin, target in zip(flows, origins, targets, strict=True):
        edges += edges_of(flow, [origin], [target])
    type(edges[0]).objects.bulk_create(edges, batch_size=400)
    body = ask(as_analyst, bar, direction="INPUT", depth=1)
    assert body["total"] == count + 1
    assert body["nodes"]
    assert body["hasMore"] is True
    assert ask(as_analyst, bar, "impact", direction="INPUT")["total"] == count
    body = ask(as_analyst, targets[1], direction="INPUT")
    assert {node["guid"] for node in body["nodes"] if node["kind"] == "column"} == {targets[1].guid, origins[1].guid}


def test_columns_come_inside_their_tables_with_edges_between(as_analyst: Client) -> None:
    raw, core = dataset("customers", database="raw"), dataset("customers")
    process("clean", [raw], [core])
    email, clean, other = column(raw, "email"), column(core, "email"), column(core, "segment")
    column_process(email, clean, expression="lower(email)")
    classify(email, "PII")
    classify(clean, "PII", source=email)
    body = ask(as_analyst, core, columns="true", hideProcess="true")
    tables = {node["guid"]: node["columns"] for node in body["nodes"]}
    assert [one["name"] for one in tables[core.guid]] == ["email"]
    assert tables[core.guid][0]["classifications"] == [{"typeName": "PII", "origin": "PROPAGATED"}]
    [edge] = [edge for edge in body["edges"] if edge["kind"] == "COLUMN"]
    assert (edge["fromEntityId"], edge["toEntityId"], edge["expression"]) == (email.guid, clean.guid, "lower(email)")
    assert other.guid not in str(body)


def test_impact_lists_everything_downstream(as_analyst: Client) -> None:
    a, b, c = dataset("a"), dataset("b", owner="Mira"), dataset("c", owner="Tom")
    process("p", [a], [b])
    process("q", [b], [c])
    body = ask(as_analyst, a, "impact")
    assert [(row["name"], row["hops"], row["owners"]) for row in body["results"]] == [
        ("b", 1, ["Mira"]),
        ("c", 2, ["Tom"]),
    ]
    assert ask(as_analyst, c, "impact", direction="INPUT")["total"] == 2


def test_impact_as_csv_runs_nothing_in_a_spreadsheet(as_analyst: Client) -> None:
    a = dataset("a")
    process("p", [a], [dataset("=1+2", owner="@SUM(A1)")])
    answer = as_analyst.get(f"/api/v1/entities/{a.guid}/impact?format=csv")
    assert answer["Content-Type"].startswith("text/csv")
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    [row] = csv.DictReader(io.StringIO(text))
    assert row["name"] == "'=1+2"
    assert row["owners"] == "'@SUM(A1)"
    assert row["steps"] == "1"
