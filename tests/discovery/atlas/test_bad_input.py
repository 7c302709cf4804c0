"""What is badly built is refused with its place, and nothing is half-written."""

from typing import Any

import pytest

from catalogsite.common.errors import InvalidInput
from discovery.atlas.authority import ClassificationInput
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.services import authority
from tests.builders.entities import CONTEXT, column_json, make_table, row, save, table_json
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Entity, Relationship, EntityClassification, Event))


def column(**attributes: Any) -> dict[str, Any]:
    entity = column_json("m.t", "z")
    entity["attributes"] |= attributes
    return entity


@pytest.mark.parametrize(
    ("entity", "code", "field"),
    [
        (None, "400-01A", None),
        ([], "400-01A", None),
        ({"attributes": {}}, "400-014", None),
        ({"typeName": ["hive_table"], "attributes": {}}, "400-01A", "typeName"),
        ({"typeName": "hive_table", "attributes": [1]}, "400-01A", "attributes"),
        (table_json("m.x") | {"labels": "gold"}, "400-01A", "labels"),
        (table_json("m.x") | {"labels": [1, None]}, "400-01A", "labels"),
        (table_json("m.x") | {"classifications": "PII"}, "400-01A", "classifications"),
        (table_json("m.x") | {"classifications": ["PII"]}, "400-01A", "classifications"),
        (table_json("m.x") | {"classifications": [{"typeName": "nope"}]}, "404-008", None),
        (table_json("m.x") | {"classifications": [{"typeName": "PII", "attributes": [1]}]}, "400-01A", "attributes"),
        (
            table_json("m.x") | {"classifications": [{"typeName": "PII", "validityPeriods": [1]}]},
            "400-01A",
            "validityPeriods",
        ),
        (table_json("m.x") | {"businessAttributes": [1]}, "400-01A", "businessAttributes"),
        (table_json("m.x") | {"businessAttributes": {"none": {"a": 1}}}, "404-007", "none"),
        (table_json("m.x") | {"customAttributes": [1]}, "400-01A", "customAttributes"),
        (table_json("m.x", description="a\x00b"), "400-01A", "attributes.description"),
        (table_json("m.x", parameters={"k": ["\ud800"]}), "400-01A", "attributes.parameters.k.0"),
        (column(table="nowhere"), "404-00A", "table"),
        (column(table=5), "404-00A", "table"),
        (column(table={"typeName": "hive_db", "uniqueAttributes": {"qualifiedName": "m@cl1"}}), "404-007", "table"),
        (column(position=10**30), "404-007", "hive_column.position"),
    ],
)
def test_an_entity_that_is_badly_built(entity: Any, code: str, field: str | None) -> None:
    make_table("m.t")
    before = written()
    with pytest.raises(InvalidInput) as refusal:
        authority().save_entities(entities=[table_json("m.fine"), entity], context=CONTEXT)
    assert refusal.value.details["errorCode"] == code
    assert refusal.value.details.get("field") == field
    assert written() == before


def test_of_two_entities_under_one_request_guid_the_first_counts() -> None:
    """As a real Atlas was seen to do it (recording 03, step 17)."""
    twice = [table_json("m.a") | {"guid": "-1"}, table_json("m.b") | {"guid": "-1"}]
    result = authority().save_entities(entities=twice, context=CONTEXT)
    assert [header.qualified_name for header in result.created] == ["m.a@cl1"]
    assert not Entity.objects.filter(qualified_name="m.b@cl1").exists()


def test_a_column_cannot_own_itself() -> None:
    entity = column(table={"guid": "-1"}) | {"guid": "-1"}
    with pytest.raises(InvalidInput):
        authority().save_entities(entities=[entity], context=CONTEXT)


def test_any_unicode_is_a_name() -> None:
    name = "顧客.Größe🙂\u202eabc"
    make_table(name)
    assert row(name).qualified_name == f"{name}@cl1"


def test_a_description_of_ten_megabytes_is_stored() -> None:
    text = "x" * 10_000_000
    save(table_json("m.t", description=text))
    assert row("m.t").description == text


@pytest.mark.parametrize("attributes", [[1], "text", {"kind": "\ud800"}])
def test_classifications_with_badly_built_attributes(attributes: Any) -> None:
    make_table("m.t")
    before = written()
    with pytest.raises(InvalidInput):
        authority().add_classifications(
            guid=row("m.t").guid, classifications=[ClassificationInput("PII", attributes)], context=CONTEXT
        )
    assert written() == before


@pytest.mark.parametrize(
    ("relationship", "code"),
    [
        ({}, "400-028"),
        ({"typeName": "hive_table_db", "end1": "x", "end2": "y"}, "404-00D"),
        ({"typeName": "hive_table_db", "attributes": [1]}, "400-01A"),
        ({"typeName": "hive_table_db"}, "404-00D"),
    ],
)
def test_relationships_that_are_badly_built(relationship: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        authority().save_relationship(relationship=relationship, context=CONTEXT)
    assert refusal.value.details["errorCode"] == code


@pytest.mark.parametrize(
    "change", [{"blockedPropagatedClassifications": ["x"]}, {"propagateTags": "SIDEWAYS"}, {"end1": "x"}]
)
def test_changes_of_relationships_that_are_badly_built(change: dict[str, Any]) -> None:
    make_table("m.t")
    edge = Relationship.objects.get()
    with pytest.raises(InvalidInput):
        authority().save_relationship(relationship={"guid": edge.guid, **change}, context=CONTEXT)


@pytest.mark.parametrize("labels", [[None], "gold", [3]])
def test_labels_are_texts(labels: Any) -> None:
    make_table("m.t")
    with pytest.raises(InvalidInput):
        authority().set_labels(guid=row("m.t").guid, labels=labels, context=CONTEXT)
