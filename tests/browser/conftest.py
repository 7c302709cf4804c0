"""The browser suite drives the real product: `manage.py up` with the demo catalog in its own folder, and Chromium."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[2]
START_PATIENCE = 120.0
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("needs Chromium on PATH")
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_FLAGS}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the site stopped while starting:\n{log.read_text()[-4000:]}")
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                return
        except (URLError, OSError):
            process.poll()
    pytest.fail(f"the site did not answer within {START_PATIENCE:.0f} s:\n{log.read_text()[-4000:]}")


def _wait_until_found(url: str, environment: dict[str, str]) -> None:
    """Waits until the worker has put the demo catalog into the index."""
    made = subprocess.run(
        [sys.executable, "manage.py", "create_token", "admin"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
    )
    request = urllib.request.Request(f"{url}/api/v1/search?q=mira_cohorts")
    request.add_header("Authorization", f"Bearer {made.stdout.decode().strip()}")
    deadline = time.monotonic() + START_PATIENCE
    while time.monotonic() < deadline:
        with urllib.request.urlopen(request, timeout=10) as answer:
            if json.load(answer)["total"]:
                return
    pytest.fail("the index never held the demo catalog")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running catalogsite with the demo catalog, worker and scheduler included."""
    folder = tmp_path_factory.mktemp("site")
    port = _free_port()
    keep = {key: value for key, value in os.environ.items() if key not in {"DJANGO_SETTINGS_MODULE", "ALLOWED_HOSTS"}}
    environment = keep | {"DATA_DIR": str(folder), "PORT": str(port), "DEMO": "1"}
    log = folder / "up.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up"], cwd=ROOT, env=environment, stdout=output, stderr=output
        )
        try:
            _wait_until_up(f"http://127.0.0.1:{port}", process, log)
            _wait_until_found(f"http://127.0.0.1:{port}", environment)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


class Desk:
    """One person at a browser window of their own."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.page: Page = context.new_page()
        self.site = site
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(f"{self.page.url}: {error}"))
        self.page.on(
            "console",
            lambda message: (
                self.problems.append(f"{self.page.url}: {message.text}")
                if message.type == "error" and "Content Security Policy" in message.text
                else None
            ),
        )

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.site}{path}")
        return self.page

    def sign_in(self, username: str) -> Page:
        self.open("/sign-in/")
        self.page.locator(f"form:has(input[value={username}]) button").click()
        self.page.wait_for_url(lambda url: "/sign-in" not in url)
        return self.page


@pytest.fixture
def desk(browser: Browser, site: str) -> Iterator[Any]:
    """`desk("analyst")` opens a signed-in window; scripts that fail or break the content policy fail the test."""
    contexts: list[BrowserContext] = []
    desks: list[Desk] = []

    def open_desk(username: str, **options: Any) -> Desk:
        context = browser.new_context(**({"viewport": {"width": 1440, "height": 900}} | options))
        context.set_default_timeout(15_000)
        contexts.append(context)
        one = Desk(context, site)
        if username:
            one.sign_in(username)
        desks.append(one)
        return one

    yield open_desk
    for context in contexts:
        context.close()
    problems = [problem for one in desks for problem in one.problems]
    assert problems == []
