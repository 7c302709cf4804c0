"""What the pages make of each shipped type."""

import pytest

from discovery.atlas.kinds import kind_of
from discovery.atlas.selectors import type_registry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("type_name", "kind"),
    [
        ("hive_table", "dataset"),
        ("hive_column", "column"),
        ("hive_db", "container"),
        ("hive_process", "process"),
        ("hive_column_lineage", "process"),
        ("hive_storagedesc", "other"),
        ("kafka_topic", "dataset"),
        ("rdbms_instance", "container"),
        ("rdbms_table", "dataset"),
        ("rdbms_column", "column"),
        ("spark_process", "process"),
        ("trino_catalog", "container"),
        ("trino_schema", "container"),
        ("trino_column", "column"),
        ("aws_s3_bucket", "container"),
        ("catalog_report", "dataset"),
        ("AtlasGlossary", "glossary"),
        ("AtlasGlossaryCategory", "glossary"),
        ("AtlasGlossaryTerm", "term"),
        ("__AtlasUserProfile", "internal"),
    ],
)
def test_kind(type_name: str, kind: str) -> None:
    assert kind_of(type_registry().get_entity_type(type_name)) == kind
