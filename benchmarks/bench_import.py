"""`import_metadata` of bigquery-etl into SQLite: at least 2,000 entities a second, parsing included.

Then what follows until the search index has everything. Wall-clock and processor time: other work on the machine
shows in the first only.
"""

import os
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

LIMIT_PER_SECOND = 2000
ARCHIVE = Path(__file__).resolve().parents[2] / "shared" / "data" / "bigquery-etl-sql.tar.xz"


def prepare() -> Path:
    """A fresh database, and the unpacked folder."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="bench-import-")
    import django

    django.setup()
    from django.core.management import call_command

    import catalogsite.celery  # noqa: F401 - nudges go to the configured broker

    call_command("migrate", verbosity=0)
    folder = Path(os.environ["DATA_DIR"]) / "sql"
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return folder


def measured(name: str, work: Callable[[], int]) -> float:
    """Runs it, prints what it took, answers entities a second."""
    wall, processor = time.perf_counter(), time.process_time()
    count = work()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"{name:<28} {count:>7,} entities  {wall:6.1f} s  {count / wall:7,.0f}/s  {processor:6.1f} s of this process")
    return count / wall


def main() -> None:
    if not ARCHIVE.exists():
        print("needs the public data bigquery-etl-sql.tar.xz beside the checkout; skipped")
        return
    folder = prepare()
    from discovery.sources.formats import sources_of
    from discovery.sources.services import import_path

    [(path, source)] = sources_of(folder)

    def run() -> int:
        report = import_path(path, source)
        for problem in report.refused[:5]:
            print(f"refused: {problem.place}: {problem.reason}")
        return report.entities

    def index() -> int:
        from workflows.reactions.registry import get_pipeline, reaction_of
        from workflows.reactions.runner import drain

        while drain(get_pipeline("update_search_index"), reaction_of("update_search_index"), seconds=60):
            pass
        return Entity.objects.count()

    from discovery.atlas.models import Entity

    speed = measured("first import", run)
    measured("until the index has it", index)
    measured("second import, no change", run)
    print(f"target: {LIMIT_PER_SECOND:,} entities/s: {'met' if speed >= LIMIT_PER_SECOND else 'not met'}")


if __name__ == "__main__":
    main()
