"""A reaction for a worker in a process of its own: says what it does through a pipe, and can be made to hang."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workflows.events.types import EventRecord
from workflows.reactions.base import Reaction


class Blocking(Reaction):
    """Hangs after it has started, as long as the pipe `block` is there, because nobody writes to it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.folder = Path(options["folder"])

    def react(self, events: Sequence[EventRecord]) -> None:
        positions = ",".join(str(event.position) for event in events)
        self._say(f"started {positions}")
        if (self.folder / "block").exists():
            (self.folder / "block").read_text()
        self._say(f"done {positions}")

    def _say(self, sentence: str) -> None:
        with (self.folder / "said").open("a") as pipe:
            pipe.write(f"{sentence}\n")
