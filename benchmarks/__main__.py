"""`make bench`: every benchmark in a process of its own, the machine named first. ARGS="store search" picks some."""

import os
import platform
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def machine() -> str:
    """Processor, cores, memory, Python: what figures must be quoted with."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    except OSError:
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}, {platform.system()}"


def main() -> int:
    wanted = sys.argv[1:]
    names = sorted(path.stem for path in FOLDER.glob("bench_*.py"))
    chosen = [name for name in names if not wanted or name.removeprefix("bench_") in wanted]
    print(f"Machine: {machine()}", flush=True)
    failed = []
    for name in chosen:
        print(f"\n== {name.removeprefix('bench_')}", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nDid not finish: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
