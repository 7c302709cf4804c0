"""Values are taken, converted and refused as a real server did it (recordings 03 and 08)."""

import json
from typing import Any

import pytest

from catalogsite.common.errors import InvalidInput
from discovery.atlas.typesystem import TypeRegistry
from discovery.atlas.typesystem.completion import complete_definition
from tests.discovery.atlas.official_types import CATEGORIES, official_types
from tests.shared_data import shared_data


@pytest.fixture(scope="module")
def registry() -> TypeRegistry:
    types = official_types(shared_data("atlas-typedefs"))
    fixture = json.loads(shared_data("atlas-recordings/00-fixture-types.json").read_text())
    for group, definitions in fixture["steps"][0]["call"]["body"].items():
        types |= {each["name"]: {**each, "category": CATEGORIES[group]} for each in definitions}
    return TypeRegistry.build(complete_definition(each, each["category"]) for each in types.values())


def refusal(registry: TypeRegistry, values: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as refused:
        registry.normalize_attributes(registry.get_entity_type("rec_thing"), values)
    return refused.value.message, refused.value.details["errorCode"]


def test_refusals_and_conversions_equal_the_recorded_ones(registry: TypeRegistry) -> None:
    steps = json.loads(shared_data("atlas-recordings/03-entity-create.json").read_text())["steps"]
    checked = 0
    for number in [25, *range(27, 49), *range(50, 59)]:
        entity = steps[number]["call"]["body"]["entity"]
        answer = steps[number]["answer"]
        owner = registry.get_entity_type(entity["typeName"])
        if "errorCode" not in answer:
            registry.normalize_attributes(owner, entity["attributes"])
        else:
            with pytest.raises(InvalidInput) as refused:
                registry.normalize_attributes(owner, entity.get("attributes"))
            assert refused.value.message == answer["errorMessage"]
            assert refused.value.details["errorCode"] == answer["errorCode"][6:].replace("-00-", "-")
        checked += 1
    assert checked == 32


def test_converted_values_read_as_recorded(registry: TypeRegistry) -> None:
    steps = json.loads(shared_data("atlas-recordings/03-entity-create.json").read_text())["steps"]
    owner = registry.get_entity_type("rec_thing")
    sent = steps[25]["call"]["body"]["entity"]["attributes"]
    stored = registry.with_defaults(owner, registry.normalize_attributes(owner, sent))
    recorded = steps[26]["answer"]["entity"]["attributes"]
    assert stored == {name: recorded[name] for name in stored}


def test_struct_members_are_filled_up_on_create(registry: TypeRegistry) -> None:
    owner = registry.get_entity_type("rec_thing")
    values = {"qualifiedName": "q", "name": "n", "pt": {"x": "1"}, "st": ["x", "y", "x"]}
    stored = registry.with_defaults(owner, registry.normalize_attributes(owner, values))
    assert stored["pt"] == {"typeName": "rec_point", "attributes": {"x": 1, "y": 0, "label": None}}
    assert stored["st"] == ["x", "y"]


def test_partial_update_needs_no_mandatory_value_and_blanks_a_nulled_name(registry: TypeRegistry) -> None:
    owner = registry.get_entity_type("rec_thing")
    sent = {"name": None, "i": None, "arr": None, "nosuch": 1}
    assert registry.normalize_attributes(owner, sent, partial=True) == {"name": "", "i": 0, "arr": None}


def test_first_problem_is_that_of_the_first_attribute(registry: TypeRegistry) -> None:
    values = {"en": "z", "d": "y", "i": "x", "qualifiedName": "q", "name": "n"}
    message, code = refusal(registry, values)
    assert message.endswith("rec_thing.i=x: invalid value for type int")
    assert code == "404-007"


def test_classification_without_attributes_shows_nulls(registry: TypeRegistry) -> None:
    assert registry.normalize_classification("rec_tag", None) == {"level": None, "why": None}
    assert registry.normalize_classification("rec_tag", {}) == {"level": 0, "why": None}
    with pytest.raises(InvalidInput) as refused:
        registry.normalize_classification("rec_tag", {"level": "x"})
    assert refused.value.details["errorCode"] == "400-01A"


def test_relationship_values(registry: TypeRegistry) -> None:
    likes = registry.get_relationship_type("rec_peer_peer")
    assert registry.with_defaults(likes, registry.normalize_attributes(likes, {"nosuch": 1})) == {
        "note": None,
        "weight": None,
    }
    with pytest.raises(InvalidInput) as refused:
        registry.normalize_attributes(likes, {"weight": "x"})
    assert refused.value.details["errorCode"] == "404-00D"


def test_an_owned_entity_must_name_its_owner(registry: TypeRegistry) -> None:
    column = registry.get_entity_type("hive_column")
    registry.check_mandatory_ends(column, {"table"})
    with pytest.raises(InvalidInput, match=r"hive_column\.table: mandatory attribute value missing"):
        registry.check_mandatory_ends(column, set())


def test_relationship_ends_are_inherited(registry: TypeRegistry) -> None:
    ends = registry.get_entity_type("hive_process").relationship_ends
    assert ends["inputs"][0].relationship.propagate_tags == "TWO_TO_ONE"
    assert "inputs" not in registry.get_entity_type("hive_process").attributes


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, None, "1e400", "१"])
def test_odd_numbers_are_refused_or_cleared(registry: TypeRegistry, value: object) -> None:
    owner = registry.get_entity_type("rec_thing")
    values = {"qualifiedName": "q", "name": "n", "d": value}
    if value is None:
        assert registry.normalize_attributes(owner, values)["d"] == 0.0
    elif value == "१":
        assert registry.normalize_attributes(owner, values)["d"] == 1.0
    else:
        assert refusal(registry, values)[1] == "404-007"
