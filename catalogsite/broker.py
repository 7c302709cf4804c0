"""The broker that needs no server: kombu's files in a folder, made safe for processes that write and read at once.

kombu 5.7 gives a message its final name before it has written it, and does the same with the table of an exchange. A
reader in between finds an empty file: a worker was seen to die of it ("Unrecoverable error: JSONDecodeError") under
load. Here a file appears under its name in one step, complete.
"""

import os
import uuid
from time import monotonic
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """kombu's channel, with files that appear complete."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}"
        unfinished = os.path.join(self.data_folder_out, f"{name}.unfinished")
        try:
            with open(unfinished, "w") as file:
                file.write(dumps(payload))
            os.replace(unfinished, os.path.join(self.data_folder_out, f"{name}.{queue}.msg"))
        except OSError as error:
            raise ChannelError(f"Cannot put a message into {self.data_folder_out}: {error.strerror}") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        table = self.control_folder / f"{exchange}.exchange"
        if not table.exists():
            self.control_folder.mkdir(parents=True, exist_ok=True)
            unfinished = table.with_name(f"{uuid.uuid4()}.unfinished")
            unfinished.write_text("[]")
            try:
                os.link(unfinished, table)
            except FileExistsError:
                pass  # another process was first; its table is as good
            finally:
                unfinished.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    """kombu's transport with our channel."""

    Channel = Channel


def install() -> None:
    """Makes `filesystem://` mean this transport, in this process."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
