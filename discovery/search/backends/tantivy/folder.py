"""Where an index lies: one folder per build inside `path`, the file `current` naming the one to read.

Whoever writes holds the lock of the whole path, so that nothing is written into a folder that a rebuild is about to
replace. The system frees the lock when its process ends, however it ends.
"""

import fcntl
import os
import shutil
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from catalogsite.common.errors import BackendUnavailable
from discovery.search.backends.tantivy.schema import fingerprint

_POLL_SECONDS = 0.02


class IndexFolder:
    """The folders of one index. Making one opens nothing."""

    def __init__(self, path: str, *, patience: float) -> None:
        self.path = Path(path)
        self.patience = patience
        self._threads = threading.Lock()

    def current(self) -> Path | None:
        """The folder to read; None when there is none, or only one of another layout."""
        try:
            name = (self.path / "current").read_text().strip()
        except FileNotFoundError:
            return None
        folder = self.path / name
        return folder if name.startswith(f"{fingerprint()}-") and folder.is_dir() else None

    def make(self) -> Path:
        """A new empty folder; nobody reads it before `switch_to`."""
        folder = self.path / f"{fingerprint()}-{uuid.uuid4().hex[:8]}"
        folder.mkdir(parents=True)
        return folder

    def switch_to(self, folder: Path) -> None:
        """Names the folder to read, in one step, and removes the others."""
        pointer = self.path / f"current.{os.getpid()}"
        pointer.write_text(folder.name)
        pointer.replace(self.path / "current")
        for other in self.path.iterdir():
            if other.is_dir() and other != folder:
                shutil.rmtree(other, ignore_errors=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the right to write. Raises BackendUnavailable when another writer keeps it for longer than we wait."""
        deadline = time.monotonic() + self.patience
        if not self._threads.acquire(timeout=self.patience):
            raise BackendUnavailable(BUSY)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with (self.path / "write.lock").open("w") as handle:
                self._wait_for(handle.fileno(), deadline)
                yield
        except OSError as error:
            reason = f"The search index at {self.path} cannot be written ({error.strerror})."
            raise BackendUnavailable(reason) from error
        finally:
            self._threads.release()

    def _wait_for(self, handle: int, deadline: float) -> None:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError as error:
                if time.monotonic() >= deadline:
                    raise BackendUnavailable(BUSY) from error
            time.sleep(_POLL_SECONDS)


BUSY = "Another process is writing the search index. Try again when it is done."
