"""How long a second start takes until the site answers, and what all processes weigh when idle (PSS, summed)."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

import psutil

ROOT = Path(__file__).resolve().parent.parent
IDLE_SECONDS = 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(folder: str) -> tuple["subprocess.Popen[bytes]", float]:
    """Starts the site; returns it and the seconds until /healthz answered."""
    port = free_port()
    environment = os.environ | {"DATA_DIR": folder, "PORT": str(port), "DJANGO_SETTINGS_MODULE": "catalogsite.settings"}
    began = time.monotonic()
    command = [sys.executable, "manage.py", "up"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    while time.monotonic() - began < 120:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1):
                return process, time.monotonic() - began
        except (URLError, OSError):
            time.sleep(0.05)
    raise SystemExit("the site did not answer within 120 s")


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGINT)
    process.wait(30)


def weights(process: "subprocess.Popen[bytes]") -> list[tuple[str, float]]:
    """What each process runs, and its PSS in MB."""
    parent = psutil.Process(process.pid)
    return [
        (" ".join(each.cmdline()[3:9]) or "supervisor", each.memory_full_info().pss / 2**20)
        for each in [parent, *parent.children(recursive=True)]
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        process, first = start(folder)
        time.sleep(IDLE_SECONDS)
        stop(process)
        process, second = start(folder)
        time.sleep(IDLE_SECONDS)
        by_process = weights(process)
        stop(process)
    print(f"first start with the demo catalog: {first:.1f} s; second start: {second:.1f} s (wanted: at most 5)")
    for name, megabytes in by_process:
        print(f"  {megabytes:6.0f} MB  {name}")
    print(f"all processes: {sum(megabytes for _, megabytes in by_process):.0f} MB PSS (wanted: at most 450)")


if __name__ == "__main__":
    main()
