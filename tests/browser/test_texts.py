"""Texts at the keyboard: a column in its row, a draft that is kept, two texts that become one, an earlier one back."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Desk

Open = Callable[..., Desk]


def guid_of(desk: Desk, qualified_name: str, type_name: str = "hive_table") -> str:
    query = {"typeName": type_name, "qualifiedName": qualified_name}
    answer = desk.page.request.get(f"{desk.site}/api/v1/entities", params=query)
    return str(answer.json()["guid"])


def open_editor(page: Page) -> None:
    page.keyboard.press("e")
    expect(page.locator("#description-text")).to_be_focused()


def save(page: Page) -> None:
    page.locator("#description-text").press("Control+Enter")
    expect(page.locator("#description:not(.editor)")).to_be_visible()


def test_a_column_is_described_in_its_row_without_a_mouse(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open(f"/entity/{guid_of(mira, 'core.customers@prod')}?tab=columns")
    row = page.locator("tr", has=page.get_by_role("link", name="birth_date", exact=True))
    row.get_by_role("link", name="birth_date", exact=True).focus()
    page.keyboard.press("e")
    expect(row.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("Never mind")
    page.keyboard.press("Escape")
    expect(row.get_by_role("link", name="Describe birth_date")).to_be_focused()
    page.keyboard.press("Enter")
    expect(row.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("Day of birth, as told by the customer")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Saved, revision 1")
    row.locator("[data-row-opener]").press("Enter")
    expect(page.locator(".detail-row")).to_contain_text("Day of birth")
    assert violations(page) == []
    row.locator("[data-row-opener]").press("Enter")
    expect(page.locator(".detail-row")).to_have_count(0)


def test_the_filter_narrows_the_columns_and_stands_in_the_address(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open(f"/entity/{guid_of(mira, 'core.customers@prod')}?tab=columns")
    page.get_by_label("Filter columns").fill("name")
    expect(page.locator("#columns tbody tr")).to_have_count(1)
    page.wait_for_url(re.compile("q=name"))
    page.reload()
    expect(page.locator("#columns tbody tr")).to_have_count(1)


def test_a_draft_is_offered_again_and_gone_after_saving(desk: Open) -> None:
    mira: Desk = desk("analyst")
    address = f"/entity/{guid_of(mira, 'core.payments@prod')}"
    page = mira.open(address)
    open_editor(page)
    page.locator("#description-text").fill("A draft that nobody saved.")
    expect(page.get_by_text("A draft is kept in this browser.")).to_be_visible()
    page = mira.open(address)
    open_editor(page)
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#description-text")).to_have_value("A draft that nobody saved.")
    save(page)
    expect(page.locator("#description")).to_contain_text("A draft that nobody saved.")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))") == []


def test_two_texts_become_one_and_an_earlier_one_comes_back(desk: Open) -> None:
    mira: Desk = desk("analyst")
    jonas: Desk = desk("steward")
    address = f"/entity/{guid_of(mira, 'core.shipments@prod')}"
    first, second = mira.open(address), jonas.open(address)
    open_editor(first)
    open_editor(second)
    text = first.locator("#description-text").input_value()
    first.locator("#description-text").fill(f"{text} Returns are parcels too.")
    save(first)
    second.locator("#description-text").fill(f"Start here. {text}")
    second.locator("#description-text").press("Control+Enter")
    expect(second.get_by_text("Yours is kept here and not saved yet.")).to_be_visible()
    assert violations(second) == []
    second.get_by_role("button", name="Edit theirs with mine").click()
    expect(second.locator("#description-text")).to_have_value(f"Start here. {text} Returns are parcels too.")
    save(second)

    history = jonas.open(f"{address}?tab=history&from=1&to=3")
    expect(history.locator(".comparison")).to_contain_text("Start here.")
    history.locator(".comparison").get_by_role("button", name="Restore revision 1").click()
    expect(history.get_by_role("main")).to_contain_text("Restored revision 1 as revision 4.")


def test_helps_write_markdown_for_those_who_do_not_know_it(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open(f"/entity/{guid_of(mira, 'core.products@prod')}")
    open_editor(page)
    page.locator("#description-text").fill("")
    page.get_by_role("button", name="Bold").click()
    expect(page.locator("#description-text")).to_have_value("**text**")
    page.locator("#description-text").fill("")
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Preview").first.click()
    expect(page.locator("#description-preview th").first).to_have_text("column")
    page.get_by_role("link", name="Leave").click()
    expect(page.locator("#description .prose")).to_be_visible()


def test_an_at_sign_and_a_name_link_to_an_entity(desk: Open) -> None:
    mira: Desk = desk("analyst")
    page = mira.open(f"/entity/{guid_of(mira, 'core.sessions@prod')}")
    target = guid_of(mira, "core.customers@prod")
    open_editor(page)
    field = page.locator("#description-text")
    field.fill("")
    field.press_sequentially("Visits of @core.customers")
    option = page.get_by_role("option", name=re.compile(r"^core\.customers "))
    expect(option).to_be_visible()
    while option.get_attribute("aria-selected") != "true":
        field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value(f"Visits of [core.customers](/entity/{target})")
    save(page)
    page.locator("#description").get_by_role("link", name="core.customers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("customers")
