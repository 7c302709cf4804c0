"""The broker of files: whoever reads while others write finds whole messages, all of them, once."""

import threading
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Producer, Queue

from catalogsite import broker

MESSAGES = 400
WRITERS = 3


@pytest.fixture
def connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Connection:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    broker.install()
    (tmp_path / "messages").mkdir()
    options = {
        "data_folder_in": str(tmp_path / "messages"),
        "data_folder_out": str(tmp_path / "messages"),
        "control_folder": str(tmp_path / "control"),
    }
    return Connection("filesystem://", transport_options=options)


def test_messages_written_by_many_arrive_whole_and_once(connection: Connection) -> None:
    queue = Queue("nudges", Exchange("nudges", type="direct"), routing_key="nudges")

    def write(writer: int) -> None:
        with connection.clone() as own:
            producer = Producer(own.channel(), exchange=queue.exchange, routing_key="nudges", serializer="json")
            for number in range(MESSAGES):
                producer.publish({"number": writer * MESSAGES + number, "text": "x" * 5000}, declare=[queue])

    seen: list[int] = []
    with connection.clone() as reader:
        simple = queue(reader.channel())
        simple.declare()
        writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for thread in writers:
            thread.start()
        while len(seen) < WRITERS * MESSAGES:
            alive = any(thread.is_alive() for thread in writers)
            message = simple.get(no_ack=True)
            if message is None:
                assert alive or len(seen) == WRITERS * MESSAGES
                continue
            seen.append(message.payload["number"])
        for thread in writers:
            thread.join()
    assert sorted(seen) == list(range(WRITERS * MESSAGES))


def test_many_may_make_the_same_exchange_at_once(connection: Connection) -> None:
    problems: list[BaseException] = []
    start = threading.Barrier(8)

    def declare(number: int) -> None:
        with connection.clone() as own:
            start.wait()
            try:
                Queue(f"q{number}", Exchange("shared", type="direct"), routing_key="x")(own.channel()).declare()
            except BaseException as error:  # noqa: BLE001 – carried to the test's own thread
                problems.append(error)

    threads = [threading.Thread(target=declare, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    with connection.clone() as own:
        assert len(own.channel().get_table("shared")) == 8
