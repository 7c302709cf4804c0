"""The coverage page and the lists behind its numbers."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from discovery.atlas.models import Entity
from discovery.usage.models import Usage
from governance.coverage.services import take_snapshot
from tests.builders.lineage import classify, column, dataset, soft_delete

pytestmark = pytest.mark.django_db


def page(client: Client, address: str = "/coverage") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_catalog_says_so(as_analyst: Client) -> None:
    """Case C63: slidoapp/dbt-coverage PR#55."""
    for by in ("db", "owner", "type", "classification"):
        assert "Nothing to count yet" in page(as_analyst, f"/coverage?by={by}")


def test_figures_lead_to_the_lists_behind_them(as_analyst: Client) -> None:
    for number in range(6):
        dataset(f"t{number}", is_documented=number < 4, owner="Mira" if number else "")
    html = page(as_analyst)
    assert "4 of 6" in html
    assert "1 without an owner" in html
    listed = page(as_analyst, "/coverage/list?what=undocumented")
    assert "t4" in listed
    assert "t5" in listed
    assert ">t3" not in listed
    assert "t0" in page(as_analyst, "/coverage/list?what=unowned")


def test_few_things_show_the_count_only(as_analyst: Client) -> None:
    dataset("a", is_documented=True, database="small")
    html = page(as_analyst)
    assert "1 of 1" in html
    assert 'aria-label="100%, target 80%"' not in html


def test_document_next_leads_to_the_editor(as_analyst: Client) -> None:
    table = dataset("busy", database="core")
    Usage.objects.create(guid=table.guid, queries_30d=390, people_30d=14, at=timezone.now())
    html = page(as_analyst)
    assert f'href="/entity/{table.guid}/description"' in html
    assert "No description, no owner" in html
    assert "14 people, 390 queries" in html


def test_describing_one_moves_the_number(as_analyst: Client) -> None:
    table = dataset("a")
    dataset("b", is_documented=True)
    assert "1 of 2" in page(as_analyst)
    Entity.objects.filter(pk=table.pk).update(is_documented=True)
    assert "2 of 2" in page(as_analyst)


def test_the_rule_stands_beside_the_number(as_analyst: Client) -> None:
    """Case C64: the rule is shown next to the number."""
    dataset("a")
    soft_delete(dataset("gone"))
    dataset("tmp_x")
    html = page(as_analyst)
    assert "0 of 1" in html
    assert "<code>tmp_*</code>" in html


def test_each_grouping_opens(as_analyst: Client) -> None:
    table = dataset("a", owner="Mira, Tom")
    classify(column(table, "email"), "PII")
    take_snapshot()
    for by, word in (("owner", "Tom"), ("type", "hive_table"), ("classification", "PII"), ("db", "core")):
        html = page(as_analyst, f"/coverage?by={by}&span=1y")
        assert f">{word}</a>" in html
        assert page(as_analyst, f"/coverage/list?what=datasets&by={by}&key={word}").count("core.a") == 1
    for query in ("by=mood", "span=forever"):
        assert as_analyst.get(f"/coverage?{query}").status_code == 400
    assert as_analyst.get("/coverage/list?what=everything").status_code == 400


def test_the_csv_has_every_group(as_analyst: Client) -> None:
    dataset("a", owner="=cmd()")
    answer = as_analyst.get("/coverage/csv?by=owner")
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    assert "'=cmd(),1,0,0.0,1" in text


def test_the_list_pages(as_analyst: Client) -> None:
    for number in range(12):
        dataset(f"t{number:02}")
    html = page(as_analyst, "/coverage/list?limit=10")
    assert "t09" in html
    assert "t10" not in html
    assert 'rel="next"' in html


def test_the_page_takes_a_fixed_number_of_queries(as_analyst: Client) -> None:
    for number in range(12):
        table = dataset(f"t{number}", database=f"d{number}", owner=f"o{number}")
        Usage.objects.create(guid=table.guid, queries_30d=number, people_30d=1, at=timezone.now())
        column(table, "c")
    page(as_analyst)
    with CaptureQueriesContext(connection) as queries:
        page(as_analyst)
    assert len(queries) <= 18, [query["sql"][:100] for query in queries]
