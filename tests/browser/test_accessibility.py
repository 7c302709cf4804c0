"""axe has nothing to say about any page, light and dark."""

from collections.abc import Callable

import pytest

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.test_journeys import guid_of, pages


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_passes_axe(desk: Callable[..., Desk], theme: str) -> None:
    ana = desk("admin")
    ana.page.context.add_cookies([{"name": "theme", "value": theme, "url": ana.site}])
    guid = guid_of(ana, "hive_table", "core.customers@prod")
    found: dict[str, list[str]] = {}
    for path in [*pages(guid), "/styleguide/"]:
        page = ana.open(path)
        page.wait_for_load_state("networkidle")
        if problems := violations(page):
            found[path] = problems
    assert found == {}


def test_the_sign_in_page_passes_axe(desk: Callable[..., Desk]) -> None:
    page = desk("").open("/sign-in/")
    assert violations(page) == []
