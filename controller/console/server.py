"""The consoles' HTTP server, on the daemon's loop and under the daemon's signals."""

from __future__ import annotations

import contextlib
from collections.abc import Generator

import uvicorn
from starlette.types import ASGIApp


class ConsoleServer(uvicorn.Server):
    """Set `should_exit` to end it; open event streams end with the door's subscription."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def console_server(app: ASGIApp, *, host: str, port: int) -> ConsoleServer:
    """Build the server; `await server.serve()` runs it. Port 0 takes a free one."""
    return ConsoleServer(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
            ws="none",
        )
    )
