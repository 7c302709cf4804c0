"""The supervisor keeps processes alive, gives up on one that cannot live, and takes all with it when it goes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogsite.operations.supervisor import AlreadyRunning, Child, Supervisor, lock_folder

PATIENCE = 20.0

PROGRAM = """
import os, pathlib, sys, time
pathlib.Path(sys.argv[1]).open("a").write(f"{os.getpid()}\\n")
time.sleep(60)
"""


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Polls until the condition holds; other processes are what is waited for."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE:.0f} s for {what}")
        os.sched_yield()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def start(tmp_path: Path) -> tuple["subprocess.Popen[bytes]", Path]:
    """A supervisor in a process of its own with one child that notes its process id."""
    (tmp_path / "sleeper.py").write_text(PROGRAM)
    pids = tmp_path / "pids"
    code = (
        "import os; from catalogsite.operations.supervisor import Child, Supervisor;"
        f"raise SystemExit(Supervisor([Child('sleeper', ('sleeper', {str(pids)!r}))], dict(os.environ)).run())"
    )
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{Path.cwd()}"}
    process = subprocess.Popen([sys.executable, "-c", code], env=environment)
    wait_for(lambda: pids.exists() and bool(pids.read_text()), "the child to start")
    return process, pids


def test_a_killed_child_is_started_again(tmp_path: Path) -> None:
    process, pids = start(tmp_path)
    os.kill(int(pids.read_text().split()[0]), signal.SIGKILL)
    wait_for(lambda: len(pids.read_text().split()) == 2, "the child to come back")
    process.terminate()
    assert process.wait(PATIENCE) == 0


def test_stopping_stops_the_children(tmp_path: Path) -> None:
    process, pids = start(tmp_path)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert not alive(int(pids.read_text()))


def test_children_end_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    process, pids = start(tmp_path)
    process.kill()
    process.wait(PATIENCE)
    wait_for(lambda: not alive(int(pids.read_text())), "the orphan to leave")


def test_a_child_that_cannot_live_ends_the_supervisor_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catalogsite.operations.supervisor.MOST_DEATHS", 2)
    handlers = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        status = Supervisor([Child("broken", ("no_such_module_of_ours",))], dict(os.environ)).run()
    finally:
        for name, handler in handlers.items():
            signal.signal(name, handler)
    assert status == 1
    assert "the broken process ended" in capsys.readouterr().err


def test_a_data_folder_belongs_to_one_supervisor(tmp_path: Path) -> None:
    with lock_folder(tmp_path), pytest.raises(AlreadyRunning):
        lock_folder(tmp_path)
    lock_folder(tmp_path).close()
