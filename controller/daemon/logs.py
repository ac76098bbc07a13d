"""Engineers' logs: JSON lines on a descriptor that is never waited for.

When nobody reads, lines are dropped and counted, and the count is told with the next line that
goes out. Each kind is written a few times a minute; the next line says how many were left out.
Records of other libraries lose their values: an error's text may hold a card.
"""

from __future__ import annotations

import logging
import os
import select
import socket
import stat
import time
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

PIPE_BUF = 4096
"""So many bytes go into a pipe whole or not at all, and never block when it polls writable."""


class Lines:
    """Write lines to `fd` as long as it takes them. `dropped` counts those it did not."""

    def __init__(self, fd: int) -> None:
        self.dropped = 0
        self._fd = fd
        self._rest = b""
        self._poll = select.poll()
        self._poll.register(fd, select.POLLOUT)
        is_socket = stat.S_ISSOCK(os.fstat(fd).st_mode)
        self._socket = socket.socket(fileno=os.dup(fd)) if is_socket else None

    def write(self, line: str) -> None:
        if self._rest and not self._send(b""):
            self.dropped += 1
            return
        if self.dropped:
            told = f'{{"event":"log_lines_dropped","count":{self.dropped}}}\n'.encode()
            if not self._send(told):
                self.dropped += 1
                return
            self.dropped = 0
        data = line.encode()[: PIPE_BUF - 1] + b"\n"
        if not self._send(data):
            self.dropped += 1

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _send(self, data: bytes) -> bool:
        """False = nothing of `data` went out. What a socket took in part follows later."""
        data = self._rest + data
        try:
            ready = self._poll.poll(0)
            if not ready or ready[0][1] & (select.POLLERR | select.POLLHUP | select.POLLNVAL):
                return False
            if self._socket is not None:
                sent = self._socket.send(data, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
            else:
                sent = os.write(self._fd, data)
        except OSError:
            return False
        self._rest = data[sent:]
        return True


class Rate:
    """At most `A_MINUTE` lines of one kind in a minute: a stranger must not fill the disk."""

    A_MINUTE = 60
    KINDS = 500

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kinds: dict[tuple[str, ...], tuple[float, int]] = {}

    def __call__(
        self, _: Any, __: str, event: structlog.typing.EventDict
    ) -> structlog.typing.EventDict:
        kind = tuple(str(event.get(key, "")) for key in ("event", "logger", "says", "error"))
        now = self._clock()
        began, count = self._kinds.get(kind, (now, 0))
        if now - began >= 60:
            if count > self.A_MINUTE:
                event["left_out_before"] = count - self.A_MINUTE
            began, count = now, 0
        if len(self._kinds) >= self.KINDS:
            self._kinds.clear()
        self._kinds[kind] = began, count + 1
        if count >= self.A_MINUTE:
            raise structlog.DropEvent
        return event


class _Logger:
    """What structlog hands rendered lines to; `Lines` comes through `configure_logs`."""

    def __init__(self, lines: Lines) -> None:
        self._write = lines.write

    def msg(self, line: str) -> None:
        self._write(line)

    debug = info = warning = error = critical = exception = msg


class _Foreign(logging.Handler):
    """Records of the standard library: template and type of the error, no values."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        structlog.get_logger(record.name).log(
            record.levelno, "library", logger=record.name, says=str(record.msg), error=error
        )


def configure_logs(fd: int, *, table: str, level: int = logging.INFO) -> Lines:
    """Send every log of this process to `fd`; `table` stands on each line."""
    lines = Lines(fd)

    def name_table(
        _: Any, __: str, event: structlog.typing.EventDict
    ) -> structlog.typing.EventDict:
        event["table"] = table
        return event

    encode = msgspec.json.Encoder(enc_hook=lambda value: type(value).__name__).encode
    render: Callable[..., str] = lambda event, **_: encode(event).decode()  # noqa: E731
    structlog.configure(
        processors=[
            Rate(),
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            name_table,
            structlog.processors.JSONRenderer(serializer=render),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: _Logger(lines),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_Foreign()], level=logging.WARNING, force=True)
    return lines
