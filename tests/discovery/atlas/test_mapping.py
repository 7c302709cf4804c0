"""Entities as Atlas v2 JSON, compared with what a real server answered (recording 05)."""

import json
import re
from typing import Any

import pytest

from discovery.atlas.models import Entity
from discovery.atlas.selectors import entity_json, type_registry
from discovery.atlas.services import authority
from tests.builders.entities import CONTEXT, classify, delete, flow, make_table, row
from tests.discovery.atlas.recordings import Replay, load_steps
from tests.shared_data import shared_data

pytestmark = pytest.mark.django_db


def comparable(value: Any, guids: dict[str, str]) -> Any:
    """JSON without guids of edges, times and order of lists; guids of entities become their qualified names."""
    if isinstance(value, dict):
        return {
            guids.get(key, key): comparable(each, guids)
            for key, each in value.items()
            if key not in {"relationshipGuid", "createTime", "updateTime", "createdBy", "updatedBy"}
        }
    if isinstance(value, list):
        return sorted((comparable(each, guids) for each in value), key=lambda each: json.dumps(each, sort_keys=True))
    return guids.get(value, value) if isinstance(value, str) else value


def with_known_relations(document: Any) -> Any:
    """The recorded entity without relationship attributes of types that are not shipped."""
    registry = type_registry()
    for entity in [document["entity"], *document["referredEntities"].values()]:
        known = registry.get_entity_type(entity["typeName"]).relationship_ends
        shown = entity.get("relationshipAttributes") or {}
        entity["relationshipAttributes"] = {name: each for name, each in shown.items() if name in known}
    return document


def differences(ours: Any, theirs: Any, place: str = "") -> set[str]:
    """Places at which two JSON values differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        names = {*ours, *theirs}
        return {p for name in names for p in differences(ours.get(name, "-"), theirs.get(name, "-"), f"{place}.{name}")}
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return {
            p for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) for p in differences(a, b, f"{place}[{n}]")
        }
    return set() if ours == theirs else {place}


EDGE_LIVES_ON = {
    # A real server leaves the edge to the database ACTIVE when a table is deleted, and lists its deleted columns as
    # its columns; here an edge goes with its entity, and legacy ends hold what lives.
    40: {".attributes.db", ".attributes.columns", ".relationshipAttributes.db.relationshipStatus"},
    46: {".relationshipAttributes.tables[1].relationshipStatus"},
}


@pytest.mark.parametrize("number", [2, 40, 46])
def test_an_entity_looks_as_a_real_server_shows_it(number: int) -> None:
    replay = Replay()
    for step in load_steps(shared_data("atlas-recordings/00-fixture-types.json")):
        replay.run(step)
    for step in load_steps(shared_data("atlas-recordings/05-entity-read.json")):
        if step.number == number:
            found = compare(replay, step.path, step.answer, is_short="minExtInfo" in step.query)
            assert found == EDGE_LIVES_ON.get(number, set())
            return
        if step.method != "GET":
            replay.run(step)


def compare(replay: Replay, path: str, recorded: Any, *, is_short: bool) -> set[str]:
    names = {row.guid: row.qualified_name for row in Entity.objects.all()}
    theirs = {name: names[guid] for name, guid in replay.guids.items() if guid in names}
    found = re.search(r"<guid:\d+>", path)
    assert found
    ours = json.loads(json.dumps(entity_json(replay.guids[found[0]])))
    wanted = with_known_relations(recorded)
    if is_short:
        # minExtInfo makes referred entities headers: that is a matter of the door.
        ours, wanted = with_known_relations(ours)["entity"], wanted["entity"]
    else:
        ours = with_known_relations(ours)
    return differences(comparable(ours, names), comparable(wanted, theirs))


def test_what_it_answers_can_be_saved_again_without_a_change() -> None:
    make_table("m.t", ["a", "b"], description="says")
    make_table("m.u")
    flow("load", ["m.t"], ["m.u"])
    document = entity_json(row("m.t").guid)
    result = authority().save_entities(
        entities=[document["entity"]], referred=document["referredEntities"], context=CONTEXT
    )
    assert not result.created
    assert not result.updated
    assert not result.deleted


def test_a_deleted_edge_stays_among_the_relations_only() -> None:
    make_table("m.t", ["a"])
    delete("m.t.a")
    entity = entity_json(row("m.t").guid)["entity"]
    assert entity["attributes"]["columns"] == []
    [column] = entity["relationshipAttributes"]["columns"]
    assert (column["entityStatus"], column["relationshipStatus"]) == ("DELETED", "DELETED")


def test_propagated_classifications_name_their_source() -> None:
    make_table("m.t")
    make_table("m.u")
    flow("load", ["m.t"], ["m.u"])
    classify("m.t", "PII", attributes={"kind": "email"})
    [shown] = entity_json(row("m.u").guid)["entity"]["classifications"]
    assert shown["entityGuid"] == row("m.t").guid
    assert shown["attributes"] == {"kind": "email"}


def test_the_number_of_queries_does_not_depend_on_the_number_of_columns(django_assert_max_num_queries: Any) -> None:
    make_table("m.t", [f"c{number}" for number in range(50)])
    guid = row("m.t").guid
    with django_assert_max_num_queries(8):
        entity_json(guid)
