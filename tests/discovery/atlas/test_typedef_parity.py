"""The shipped types equal the official ones, patches included, in everything that has a meaning for entities."""

import pytest
import yaml

from discovery.atlas.typedef_loader import FOLDER
from discovery.atlas.typesystem.completion import complete_definition
from discovery.atlas.typesystem.notation import read_model
from tests.discovery.atlas.official_types import Json, official_types
from tests.shared_data import shared_data

OURS = {"catalog.yaml", "bigquery.yaml"}
MODELS = {
    "avro": ["1065-avro_model"],
    "aws_s3": ["3010-aws_common_typedefs", "3020-aws_s3_typedefs"],
    "aws_s3_v2": ["3030-aws_s3_v2_typedefs"],
    "base": ["0010-base_model"],
    "fs": ["1020-fs_model"],
    "glossary": ["0011-glossary_model"],
    "hive": ["1030-hive_model"],
    "kafka": ["1070-kafka_model"],
    "rdbms": ["2010-rdbms_model"],
    "spark": ["1100-spark_model"],
    "trino": ["6000-trino_model"],
}


def shipped(name: str) -> dict[str, Json]:
    model = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    return {definition["name"]: definition for definition in read_model(model)}


def comparable(definition: Json) -> Json:
    """Without what is words only, and without the order of members."""
    found = {name: value for name, value in definition.items() if name not in {"description", "model", "service_type"}}
    attributes = found.pop("attributeDefs", None) or []
    ignored = {"description", "isInNotification"}
    by_name = {each["name"]: {k: v for k, v in each.items() if k not in ignored} for each in attributes}
    elements = {each["value"]: each["ordinal"] for each in found.pop("elementDefs", [])}
    found.pop("options", None)
    return {
        **found,
        "attributes": by_name,
        "elements": elements,
        "options": definition.get("options") or {},
        "serviceType": definition.get("serviceType") or "",
    }


@pytest.mark.parametrize("name", MODELS)
def test_model_equals_the_official_one(name: str) -> None:
    types = official_types(shared_data("atlas-typedefs")).values()
    official = {
        each["name"]: comparable(complete_definition(each, each["category"]))
        for each in types
        if each["model"] in MODELS[name]
    }
    ours = {key: comparable(each) for key, each in shipped(name).items()}
    assert sorted(ours) == sorted(official)
    for key in official:
        assert ours[key] == official[key]


def test_every_file_is_compared_or_our_own() -> None:
    assert {path.name for path in FOLDER.glob("*.yaml")} == OURS | {f"{name}.yaml" for name in MODELS}
