"""The consoles' port and server, taken before anything else starts."""

from __future__ import annotations

import asyncio
import socket

import structlog
from starlette.types import ASGIApp

from controller.config import Config
from controller.config_console import Console
from controller.console.web.server import ConsoleServer, console_server
from controller.errors import ConfigError

log = structlog.get_logger(__name__)


def listen(config: Config, again: int) -> socket.socket:
    """Take the consoles' port now, so that a port in use stops the start.

    `again` = the one that was taken before; 0 = none.
    """
    console: Console = config.console
    port = again or console.port
    family = socket.AF_INET6 if ":" in console.host else socket.AF_INET
    try:
        listening = socket.create_server(
            (console.host, port or console.port), family=family, backlog=128
        )
    except OSError as error:
        raise ConfigError(
            f"cannot serve the consoles at {console.host}:{console.port}: "
            f"{(error.strerror or type(error).__name__).lower()}",
            where=f"{config.file.name}: $.console",
            do="Stop what uses that port, or name another",
        ) from error
    # What it accepts inherits this; asyncio leaves it out for a socket made here (40 ms each).
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def server_of(console: Console, port: int, app: ASGIApp) -> ConsoleServer:
    """Raises: ConfigError when certificate or key cannot be used."""
    try:
        return console_server(
            app,
            host=console.host,
            port=port,
            certificate=str(console.certificate) if console.certificate else None,
            key=str(console.key) if console.key else None,
            trusted=console.trusted_proxies,
        )
    except OSError as error:
        raise ConfigError(
            f"certificate and key cannot be used: {error.strerror or type(error).__name__}",
            where=str(console.certificate),
            do="Give PEM files that belong together, readable by this service",
        ) from error


def note_end(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.error("consoles_failed", error=type(error).__name__)
