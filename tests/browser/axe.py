"""Accessibility of a page as axe sees it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def violations(page: Page) -> list[str]:
    """One line per violated rule: its id, what it asks, and the first elements that break it."""
    results = Axe().run(page, options=RULES)
    return [
        f"{rule['id']}: {rule['help']} — {[node['target'] for node in rule['nodes'][:3]]}"
        for rule in results.response["violations"]
    ]
