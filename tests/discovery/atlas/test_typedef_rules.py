"""Creating, changing and deleting types answers as a real server did (recording 02), and writes events."""

import json
from typing import Any

import pytest

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import CatalogError, Conflict, InvalidInput, NotFound
from discovery.atlas.backends.embedded.typedefs import create_typedefs, delete_typedef, update_typedefs
from discovery.atlas.models import TypeDef
from discovery.atlas.registry import type_registry
from tests.shared_data import shared_data
from workflows.events.models import Event

pytestmark = pytest.mark.django_db

CONTEXT = WriteContext(actor="ann")
STRING = {"name": "a", "typeName": "string", "isOptional": True}

WE_ANSWER_BETTER = {8: "409-001", 13: "400-02B", 35: "400-019"}
"""Steps where the real server fails on its own (500) or names a consequence in place of the cause."""


def entity(name: str, *attributes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"entityDefs": [{"name": name, "superTypes": ["DataSet"], "attributeDefs": list(attributes), **more}]}


def outcome(step: dict[str, Any]) -> str:
    """The error code of our answer, or "ok"."""
    change = create_typedefs if step["call"]["method"] == "POST" else update_typedefs
    try:
        change(step["call"]["body"], CONTEXT)
    except CatalogError as error:
        return str(error.details["errorCode"])
    return "ok"


def test_codes_equal_the_recorded_ones() -> None:
    steps = json.loads(shared_data("atlas-recordings/02-types-write.json").read_text())["steps"]
    different = {}
    for number, step in enumerate(steps[:72]):
        if step["call"]["method"] == "GET":
            continue
        answer = step.get("answer")
        recorded = answer["errorCode"].removeprefix("ATLAS-") if "errorCode" in answer else "ok"
        wanted = WE_ANSWER_BETTER.get(number, recorded.replace("-00-", "-"))
        if (got := outcome(step)) != wanted:
            different[number] = (step.get("note"), got, wanted)
    assert different == {}


def test_creating_answers_the_stored_type_and_writes_an_event() -> None:
    answer = create_typedefs(entity("thing", STRING), CONTEXT)
    made = answer["entityDefs"][0]
    assert made["version"] == 1
    assert made["createdBy"] == "ann"
    assert {each["name"] for each in made["relationshipAttributeDefs"]} >= {"inputToProcesses", "meanings"}
    event = Event.objects.latest("position")
    assert (event.kind, event.key, event.payload) == (
        "TYPEDEF_CREATE",
        "type:thing",
        {"name": "thing", "category": "ENTITY"},
    )
    assert "thing" in type_registry().entity_types["Asset"].sub_types


def test_one_wrong_type_refuses_the_whole_request() -> None:
    with pytest.raises(InvalidInput):
        create_typedefs({"entityDefs": [{"name": "good"}, {"name": "bad", "superTypes": ["nowhere"]}]}, CONTEXT)
    assert not TypeDef.objects.filter(name="good").exists()
    assert not Event.objects.filter(key="type:good").exists()


def test_update_with_the_same_definition_changes_nothing() -> None:
    create_typedefs(entity("thing", STRING, description="A thing"), CONTEXT)
    events = Event.objects.count()
    answer = update_typedefs(entity("thing", STRING), CONTEXT)
    assert answer["entityDefs"][0]["version"] == 1
    assert answer["entityDefs"][0]["description"] == "A thing"
    assert Event.objects.count() == events


def test_update_adds_an_attribute() -> None:
    create_typedefs(entity("thing", STRING), CONTEXT)
    update_typedefs(entity("thing", STRING, {**STRING, "name": "b"}), CONTEXT)
    assert set(type_registry().entity_types["thing"].attributes) >= {"a", "b"}
    assert TypeDef.objects.get(name="thing").version == 2


def test_answers_are_accepted_again() -> None:
    answer = create_typedefs(entity("thing", STRING), CONTEXT)
    assert update_typedefs(answer, CONTEXT)["entityDefs"][0]["version"] == 1


@pytest.mark.parametrize(
    ("name", "code"), [("Asset", "409-002"), ("hive_principal_type", "409-002"), ("hive_storagedesc", "409-005")]
)
def test_types_in_use_cannot_be_deleted(name: str, code: str) -> None:
    with pytest.raises(Conflict) as refused:
        delete_typedef(name, CONTEXT)
    assert refused.value.details["errorCode"] == code
    assert TypeDef.objects.filter(name=name).exists()


def test_an_unused_type_can_be_deleted() -> None:
    create_typedefs(entity("thing", STRING), CONTEXT)
    delete_typedef("thing", CONTEXT)
    assert "thing" not in type_registry().entity_types
    assert Event.objects.latest("position").kind == "TYPEDEF_DELETE"
    with pytest.raises(NotFound):
        delete_typedef("thing", CONTEXT)
