"""Logs may be lost, and never stop the table or tell a card."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from controller.daemon.logs import Lines, Rate, configure_logs


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)
    os.close(writing)


@pytest.fixture
def logged(pipe: tuple[int, int]) -> Iterator[int]:
    """The reading end of this process's logs."""
    before = logging.getLogger().handlers[:]
    lines = configure_logs(pipe[1], table="T-1")
    yield pipe[0]
    lines.close()
    structlog.reset_defaults()
    logging.basicConfig(handlers=before, force=True)


def test_line_that_finds_no_room_is_dropped_and_counted(pipe: tuple[int, int]) -> None:
    """journal/FORMAT: non-blocking; what was dropped is told with the next line."""
    reading, writing = pipe
    lines = Lines(writing)
    for number in range(100):
        lines.write(f'{{"n":{number},"fill":"{"x" * 2000}"}}')
    dropped = lines.dropped
    whole = os.read(reading, 1 << 20).decode().splitlines()
    lines.write('{"n":"last"}')
    after = os.read(reading, 1 << 20).decode().splitlines()

    assert len(whole) + dropped == 100
    assert dropped > 50
    assert [json.loads(line)["n"] for line in whole] == list(range(len(whole)))
    assert [json.loads(line) for line in after] == [
        {"event": "log_lines_dropped", "count": dropped},
        {"n": "last"},
    ]
    assert lines.dropped == 0


def test_socket_gets_whole_lines_in_order_whatever_it_took_at_once() -> None:
    """The service manager's stdout is a stream socket: a line may go out in two parts."""
    far, near = socket.socketpair()
    near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    far.setblocking(False)
    lines, got = Lines(near.fileno()), b""
    for number in range(300):
        lines.write(f'{{"n":{number},"fill":"{"x" * 700}"}}')
        if number % 10 == 0:
            got += drained(far)
    for _ in range(5):
        got += drained(far)
        lines.write('{"n":"last"}')
    got += drained(far)
    lines.close()
    far.close()
    near.close()

    told = [json.loads(line) for line in got.decode().splitlines()]
    numbers = [line["n"] for line in told if isinstance(line.get("n"), int)]
    assert numbers == sorted(set(numbers))
    assert any("count" in line for line in told)
    assert told[-1] == {"n": "last"}


def drained(far: socket.socket) -> bytes:
    data = b""
    while True:
        try:
            data += far.recv(65536)
        except BlockingIOError:
            return data


def test_line_is_lost_when_nobody_reads_any_more() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    lines = Lines(writing)
    lines.write("{}")
    os.close(writing)

    assert lines.dropped == 1


def test_file_takes_every_line(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as file:
        lines = Lines(file.fileno())
        for number in range(1000):
            lines.write(f"{number}")

    assert len((tmp_path / "log").read_text().splitlines()) == 1000


def test_log_line_names_table_level_and_time(logged: int) -> None:
    structlog.get_logger("here").warning("device_lost", device="shoe")

    line = json.loads(os.read(logged, 4096))
    assert (line["event"], line["level"], line["table"]) == ("device_lost", "warning", "T-1")
    assert line["device"] == "shoe"
    assert line["timestamp"].endswith("Z")


def test_values_that_a_library_logs_are_left_out(logged: int) -> None:
    """controller/README 1.2: an error's text may hold a card; its type does not."""
    try:
        int("As")
    except ValueError:
        logging.getLogger("asyncio").exception("card %s was %r", 12, "As")

    line = json.loads(os.read(logged, 4096))
    assert line["says"] == "card %s was %r"
    assert line["error"] == "ValueError"
    assert "As" not in json.dumps({k: v for k, v in line.items() if k != "table"})


def test_one_kind_of_line_is_written_so_many_times_a_minute(logged: int) -> None:
    """900,000 lines of one library's complaint are no log, and they fill the disk."""
    foreign = logging.getLogger("asyncio")
    for n in range(500):
        foreign.error("socket.accept() out of system resource %s", n)
    structlog.get_logger("here").warning("device_lost", device="shoe")

    lines = [json.loads(line) for line in os.read(logged, 1 << 20).splitlines()]
    assert sum(1 for line in lines if line["event"] == "library") == Rate.A_MINUTE
    assert lines[-1]["event"] == "device_lost"


def test_lines_that_were_left_out_are_counted_a_minute_later() -> None:
    now = 0.0
    rate = Rate(lambda: now)
    for _ in range(Rate.A_MINUTE + 7):
        with contextlib.suppress(structlog.DropEvent):
            rate(None, "", {"event": "again"})
    now = 61.0

    assert rate(None, "", {"event": "again"}) == {"event": "again", "left_out_before": 7}
    assert rate(None, "", {"event": "again"}) == {"event": "again"}
