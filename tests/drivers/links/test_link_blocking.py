"""Nothing that may block is done on the loop: each system call of a port is counted by its thread.

Opening and closing a tty took the kernel half a minute, and the table stood still for as long.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import termios
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_mock import MockerFixture

from drivers.errors import LinkLost
from drivers.link import open_port

MAY_BLOCK: tuple[tuple[Any, str], ...] = (
    *((termios, name) for name in ("tcgetattr", "tcsetattr", "tcflush", "tcdrain", "tcsendbreak")),
    *((os, name) for name in ("open", "close", "stat")),
    *((fcntl, name) for name in ("ioctl", "flock", "fcntl")),
)


@pytest.fixture
def calls(mocker: MockerFixture) -> Counter[tuple[str, str]]:
    """How often each was called, by the name of its thread."""
    found: Counter[tuple[str, str]] = Counter()

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            found[name, threading.current_thread().name] += 1
            return real(*args, **kwargs)

        return call

    for module, name in MAY_BLOCK:
        mocker.patch.object(module, name, counted(name, getattr(module, name)))
    return found


@pytest.fixture
def port() -> Iterator[tuple[int, str]]:
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    os.close(slave)
    yield master, path
    os.close(master)


def test_port_is_opened_used_and_closed_without_a_call_that_may_block(
    port: tuple[int, str], calls: Counter[tuple[str, str]]
) -> None:
    master, path = port

    async def main() -> None:
        calls.clear()
        link = await open_port(f"serial:{path}@9600")
        link.write(b"hello")
        os.write(master, b"card")
        assert await link.read() == b"card"
        link.close()
        with pytest.raises(LinkLost):
            await link.read()
        await link.wait_closed()
        on_the_loop = {name for name, thread in calls if thread == "MainThread"}
        assert on_the_loop == set()
        assert {"tcgetattr", "tcsetattr", "open", "close"} <= {name for name, _ in calls}

    asyncio.run(main())


def test_port_that_cannot_be_opened_blocks_nobody_either(
    calls: Counter[tuple[str, str]],
) -> None:
    async def main() -> None:
        calls.clear()
        with pytest.raises(LinkLost):
            await open_port("serial:/dev/null")
        assert {name for name, thread in calls if thread == "MainThread"} == set()

    asyncio.run(main())
