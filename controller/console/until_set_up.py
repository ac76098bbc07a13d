"""Serve the page of a computer that does not know its table yet, until the table can begin."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from pathlib import Path

from controller.console.web.server import console_server
from controller.errors import ConfigError

from .set_up import SetUp

HOST, PORT = "127.0.0.1", 8642
"""This machine alone, whatever the file says; nobody is asked for a PIN here."""
LOOK_S = 1.0


async def set_up(file: Path, *, bench: bool, say: Callable[[str], None], port: int = PORT) -> bool:
    """Serve the page until nothing is missing; False = it was ended before. Raises: ConfigError."""
    page, stop = SetUp(file, bench=bench), asyncio.Event()
    if page.done():
        return True
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    with _listening(port) as listening:
        bound = listening.getsockname()[1]
        server = console_server(page.app(), host=HOST, port=bound)
        serving = asyncio.create_task(server.serve(sockets=[listening]), name="first start")
        say(f"{file} is not complete: http://{HOST}:{bound}/ says what is missing")
        while not (ready := page.done()) and not stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOK_S)
        server.should_exit = True
        await serving
    return ready and not stop.is_set()


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise ConfigError(
            f"cannot serve a page at {HOST}:{port}: {(error.strerror or '').lower()}",
            do="Stop what uses that port",
        ) from error
