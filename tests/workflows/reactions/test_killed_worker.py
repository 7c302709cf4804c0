"""A real worker on the filesystem broker, killed while it reacts: the next one does the work."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

PATIENCE = 60.0
RECORD = """
from django.db import transaction
from catalogsite.accounts.types import SYSTEM, WriteContext
from workflows.events.services import record
from workflows.events.types import EventKind, NewEvent
with transaction.atomic():
    record(NewEvent("guid-1", EventKind.ENTITY_UPDATE), context=WriteContext(actor=SYSTEM.username))
"""
PIPELINES = """
pipelines:
  blocking:
    reaction: tests.workflows.reactions.blocking.Blocking
    serial: true
    options: {{folder: "{folder}"}}
"""


class Site:
    """A data folder of its own, with one pipeline whose reaction can be made to hang."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "pipelines.yaml").write_text(PIPELINES.format(folder=folder))
        os.mkfifo(folder / "said")
        os.mkfifo(folder / "block")
        self.said = os.open(folder / "said", os.O_RDWR | os.O_NONBLOCK)
        self.environment = os.environ | {
            "DATA_DIR": str(folder),
            "TMPDIR": str(folder),
            "PIPELINES_FILE": str(folder / "pipelines.yaml"),
            "DJANGO_SETTINGS_MODULE": "catalogsite.settings",
        }
        self.workers: list[subprocess.Popen[bytes]] = []

    def manage(self, *arguments: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=settings.BASE_DIR, env=self.environment, check=True, timeout=PATIENCE)

    def start_worker(self) -> "subprocess.Popen[bytes]":
        command = (
            "-m celery -A catalogsite.celery worker --pool=threads --concurrency=2 --without-mingle --without-gossip"
        )
        worker = subprocess.Popen(
            [sys.executable, *command.split(), "--loglevel=WARNING"], cwd=settings.BASE_DIR, env=self.environment
        )
        self.workers.append(worker)
        return worker

    def hear(self) -> str:
        ready, _, _ = select.select([self.said], [], [], PATIENCE)
        if not ready:
            pytest.fail(f"the worker said nothing within {PATIENCE:.0f} s")
        return os.read(self.said, 1000).decode().strip()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    one = Site(tmp_path)
    yield one
    for worker in one.workers:
        worker.kill()
        worker.wait(PATIENCE)
    os.close(one.said)


def test_work_under_way_in_a_killed_worker_is_done_by_the_next(site: Site) -> None:
    """Case A-redeliver: the filesystem transport loses what a killed worker had received; the log does not."""
    site.manage("migrate", "--verbosity=0")
    site.manage("shell", "-c", RECORD)
    worker = site.start_worker()
    assert site.hear() == "started 1"
    worker.send_signal(signal.SIGKILL)
    worker.wait(PATIENCE)
    (site.folder / "block").unlink()
    site.start_worker()
    heard = [site.hear()]
    if "done" not in heard[0]:
        heard.append(site.hear())
    assert "\n".join(heard).split("\n") == ["started 1", "done 1"]
