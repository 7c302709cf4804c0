"""The entity page: every tab, names of any kind, large tables, deleted entities, and what it costs."""

import time
from html import unescape
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogsite.accounts.types import SYSTEM, WriteContext
from discovery.atlas.authority import ClassificationInput
from discovery.atlas.models import Entity
from discovery.atlas.services import authority, delete_entities
from discovery.documentation.services import save_description
from discovery.usage.models import Visit
from discovery.usage.services import UsageCounts, record_usage
from tests.builders.documentation import a_table, a_term
from tests.builders.lineage import classify, column, dataset, new_column
from tests.people import People

pytestmark = pytest.mark.django_db
TABS = ("overview", "columns", "lineage", "governance", "quality", "history")
MOST_QUERIES = 12


def wide_table(count: int) -> Entity:
    table = dataset(f"wide_{count}")
    rows = [
        new_column(table, f"c{n:04}", position=n, data_type="string", user_description=f"text {n}", is_documented=True)
        for n in range(count)
    ]
    Entity.objects.bulk_create(rows, batch_size=500)
    return table


def queries_of(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_is_an_address(as_analyst: Client, tab: str) -> None:
    table = a_table(columns=2)
    answer = as_analyst.get(f"/entity/{table.guid}?tab={tab}")
    assert answer.status_code == 200
    assert 'aria-current="page"' in answer.content.decode()


def test_an_unknown_tab_is_the_overview(as_analyst: Client) -> None:
    assert b"Facts" in as_analyst.get(f"/entity/{a_table().guid}?tab=nothing").content


def test_what_was_removed_for_good_says_when(as_analyst: Client, people: People) -> None:
    table = a_table("gone")
    context = WriteContext(actor="admin")
    delete_entities(actor=SYSTEM, guids=[table.guid], context=context)
    delete_entities(actor=SYSTEM, guids=[table.guid], hard=True, context=context)
    answer = as_analyst.get(f"/entity/{table.guid}")
    assert answer.status_code == 404
    assert "core.gone@cl1 was removed for good by admin" in answer.content.decode()


def test_an_unknown_guid_is_404_and_says_so(as_analyst: Client) -> None:
    answer = as_analyst.get("/entity/00000000-0000-0000-0000-000000000000")
    assert answer.status_code == 404


@pytest.mark.parametrize("name", ["dim.api/client", "dim(shop)", "a#b", "a?b=c", "100%_done", "..", "a%2Fb", "a/b"])
def test_names_with_signs_open_their_own_page(as_analyst: Client, name: str) -> None:
    """C77 (open-metadata/OpenMetadata#16235): pages are addressed by guid; names are only shown."""
    table = dataset(name)
    target = column(table, name, position=3)
    html = as_analyst.get(f"/entity/{table.guid}").content.decode()
    head = unescape(html[html.index("<h1") : html.index("</h1>")]).replace("<wbr>", "")
    assert f"<bdi>{name}</bdi>" in head
    columns = as_analyst.get(f"/entity/{table.guid}?tab=columns&at={quote(name, safe='')}").content.decode()
    assert f'id="c-{target.guid}" class="is-selected"' in columns
    assert as_analyst.get(f"/entity/{target.guid}").status_code == 200


@pytest.mark.parametrize(
    "name",
    ["\u202eevil\u202c", "שלום", "表_顧客", "😀" * 40, "x" * 2_000, "a b\tc", "<b>bold</b>", "' OR 1=1 --", "{{ 7 }}"],
)
def test_any_name_is_shown_as_it_is_and_isolated(as_analyst: Client, name: str) -> None:
    table = dataset(name, attributes={"parameters": {name: name}})
    column(table, name)
    for tab in TABS:
        html = as_analyst.get(f"/entity/{table.guid}?tab={tab}").content.decode()
        assert "<b>bold</b>" not in html
        assert "<bdi" in html


def test_a_deleted_entity_can_be_read_and_not_changed(as_analyst: Client) -> None:
    table = a_table(columns=2)
    delete_entities(actor=SYSTEM, guids=[table.guid], context=WriteContext(actor="admin"))
    for tab in TABS:
        html = as_analyst.get(f"/entity/{table.guid}?tab={tab}").content.decode()
        assert "Deleted by Ada." in html
        assert "Edit description" not in html
    assert "c1" in as_analyst.get(f"/entity/{table.guid}?tab=columns").content.decode()
    assert as_analyst.get(f"/entity/{table.guid}/description").status_code == 409


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("person", ["analyst", "admin"])
def test_a_tab_costs_few_queries_whatever_the_number_of_columns(
    client: Client, people: People, tab: str, person: str
) -> None:
    client.force_login(getattr(people, person))
    small, large = wide_table(50), wide_table(1_500)
    source = column(dataset("raw"), "email")
    for table in (small, large):
        record_usage({table.guid: UsageCounts(10, 2, (1, 2, 3))})
        for row in table.children.order_by("position")[:30]:
            classify(row, "PII", source=source)
            classify(row, "CONFIDENTIAL")
    cost = queries_of(client, f"/entity/{small.guid}?tab={tab}")
    assert cost <= MOST_QUERIES
    assert queries_of(client, f"/entity/{large.guid}?tab={tab}") == cost


def test_a_wide_table_is_paged_filtered_and_edited_on_the_server(as_analyst: Client) -> None:
    """C82 (datahub-project/datahub PR#18908): 2,500 columns with five tags each."""
    table = wide_table(2_500)
    for row in table.children.order_by("position")[:300]:
        for name in ("PII", "A", "B", "C", "D"):
            classify(row, name)
    page = as_analyst.get(f"/entity/{table.guid}?tab=columns").content.decode()
    assert len(page) <= 1_000_000
    assert page.count("<tr id=") == 100
    assert "2,500" in page
    assert "1–100 of 2,500" in page
    found = as_analyst.get(f"/entity/{table.guid}?tab=columns&q=c1999").content.decode()
    assert found.count("<tr id=") == 1
    at = as_analyst.get(f"/entity/{table.guid}?tab=columns&at=c1850").content.decode()
    assert "1,801–1,900 of 2,500" in at
    assert 'class="is-selected"' in at
    last = as_analyst.get(f"/entity/{table.guid}?tab=columns&start=99999").content.decode()
    assert "2,401–2,500 of 2,500" in last


def test_filter_segment_and_sort_work_together(as_analyst: Client) -> None:
    table = dataset("t")
    for place, name in enumerate(["zeta", "alpha", "beta"]):
        column(table, name, position=place, user_description="x", is_documented=name != "beta")
    classify(table.children.get(name="alpha"), "PII")
    url = f"/entity/{table.guid}?tab=columns"

    def names(query: str) -> list[str]:
        html = as_analyst.get(f"{url}{query}").content.decode()
        return sorted((name for name in ("zeta", "alpha", "beta") if f"<bdi>{name}</bdi>" in html), key=html.rindex)

    assert set(names("")) == {"zeta", "alpha", "beta"}
    assert names("&show=classified") == ["alpha"]
    assert names("&show=undocumented") == ["beta"]
    assert set(names("&q=ET")) == {"zeta", "beta"}
    assert names("") == ["zeta", "alpha", "beta"]
    assert names("&sort=name") == ["alpha", "beta", "zeta"]
    assert "No column matches." in as_analyst.get(f"{url}&q=nothing").content.decode()
    assert "There is no column lost here." in as_analyst.get(f"{url}&at=lost").content.decode()


def test_nonsense_in_the_address_never_breaks_the_page(as_analyst: Client) -> None:
    guid = a_table(columns=1).guid
    for query in ("start=-1", "start=9" * 30, "show=x", "q=%00", "at=%00", "open=%27", "sort=%F0", "from=x&to=1"):
        for tab in ("columns", "history"):
            assert as_analyst.get(f"/entity/{guid}?tab={tab}&{query}").status_code == 200


def test_a_row_opens_to_texts_and_the_path_of_what_it_inherits(as_analyst: Client) -> None:
    table = dataset("t")
    target = column(table, "email", user_description="Sign-in address", description="mail")
    classify(target, "PII", source=column(dataset("customers", database="raw"), "email"))
    html = as_analyst.get(f"/entity/{target.guid}/tags/panel/").content.decode()
    assert "Sign-in address" in html
    assert "The source says:" in html
    assert "PII" in html
    opened = as_analyst.get(f"/entity/{table.guid}?tab=columns&open={target.guid}").content.decode()
    assert f'data-details-of="{target.guid}"' in opened
    assert "from raw.customers" in opened


def test_a_tag_whose_path_is_gone_says_so_and_offers_its_removal(as_analyst: Client) -> None:
    source, target = column(dataset("raw"), "email"), column(dataset("t"), "email")
    classify(target, "PII", source=source)
    html = unescape(as_analyst.get(f"/entity/{target.guid}/tags/panel/").content.decode())
    assert "Nothing leads from its source to here any more." in html
    assert f"guid={target.guid}&action=REMOVE&classification=PII&source={source.guid}" in html
    assert "its path is gone" in as_analyst.get(f"/entity/{target.guid}").content.decode()


def test_history_tells_saved_texts_once_and_leads_to_the_proposal(as_analyst: Client, people: People) -> None:
    table = a_table()
    save_description(actor=people.actor("analyst"), guid=table.guid, text="One.", revision=0)
    authority().add_classifications(
        guid=table.guid,
        classifications=[ClassificationInput("CONFIDENTIAL")],
        context=WriteContext(actor="steward", trace="proposal:7"),
    )
    html = as_analyst.get(f"/entity/{table.guid}?tab=history").content.decode()
    assert html.count("wrote the description, revision 1") == 1
    assert "changed user description" not in html
    assert "set CONFIDENTIAL here" in html
    assert 'href="/proposals/7"' in html
    texts = as_analyst.get(f"/entity/{table.guid}?tab=history&show=texts").content.decode()
    assert "CONFIDENTIAL here" not in texts


def test_a_term_has_its_page_in_the_glossary(as_analyst: Client) -> None:
    term = a_term()
    assert as_analyst.get(f"/entity/{term.guid}")["Location"] == f"/glossary/{term.guid}"
    assert as_analyst.get(f"/entity/{term.guid}?tab=history").status_code == 200


def test_opening_is_noted_by_the_page_itself(as_analyst: Client) -> None:
    guid = a_table().guid
    as_analyst.get(f"/entity/{guid}")
    assert Visit.objects.count() == 0
    for _ in range(2):
        assert as_analyst.post(f"/entity/{guid}/visit").status_code == 204
    assert Visit.objects.get().count == 2
    assert as_analyst.post("/entity/nowhere/visit").status_code == 404


def test_a_text_older_than_the_schema_says_so(as_analyst: Client) -> None:
    table = a_table(columns=1)
    as_analyst.post(f"/entity/{table.guid}/description", {"text": "One row.", "revision": "0"})
    assert "after this text" not in as_analyst.get(f"/entity/{table.guid}").content.decode()
    Entity.objects.filter(parent=table).update(created_ms=int(time.time() * 1000) + 60_000)
    assert "after this text" in as_analyst.get(f"/entity/{table.guid}").content.decode()
