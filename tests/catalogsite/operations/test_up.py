"""What `up` refuses before it starts anything."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import override_settings

from catalogsite.operations.setup import CannotStart, check_address, check_pipelines


def manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "catalogsite.settings"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_taken_port_is_named_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match=f"PORT: 127.0.0.1:{port} cannot be used"):
            check_address("127.0.0.1", port)


@override_settings(DEMO=True)
def test_demo_mode_listens_on_this_machine_only() -> None:
    with pytest.raises(CannotStart, match="demo mode"):
        check_address("0.0.0.0", 1)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("PORT", "eighty"),
        ("DATABASE_URL", "oracle://x"),
        ("REDIS_URL", "http://x"),
        ("DEBUG", "maybe"),
        ("ATLAS_URL", "http://atlas:21000"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_one_line_that_names_it(setting: str, value: str) -> None:
    result = manage("up", **{setting: value})
    assert result.returncode != 0
    assert result.stderr.startswith(f"{setting}: ")
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_broken_pipelines_file_stops_the_start_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("pipelines:\n  one:\n    reaction: no.such.Thing\n")
    with override_settings(PIPELINES_FILE=path), pytest.raises(CannotStart, match=r"PIPELINES_FILE: mine.yaml:2: "):
        check_pipelines()
