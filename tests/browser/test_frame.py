"""The frame with keyboard, phone and forced colours: keys, menus, dialog, rows, ticks; and axe on the pages it owns."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations

PAGES = ("/styleguide/", "/profile/", "/help/")
SIZES = {"wide": (1440, 900), "rail": (1024, 800), "phone": (390, 844)}


def shifts(page: Page) -> float:
    return float(
        page.evaluate(
            """() => new Promise((done) => {
              let sum = 0;
              new PerformanceObserver((list) => { for (const shift of list.getEntries()) sum += shift.value; })
                .observe({ type: "layout-shift", buffered: true });
              requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
            })"""
        )
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_of_the_frame_are_accessible_and_still(desk, site, size, theme):
    width, height = SIZES[size]
    one = desk("steward", viewport={"width": width, "height": height})
    one.page.context.add_cookies([{"name": "theme", "value": theme, "url": site}])
    for path in PAGES:
        page = one.open(path)
        assert page.locator("html").get_attribute("data-theme") == theme
        assert shifts(page) < 0.01
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert violations(page) == []


def test_sign_in_is_accessible(desk):
    page = desk("").open("/sign-in/")
    assert violations(page) == []
    assert violations(desk("").open("/sign-in/?password=1")) == []


def test_slash_goes_to_the_search_and_escape_leaves_it(desk):
    page = desk("analyst").open("/help/")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("g?/j")
    expect(page.locator("#search")).to_have_value("g?/j")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#search")).not_to_be_focused()


def test_question_mark_opens_the_keys_and_escape_closes_them(desk):
    page = desk("analyst").open("/profile/")
    page.keyboard.press("?")
    expect(page.locator("dialog#help")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog#help")).to_be_hidden()


def test_the_link_to_help_opens_the_dialog_and_gives_the_focus_back(desk):
    page = desk("analyst").open("/profile/")
    opener = page.locator(".help-button")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_g_and_a_letter_goes_to_a_section(desk):
    page = desk("analyst").open("/help/")
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url("**/glossary*")


def test_one_letter_keys_rest_when_switched_off(desk):
    page = desk("analyst").open("/profile/")
    page.get_by_role("group", name="One-letter keys").get_by_role("button", name="Off").click()
    expect(page.locator("body")).to_have_attribute("data-single-keys", "off")
    page.keyboard.press("?")
    expect(page.locator("dialog#help")).to_be_hidden()
    page.get_by_role("group", name="One-letter keys").get_by_role("button", name="On").click()
    expect(page.locator("body")).to_have_attribute("data-single-keys", "on")


def test_the_first_tab_stop_leads_to_the_content(desk):
    page = desk("analyst").open("/profile/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_a_menu_opens_with_the_keyboard_and_closes_back_to_its_opener(desk):
    page = desk("analyst").open("/profile/")
    opener = page.locator(".person-menu > summary")
    opener.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".person-menu a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(page.locator(".person-menu .menu-list")).to_be_hidden()


def test_the_theme_of_the_menu_is_there_at_the_next_page(desk):
    page = desk("analyst").open("/help/")
    page.locator(".person-menu > summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert "/help/" in page.url


def test_rows_are_walked_and_ticked_by_keys(desk):
    page = desk("analyst").open("/styleguide/")
    table = page.locator("[data-theme=light] table[data-rows]")
    table.locator("tbody [data-row-check]").first.focus()
    page.keyboard.press("x")
    form = page.locator("[data-theme=light] form:has(table[data-rows])")
    expect(form.locator("[data-selected-count]")).to_have_text("2")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Shift+X")
    expect(form.locator("[data-selected-count]")).to_have_text("3")
    expect(page.locator("#live")).to_have_text("3 selected")
    page.keyboard.press("Escape")
    expect(form.locator("[data-selected-count]")).to_have_text("0")


def test_a_copy_button_says_that_it_copied(desk):
    one = desk("analyst", permissions=["clipboard-read", "clipboard-write"])
    page = one.open("/styleguide/")
    page.get_by_role("button", name="Copy the qualified name").first.click()
    expect(page.locator("#live")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "core.customers@prod"


def test_the_phone_menu_lists_every_section(desk):
    page = desk("analyst", viewport={"width": 390, "height": 844}).open("/help/")
    expect(page.get_by_role("link", name="Coverage")).to_be_hidden()
    page.locator(".menu-toggle > summary").click()
    expect(page.get_by_role("link", name="Coverage")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Coverage")).to_be_hidden()


def test_the_rail_names_its_icons_and_opens(desk):
    page = desk("analyst", viewport={"width": 1024, "height": 800}).open("/help/")
    link = page.get_by_role("link", name="Coverage")
    assert link.bounding_box()["width"] < 60
    page.locator(".rail-toggle > summary").click()
    assert link.bounding_box()["width"] > 150


def test_forced_colours_keep_borders_of_what_colour_alone_would_show(desk):
    page = desk("analyst", forced_colors="active").open("/styleguide/")
    for part in (".chip", ".button--primary", ".banner", ".badge"):
        width = page.locator(part).first.evaluate("one => getComputedStyle(one).borderTopWidth")
        assert width == "1px", part


def test_two_hundred_per_cent_text_needs_no_sideways_scroll(desk):
    page = desk("analyst", viewport={"width": 640, "height": 800}).open("/profile/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_it_works_without_a_script(desk):
    page = desk("", java_script_enabled=False).open("/sign-in/?next=/profile/")
    page.get_by_role("button", name="Sign in as").first.click()
    page.get_by_role("group", name="Theme").get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator(".help-button").click()
    expect(page.get_by_role("heading", name="Keys and help")).to_be_visible()
