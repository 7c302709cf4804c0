"""The eight things a person can do, with a mouse and a keyboard, on the demo catalog."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Desk

Open = Callable[..., Desk]


def guid_of(desk: Desk, type_name: str, qualified_name: str) -> str:
    answer = desk.page.request.get(
        f"{desk.site}/api/v1/entities", params={"typeName": type_name, "qualifiedName": qualified_name}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["guid"])


def wait_until_found(page: Page, heading: str) -> None:
    """Reloads a page of results until the index has caught up."""
    for _attempt in range(40):
        if page.get_by_text(heading, exact=True).count():
            return
        page.reload()
    pytest.fail(f"{heading} was not found")


def test_an_analyst_finds_a_table_with_the_keyboard(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open("/glossary")
    page.keyboard.press("/")
    page.keyboard.type("orders")
    expect(page.get_by_role("listbox").get_by_text("orders").first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/search"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text(re.compile("exact name", re.I)).locator("visible=true").first).to_be_visible()


def test_facets_narrow_the_hits(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open("/search?q=orders&database=core")
    expect(page.get_by_role("main")).to_contain_text("core")
    page = mira.open("/search?q=zzzzqqq")
    expect(page.get_by_role("main")).to_contain_text(re.compile("nothing|no ", re.I))


def test_an_entity_shows_text_columns_classifications_and_lineage(desk: Open) -> None:
    mira: Desk = desk("analyst")
    guid = guid_of(mira, "hive_table", "core.customers@prod")
    page = mira.open(f"/entity/{guid}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("customers")
    expect(page.get_by_text("one customer account")).to_be_visible()
    expect(page.get_by_text("Schema changed")).not_to_have_count(0)
    page.get_by_role("link", name=re.compile("^Columns")).click()
    expect(page.get_by_role("row", name=re.compile("email"))).to_contain_text("PII")
    page = mira.open(f"/entity/{guid}/lineage?depth=2")
    expect(page.locator("svg a", has_text="customer_360").first).to_be_visible()
    page.get_by_role("link", name="List", exact=True).click()
    expect(page.get_by_role("table")).to_contain_text("customer_360")


def edit(page: Page, text: str) -> None:
    page.locator("a.button--primary[data-key=e]").click()
    page.get_by_role("textbox", name="Description").fill(text)


def test_a_text_is_written_previewed_and_kept_from_a_second_writer(desk: Open) -> None:
    mira: Desk = desk("analyst")
    jonas: Desk = desk("steward")
    guid = guid_of(mira, "hive_table", "mart.marketing_audience@prod")
    first, second = mira.open(f"/entity/{guid}"), jonas.open(f"/entity/{guid}")
    edit(first, "Who may get the **newsletter**.")
    edit(second, "Everybody who said yes.")
    first.get_by_role("button", name="Preview").first.click()
    expect(first.locator("#description-preview strong")).to_have_text("newsletter")
    first.get_by_role("button", name="Save").click()
    expect(first.locator("#description").get_by_text("Who may get the")).to_be_visible()
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_text("Mira Okafor").first).to_be_visible()
    expect(second.get_by_text("Keep theirs")).to_be_visible()
    expect(first.locator("#description")).to_contain_text("newsletter")


def test_a_proposal_goes_the_whole_road_and_the_page_shows_it(desk: Open) -> None:
    mira: Desk = desk("analyst")
    column = guid_of(mira, "hive_column", "raw.parcels.recipient_name@prod")
    page = mira.open(f"/entity/{column}")
    page.get_by_role("link", name="Propose classification").first.click()
    page.get_by_label("Classification", exact=True).select_option("PII")
    page.locator("[name=reason]").fill("It is the name of a person.")
    page.get_by_role("button", name="Propose", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("recipient_name")
    address = page.url
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)

    jonas: Desk = desk("steward")
    queue = jonas.open("/proposals")
    expect(queue.get_by_role("main")).to_contain_text("recipient_name")
    decision = jonas.open(address.removeprefix(jonas.site))
    decision.get_by_role("button", name="Approve").click()
    expect(decision.get_by_role("main")).to_contain_text("Applied", timeout=20_000)
    road = decision.get_by_role("main")
    for step in ("Proposed", "In our tables", "Index finds it", "Ranger enforces it", "Notified"):
        expect(road).to_contain_text(step)

    page = mira.open(f"/entity/{column}")
    expect(page.get_by_role("main")).to_contain_text("PII")
    inbox = mira.open("/inbox")
    expect(inbox.get_by_role("main")).to_contain_text("recipient_name")
    policies = jonas.open("/ranger?show=same")
    expect(policies.get_by_role("main")).to_contain_text("PII")
    found = mira.open("/search?q=recipient_name&classification=PII")
    wait_until_found(found, "recipient_name")


def test_describing_a_table_moves_the_coverage(desk: Open) -> None:
    mira: Desk = desk("analyst")
    before = mira.page.request.get(f"{mira.site}/api/v1/coverage").json()["documented"]
    guid = guid_of(mira, "hive_table", "raw.order_lines@prod")
    page = mira.open(f"/entity/{guid}")
    edit(page, "One row per line of an order.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#description")).to_contain_text("One row per line")
    after = mira.page.request.get(f"{mira.site}/api/v1/coverage").json()["documented"]
    assert after == before + 1
    coverage = mira.open("/coverage")
    expect(coverage.get_by_role("heading", level=1)).to_contain_text("overage")


def test_a_program_asks_over_graphql_from_the_query_page(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open("/graphql")
    page.get_by_role("button", name="Search", exact=True).last.click()
    expect(page.locator("#graphql-result")).to_contain_text('"totalCount"')


def test_reading_works_without_javascript(desk: Open) -> None:
    plain: Desk = desk("analyst", java_script_enabled=False)
    page = plain.open("/search?q=customers")
    expect(page.get_by_role("main")).to_contain_text("core")
    guid = guid_of(plain, "hive_table", "core.stock_levels@prod")
    page = plain.open(f"/entity/{guid}")
    edit(page, "One row per warehouse and day, written without a script.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("written without a script")


def test_an_unknown_address_and_a_foreign_act_are_told_apart(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open("/entity/no-such-guid")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    answer = mira.page.request.get(f"{mira.site}/entity/no-such-guid")
    assert answer.status == 404


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_scrolls_sideways(desk: Open, width: int, theme: str) -> None:
    ana: Desk = desk("admin", viewport={"width": width, "height": 844}, color_scheme=theme)
    guid = guid_of(ana, "hive_table", "core.customers@prod")
    wide: dict[str, Any] = {}
    for path in pages(guid):
        page = ana.open(path)
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if overflow > 0:
            wide[path] = overflow
    assert wide == {}


def pages(guid: str) -> list[str]:
    """Every page a person opens, on one entity."""
    return [
        "/",
        "/search?q=customers",
        f"/entity/{guid}",
        f"/entity/{guid}/columns",
        f"/entity/{guid}/governance",
        f"/entity/{guid}/history",
        f"/entity/{guid}/lineage",
        f"/entity/{guid}/lineage?view=list",
        "/proposals",
        "/proposals/1",
        "/classifications",
        "/glossary",
        "/coverage",
        "/ranger",
        "/pipelines",
        "/events",
        "/inbox",
        "/status",
        "/trace?q=core.customers@prod",
        "/profile/",
        "/graphql",
    ]


def test_the_key_that_goes_to_the_search_box_is_not_typed_into_it(desk: Open) -> None:
    page = desk("analyst").open("/")
    page.keyboard.press("/")
    page.keyboard.type("orders")
    expect(page.locator("input:focus")).to_have_value("orders")
