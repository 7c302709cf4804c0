"""Keeps the processes of one installation running together: web, worker, scheduler.

Pure process handling, no Django: starts each child under `guard`, restarts one that dies with growing pauses, gives up
after five deaths in a row, stops all on request.
"""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

MOST_DEATHS = 5
LIVED_LONG_ENOUGH = 30.0
"""Seconds after which a child counts as healthy again."""
STOP_PATIENCE = 5.0
POLL_SECONDS = 0.2


class AlreadyRunning(RuntimeError):
    """Another supervisor holds the data folder."""


def lock_folder(folder: Path) -> IO[str]:
    """An exclusive lock on a data folder, freed when this process ends however it ends. Raises AlreadyRunning."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = (folder / "up.lock").open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise AlreadyRunning(str(folder)) from error
    return handle


@dataclass
class Child:
    """One process to keep alive: a module run under the guard. `delay`: seconds after the start of all."""

    name: str
    command: Sequence[str]
    delay: float = 0.0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    start_again: float = 0.0


@dataclass
class Supervisor:
    """Runs children until told to stop. `run` returns the exit status."""

    children: Sequence[Child]
    environment: dict[str, str]
    stopping: bool = field(default=False, init=False)

    def run(self) -> int:
        """Blocks until SIGINT or SIGTERM (0), or until one child died too often (1)."""
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, self._ask_to_stop)
        failed = ""
        began = time.monotonic()
        for child in self.children:
            child.start_again = began + child.delay
            self._keep_alive(child)
        while not self.stopping and not failed:
            time.sleep(POLL_SECONDS)
            failed = next((child.name for child in self.children if not self._keep_alive(child)), "")
        self._stop_all()
        if failed:
            print(f"catalogsite stops: the {failed} process ended {MOST_DEATHS} times in a row.", file=sys.stderr)  # noqa: T201
            return 1
        return 0

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        if not self.stopping:
            print(f"Stopping, asked by {signal.Signals(number).name}.", file=sys.stderr)  # noqa: T201
        self.stopping = True

    def _start(self, child: Child) -> None:
        child.started = time.monotonic()
        child.process = subprocess.Popen(  # noqa: S603 – our own interpreter and modules
            [sys.executable, "-m", "catalogsite.operations.guard", *child.command],
            stdin=subprocess.PIPE,
            env=self.environment,
            start_new_session=True,
        )

    def _keep_alive(self, child: Child) -> bool:
        """Restarts a child that died, after a pause; False when it died too often."""
        now = time.monotonic()
        if child.process is None:
            if now >= child.start_again:
                self._start(child)
            return True
        if child.process.poll() is None:
            return True
        child.deaths = 1 if now - child.started > LIVED_LONG_ENOUGH else child.deaths + 1
        code = child.process.returncode
        print(f"The {child.name} process ended with status {code}.", file=sys.stderr)  # noqa: T201
        child.process = None
        child.start_again = now + min(2.0 ** (child.deaths - 1), 16.0)
        return child.deaths < MOST_DEATHS

    def _stop_all(self) -> None:
        running = [child.process for child in self.children if child.process and child.process.poll() is None]
        for process in running:
            _signal_group(process, signal.SIGTERM)
        deadline = time.monotonic() + STOP_PATIENCE
        for process in running:
            try:
                process.wait(max(deadline - time.monotonic(), 0.05))
            except subprocess.TimeoutExpired:
                _signal_group(process, signal.SIGKILL)
                process.wait()


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return
