"""Pipelines, events, inbox, status and trace in a browser: readable by everybody, and they work."""

from typing import Any

import pytest

from tests.browser.axe import violations

PAGES = (
    "/pipelines",
    "/pipelines/sync_ranger",
    "/pipelines/notify/replay?after=0",
    "/dead-letters",
    "/dead-letters?view=all",
    "/events",
    "/events?kind=CLASSIFICATION_ADD",
    "/inbox",
    "/inbox?view=all",
    "/status",
    "/trace",
)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_axe_has_nothing_to_say_and_nothing_runs_over(desk: Any, site: str, theme: str, size: tuple[int, int]) -> None:
    one = desk("admin", viewport={"width": size[0], "height": size[1]})
    one.page.context.add_cookies([{"name": "theme", "value": theme, "url": site}])
    found = {}
    for path in PAGES:
        page = one.open(path)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if said := violations(page) + ([f"{over} px too wide"] if over > 0 else []):
            found[path] = said
    assert found == {}


def test_an_event_leads_to_its_thing_and_to_where_that_has_got(desk: Any) -> None:
    one = desk("admin")
    page = one.open("/events?kind=CLASSIFICATION_ADD")
    page.locator("table.events tbody tr td.num a").first.click()
    page.get_by_role("heading", name="Payload").wait_for()
    guid = page.locator("dl.facts dd.mono").first.inner_text()
    page = one.open(f"/trace?q={guid}")
    assert page.locator(".trace-step").count() >= 4
    assert violations(page) == []


def test_a_pipeline_is_paused_and_resumed(desk: Any) -> None:
    page = desk("admin").open("/pipelines/refresh_coverage")
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Paused by").first.wait_for()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Pause").wait_for()


def test_status_reads_itself_again(desk: Any) -> None:
    page = desk("analyst").open("/status")
    with page.expect_response(lambda response: "/status/results/" in response.url, timeout=15_000) as answer:
        page.get_by_role("heading", name="Status").wait_for()
    assert answer.value.status == 200
    assert page.get_by_role("button", name="Compare all now").count() == 0
