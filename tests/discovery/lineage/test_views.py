"""The lineage page, its list, its CSV and the fragments."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from discovery.atlas.models import Entity
from tests.builders.lineage import classify, column, column_process, dataset, fan_out, new_dataset, process, soft_delete

pytestmark = pytest.mark.django_db


def page(client: Client, entity: Entity, query: str = "", part: str = "") -> str:
    answer = client.get(f"/entity/{entity.guid}/lineage{part}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def chain() -> tuple[Entity, Entity, Entity]:
    a, b, c = dataset("a", database="raw"), dataset("b"), dataset("c", database="mart", owner="Mira")
    process("first_job", [a], [b])
    process("second_job", [b], [c])
    return a, b, c


def test_each_node_is_a_link_with_a_title(as_analyst: Client) -> None:
    a, b, c = chain()
    html = page(as_analyst, b)
    for entity in (a, b, c):
        assert f'href="/entity/{entity.guid}"' in html
    assert "<title>hive_table mart.c, 1 step downstream</title>" in html
    assert "3 of 3 shown" in html
    assert "<title>first_job</title>" in html, "a folded process is named on its edge"


def test_processes_are_nodes_when_asked_for(as_analyst: Client) -> None:
    _, b, _ = chain()
    assert "hive_process first_job" not in page(as_analyst, b)
    assert "hive_process hive.first_job, 1 step upstream" in page(as_analyst, b, "?processes=1")


def test_the_list_holds_the_same_and_says_what_a_change_reaches(as_analyst: Client) -> None:
    a, _, _ = chain()
    html = page(as_analyst, a, "?view=list&depth=2&direction=OUTPUT")
    assert "2 tables follow within 2 steps, with 1 owner." in html
    assert re.search(r"raw\.a.*core\.b.*mart\.c", html, re.S)
    assert "second_job" in html


def test_phones_get_the_list_unless_they_ask_for_the_picture(as_analyst: Client) -> None:
    a, _, _ = chain()
    phone = {"HTTP_USER_AGENT": "Mozilla/5.0 (Linux; Android 14) Mobile"}
    assert b'<svg class="lineage"' not in as_analyst.get(f"/entity/{a.guid}/lineage", **phone).content
    assert b'<svg class="lineage"' in as_analyst.get(f"/entity/{a.guid}/lineage?view=picture", **phone).content


def test_deleted_is_said_in_words(as_analyst: Client) -> None:
    """Case C22: users could not tell deleted nodes (open-metadata/OpenMetadata#11795)."""
    a, b, _ = chain()
    soft_delete(b)
    html = page(as_analyst, a, "?depth=2")
    assert f'data-guid="{b.guid}"' not in html
    assert "1 deleted dataset is left out" in html
    html = page(as_analyst, a, "?depth=2&deleted=1")
    assert "1 step downstream, deleted" in html
    assert "core, deleted" in html


def test_equal_names_show_their_cluster(as_analyst: Client) -> None:
    """Case C24: MarquezProject/marquez#1014."""
    one, other = dataset("orders", database="raw", cluster="cl1"), dataset("orders", database="raw", cluster="cl2")
    process("copy", [one], [other])
    html = page(as_analyst, one)
    assert "raw @cl1" in html
    assert "raw @cl2" in html


def test_an_entity_without_lineage_says_so_and_shows_no_edge(as_analyst: Client) -> None:
    """Case C26: apache/atlas ATLAS-4409."""
    html = page(as_analyst, dataset("t1"))
    assert "There is no lineage." in html
    assert 'class="edge' not in html
    assert as_analyst.get("/entity/no-such-guid/lineage").status_code == 404
    assert as_analyst.get("/entity/no-such-guid/lineage/panel/").status_code == 404


def test_a_self_feeding_job_opens(as_analyst: Client) -> None:
    """Case C20: datahub-project/datahub#2954."""
    a = dataset("a")
    process("load", [a, dataset("x")], [a])
    for query in ("", "?processes=1", "?view=list"):
        page(as_analyst, a, query)


def test_a_cycle_is_drawn_under_the_picture(as_analyst: Client) -> None:
    """Case C19: apache/atlas ATLAS-2531."""
    a, b = dataset("a"), dataset("b")
    process("p1", [a], [b])
    process("p2", [b], [a])
    assert ">cycle</text>" in page(as_analyst, a)


def test_a_large_fan_out_is_one_counted_node_that_opens(as_analyst: Client) -> None:
    """Case C80: open-metadata/OpenMetadata#18500."""
    hub = dataset("hub")
    fan_out(hub, [new_dataset(f"d{number:04}", database=f"mart_{number % 2}") for number in range(200)])
    html = page(as_analyst, hub)
    assert "+192 tables" in html
    assert "mart_0, mart_1" in html
    opened = page(as_analyst, hub, f"?open=down-{hub.guid}:18")
    assert "+182 tables" in opened
    found = page(as_analyst, hub, "?find=d0150")
    assert "1 match for" in found
    assert re.search(r'class="node is-found" [^>]*', found)


def test_columns_travel_inside_their_tables(as_analyst: Client) -> None:
    raw, core = dataset("customers", database="raw"), dataset("customers")
    process("clean", [raw], [core])
    email, clean = column(raw, "email"), column(core, "email_clean")
    column_process(email, clean, expression="sha2")
    classify(email, "PII")
    assert "email_clean" not in page(as_analyst, core)
    html = page(as_analyst, core, "?columns=1")
    assert "<title>email, PII, set here</title>" in html
    assert "sha2, stops" in html
    chosen = page(as_analyst, core, f"?column={email.guid}")
    assert "Path of <code>email</code>" in chosen
    assert "edge is-chosen" in chosen
    assert "email becomes email_clean" in page(as_analyst, core, "?columns=1&view=list")


def test_the_csv_is_the_list_in_full(as_analyst: Client) -> None:
    a, b, c = chain()
    answer = as_analyst.get(f"/entity/{a.guid}/lineage/csv?depth=0&direction=OUTPUT")
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    assert text.startswith("direction,steps,typeName,name")
    assert b.guid in text
    assert c.guid in text


def test_a_wrong_query_string_is_refused(as_analyst: Client) -> None:
    a = dataset("a")
    for query in ("?view=cube", "?depth=many", "?open=nonsense"):
        assert as_analyst.get(f"/entity/{a.guid}/lineage{query}").status_code == 400


def test_the_panel_and_the_small_picture(as_analyst: Client) -> None:
    _, b, _ = chain()
    assert "Open the full page" in page(as_analyst, b, part="/panel/")
    small = page(as_analyst, b, part="/overview/")
    assert "raw.a" in small
    assert "mart.c" in small
    assert "No job that reads or writes it" in page(as_analyst, dataset("alone"), part="/overview/")


def test_the_page_takes_a_fixed_number_of_queries(as_analyst: Client) -> None:
    hub = dataset("hub")
    fan_out(hub, [new_dataset(f"d{number}") for number in range(40)])
    as_analyst.get(f"/entity/{hub.guid}/lineage")
    with CaptureQueriesContext(connection) as queries:
        page(as_analyst, hub, "?columns=1")
    assert len(queries) <= 22, [query["sql"][:120] for query in queries]


def test_names_cannot_break_out(as_analyst: Client) -> None:
    a = dataset("<script>alert(1)</script>")
    process('"><img src=x>', [a], [dataset("b")])
    html = page(as_analyst, a)
    assert "<script>alert" not in html
    assert "<img" not in html
