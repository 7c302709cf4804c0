"""The folder of bigquery-etl: tables, columns, owners, labels, lineage from SQL; what cannot be known is told."""

from pathlib import Path

import pytest

from discovery.atlas.models import Entity, Relationship
from discovery.sources.base import Found, Noted, Refused
from discovery.sources.bigquery_etl import BigQueryEtl
from discovery.sources.bigquery_sql import tables_read
from discovery.sources.services import import_path

METADATA = """
friendly_name: Orders
description: One row per order.
owners: [ann@example.org, team/core]
labels: {incremental: true, level: gold, owner1: ann, schedule: "two words"}
bigquery:
  time_partitioning: {type: day, field: day, expiration_days: null}
  clustering: {fields: [shop]}
"""
SCHEMA = """
fields:
- {name: id, type: STRING, mode: REQUIRED, description: Number of the order}
- name: customer
  type: RECORD
  fields:
  - {name: email, type: STRING}
- name: day
  type: DATE
  description: !include-field-description {table: shop.raw.events, field: day}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "sql"
    files = {
        "shop/core/dataset_metadata.yaml": "friendly_name: Core\ndescription: Clean tables\n",
        "shop/core/orders_v1/metadata.yaml": METADATA,
        "shop/core/orders_v1/schema.yaml": SCHEMA,
        "shop/core/orders_v1/query.sql": "WITH e AS (SELECT * FROM raw.events) SELECT a FROM e, `other.x.y`",
        "shop/raw/events/schema.yaml": "fields:\n- {name: day, type: DATE, description: Day of the event}\n",
        "shop/core/orders/view.sql": "CREATE OR REPLACE VIEW `shop.core.orders` AS SELECT * FROM `shop.core.orders_v1`",
        "shop/core/orders/schema.yaml": "fields: !include-fields {table: shop.core.orders_v1, exclude_field_names: id}",
        "shop/core/made/query.sql": "SELECT * FROM {{ source }}",
        "shop/core/made/metadata.yaml": "friendly_name: [",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_reading_finds_every_part(folder: Path) -> None:
    source = BigQueryEtl()
    assert source.detect(folder)
    items = list(source.read(folder))
    names = {item.entity["attributes"]["qualifiedName"]: item.entity for item in items if isinstance(item, Found)}
    orders = names["shop.core.orders_v1@bigquery"]
    assert orders["attributes"]["owner"] == "ann@example.org, team/core"
    assert orders["labels"] == ["incremental", "level-gold", "schedule-two_words"]
    assert names["shop.core.orders_v1.customer.email@bigquery"]["attributes"]["position"] == 2
    assert names["shop.core.orders_v1.day@bigquery"]["attributes"]["description"] == "Day of the event"
    assert "shop.core.orders.id@bigquery" not in names
    assert "shop.core.orders.customer.email@bigquery" in names
    assert names["other.x.y@bigquery"]["attributes"]["tableType"] == "UNKNOWN"
    assert [item.reason for item in items if isinstance(item, Noted)] == ["is a template: its lineage is not known"]
    assert [Path(item.place).parent.name for item in items if isinstance(item, Refused)] == ["made"]


@pytest.mark.django_db
def test_import_builds_lineage_and_changes_nothing_the_second_time(folder: Path) -> None:
    report = import_path(folder, BigQueryEtl())
    assert len(report.refused) == 1
    orders = Entity.objects.get(qualified_name="shop.core.orders_v1@bigquery")
    assert orders.database == "core"
    assert orders.text == "One row per order."
    assert list(orders.children.order_by("position").values_list("name", "data_type")) == [
        ("id", "STRING"),
        ("customer", "RECORD"),
        ("customer.email", "STRING"),
        ("day", "DATE"),
    ]
    process = Entity.objects.get(qualified_name="shop.core.orders_v1:query@bigquery")
    inputs = Relationship.objects.filter(type_name="dataset_process_inputs", end1=process)
    assert {edge.end2.qualified_name for edge in inputs} == {"shop.raw.events@bigquery", "other.x.y@bigquery"}
    again = import_path(folder, BigQueryEtl())
    assert (again.created, again.updated, again.unchanged) == (0, 0, report.created)


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT * FROM a.b", {"p.a.b"}),
        ("SELECT * FROM `q.a.b`", {"q.a.b"}),
        ("SELECT * FROM `q.a`.b, UNNEST(b.items)", {"q.a.b"}),
        ("WITH a AS (SELECT 1) SELECT * FROM a", set()),
        ("WITH b AS (SELECT * FROM a.b) SELECT * FROM b", {"p.a.b"}),
        ("CREATE VIEW a.v AS SELECT * FROM a.t", {"p.a.t"}),
        ("SELECT * FROM a.INFORMATION_SCHEMA.TABLES", set()),
        ("SELECT * FROM a.f_*", {"p.a.f_*"}),
        ("DELETE FROM a.t WHERE x IN (SELECT y FROM a.u)", {"p.a.t", "p.a.u"}),
    ],
)
def test_tables_of_a_query(text: str, tables: set[str]) -> None:
    quoted = text.replace("a.f_*", "`a.f_*`")
    assert set(tables_read(quoted, "p")) == tables


def test_sql_that_cannot_be_parsed_is_told() -> None:
    with pytest.raises(ValueError, match=r"."):
        list(tables_read("SELECT FROM WHERE ((", "p"))


def test_a_folder_of_something_else_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("a: 1")
    assert not BigQueryEtl().detect(tmp_path)


@pytest.mark.parametrize(
    "text", ["fields: 3", "fields: [x]", "fields: [{type: INT}]", "fields: !danger x", "a: [", "- 1"]
)
def test_broken_schemas_are_refused_by_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p" / "d" / "t" / "schema.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    items = list(BigQueryEtl().read(tmp_path))
    assert [item.place for item in items if isinstance(item, Refused)] == [str(path)]
    assert sum(isinstance(item, Found) for item in items) == 2


def test_includes_cannot_leave_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("fields: [{name: secret, type: STRING}]")
    path = tmp_path / "sql" / "p" / "d" / "t" / "schema.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("fields: !include-fields {file: ../secret.yaml}")
    items = list(BigQueryEtl().read(tmp_path / "sql"))
    assert any(isinstance(item, Noted) and "secret" in item.reason for item in items)
    assert not any(isinstance(item, Found) and "secret" in str(item.entity) for item in items)
