"""Search and home as pages."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from discovery.search.services import reindex
from discovery.usage.services import UsageCounts, record_usage, record_visit
from tests.builders.entities import classify, make_table, row
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> None:
    make_table("core.orders", ["order_id", "customer_id"], owner="analyst", description="One row per order")
    make_table("raw.orders", ["order_id"])
    make_table("core.customers", ["customer_id", "email"], description="Who buys")
    classify("core.customers.email", "PII")
    record_usage({row("core.orders").guid: UsageCounts(queries_30d=120, people_30d=9, weekly=(1, 2, 3))})
    reindex()


def text_of(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, url
    return response.content.decode()


@pytest.mark.usefixtures("shop")
def test_hits_show_the_reason_and_the_matched_part(as_analyst: Client) -> None:
    page = text_of(as_analyst, "/search?q=orders")
    assert "<mark>orders</mark>" in page
    assert "Exact name" in page
    assert "in core" in page
    assert page.index("core, Hive table") < page.index("raw, Hive table")
    assert "9 people in 30 days" in page


@pytest.mark.usefixtures("shop")
def test_columns_are_one_block_and_a_list_of_their_own(as_analyst: Client) -> None:
    page = as_analyst.get("/search?q=customer_id").context["page"]
    assert [column.path for column in page.columns] == ["core.orders.", "core.customers."]
    listed = as_analyst.get(page.columns_href).context["page"]
    assert listed.is_column_list
    assert listed.total == len(listed.columns) == 2


@pytest.mark.usefixtures("shop")
def test_a_table_tells_of_sensitive_columns(as_analyst: Client) -> None:
    [hit] = as_analyst.get("/search?q=customers&kind=dataset").context["page"].hits
    assert [(chip.name, chip.note) for chip in hit.chips] == [("PII", "on 1 column")]


@pytest.mark.usefixtures("shop")
def test_chosen_filters_can_be_taken_out_one_by_one(as_analyst: Client) -> None:
    page = as_analyst.get("/search", {"q": "tag:PII email", "db": "core"}).context["page"]
    assert [chip.label for chip in page.chosen] == ["Database: core", "Classification: PII"]
    assert [chip.href for chip in page.chosen] == ["/search?q=tag%3APII+email", "/search?db=core&q=email"]
    assert page.clear_href == "/search?q=email"
    assert page.total == 1


@pytest.mark.usefixtures("shop")
def test_facets_and_kinds_count_what_their_links_find(as_analyst: Client) -> None:
    page = as_analyst.get("/search").context["page"]
    for facet in page.facets:
        for line in [*facet.first, *facet.more]:
            assert as_analyst.get(line.href).context["page"].total == line.count, (facet.title, line)
    for kind in page.kinds:
        assert as_analyst.get(kind.href).context["page"].total == kind.count


@pytest.mark.usefixtures("shop")
def test_pages_follow_each_other_without_loss(as_analyst: Client) -> None:
    seen: list[str] = []
    url = "/search?kind=dataset&limit=2"
    while url:
        page = as_analyst.get(url).context["page"]
        seen.extend(hit.guid for hit in page.hits)
        url = page.next_href
    assert len(seen) == len(set(seen)) == 3


@pytest.mark.usefixtures("shop")
def test_why_here_shows_the_ladder(as_analyst: Client) -> None:
    guid = row("core.orders").guid
    fragment = text_of(as_analyst, f"/search/why/?q=orders&why={guid}")
    assert "Exact name" in fragment
    assert "120 queries in 30 days" in fragment
    assert as_analyst.get("/search/why/?q=orders&why=unknown").status_code == 404
    assert "open" in text_of(as_analyst, f"/search?q=orders&why={guid}")


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    "text", [*':()[]{}"\\/^~!+-', "&&", "*:*", "AND", "name:", '"unclosed', "<script>x</script>", "\x00"]
)
def test_no_text_breaks_the_page(as_analyst: Client, text: str) -> None:
    """open-metadata/OpenMetadata#9329 and #16001."""
    for path in ("/search", "/search/results/", "/search/suggest/", "/search/csv"):
        response = as_analyst.get(path, {"q": text})
        assert response.status_code == 200, path
        body = b"".join(response) if response.streaming else response.content
        assert b"<script>x" not in body or path == "/search/csv"


@pytest.mark.parametrize(
    "query", ["cursor=broken", "sort=random", "kind=thing", "limit=201", "limit=x", "status=GONE", "documented=maybe"]
)
def test_what_cannot_be_asked_is_a_clear_400(as_analyst: Client, query: str) -> None:
    assert as_analyst.get(f"/search?{query}").status_code == 400
    assert as_analyst.get(f"/api/v1/search?{query}").status_code == 400


@pytest.mark.usefixtures("shop")
def test_empty_results_say_what_to_do(as_analyst: Client) -> None:
    assert "Nothing is called or described as" in text_of(as_analyst, "/search?q=zzzz")
    assert "Nothing with this filter" in text_of(as_analyst, "/search?q=orders&db=nowhere")


@pytest.mark.usefixtures("shop")
def test_the_csv_holds_every_hit_and_no_formulas(as_analyst: Client) -> None:
    """getagentseal/codeburn PR#22, metabase/metabase#17335."""
    make_table("x.bad", description='=HYPERLINK("http://x","y")')
    reindex()
    lines = b"".join(as_analyst.get("/search/csv").streaming_content).decode().splitlines()
    assert len(lines) == 1 + 4 + 5 + 3
    assert any("'=HYPERLINK" in line for line in lines)


@pytest.mark.usefixtures("shop")
def test_suggestions_are_options_with_links(as_analyst: Client) -> None:
    fragment = text_of(as_analyst, "/search/suggest/?q=custom")
    assert fragment.count('role="option"') == 4
    assert f"/entity/{row('core.customers').guid}" in fragment
    assert "No name like this" in text_of(as_analyst, "/search/suggest/?q=zzzz")


@pytest.mark.usefixtures("shop")
def test_the_number_of_queries_does_not_grow(
    as_analyst: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    as_analyst.get("/search?q=o")
    with django_assert_max_num_queries(22):
        as_analyst.get("/search?q=o")
    with django_assert_max_num_queries(22):
        as_analyst.get("/")


@pytest.mark.usefixtures("shop")
def test_home_shows_what_is_used_opened_and_brought_in(as_analyst: Client, people: People) -> None:
    record_visit(username="analyst", guid=row("raw.orders").guid)
    page = as_analyst.get("/").context["page"]
    assert [(line.name, line.owner, line.people) for line in page.used] == [("orders", "Ana Analyst", 9)]
    assert [(source.title, source.words) for source in page.sources] == [("Hive", "3 datasets")]
    assert [line.name for line in page.opened] == ["raw.orders"]
    assert not page.is_empty


def test_an_empty_catalog_says_how_to_fill_it(as_analyst: Client) -> None:
    assert "The catalog is empty" in text_of(as_analyst, "/")
    assert "Here stands everything" in text_of(as_analyst, "/search")


def test_signed_out_readers_are_asked_to_sign_in(client: Client) -> None:
    for path in ("/", "/search", "/search/csv", "/search/suggest/?q=a"):
        assert client.get(path).status_code == 302
    assert client.get("/api/v1/search").status_code == 401
