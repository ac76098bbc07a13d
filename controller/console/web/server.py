"""The consoles' HTTP server, on the daemon's loop and under the daemon's signals."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Coroutine, Generator, Iterable
from typing import Any

import anyio
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from .crowd import SILENT_S, Crowd, Guest

BACKLOG = 128
"""So many connections at most are taken in one turn of the loop, before any can be cut."""
HANDSHAKE_S = 5.0
LAST_WORDS_S = 0.3
"""How long a stop waits for answers that are being written."""


class Connection(H11Protocol):
    """HTTP with a guest of the crowd; over TLS the guest was there before the first request."""

    crowd: Crowd
    guest: Guest | None = None

    def __init__(self, config: uvicorn.Config, state: ServerState) -> None:
        super().__init__(config, state, {})
        self._early = bytearray()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.guest = self.guest or self.crowd.enter(transport)
        self.guest.busy, self.guest.stuck = self._is_asked, self._is_stuck
        super().connection_made(transport)
        if early := bytes(self._early):
            self._early.clear()
            self.data_received(early)

    def data_received(self, data: bytes) -> None:
        """What comes with the end of a handshake is read once the connection is made."""
        if self.transport is None:
            self._early += data
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.guest is not None:
            self.crowd.leave(self.guest)
        if self.transport is not None:
            super().connection_lost(exc)
            self._unset_keepalive_if_required()

    def on_response_complete(self) -> None:
        if self.guest is not None:
            self.guest.since = self.loop.time()
        super().on_response_complete()

    def _is_asked(self) -> bool:
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def pause_writing(self) -> None:
        self._full_since = self.loop.time()
        super().pause_writing()

    def _is_stuck(self) -> bool:
        """Nothing of what was written has been taken for a while."""
        return self.flow.write_paused and self.loop.time() - self._full_since >= SILENT_S


class _Handshake(asyncio.Protocol):
    """Takes a place in the crowd before TLS begins: a silent handshake holds one, too."""

    def __init__(self, server: ConsoleServer, context: ssl.SSLContext) -> None:
        self._server, self._context = server, context
        self._guest: Guest | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        self._guest = self._server.crowd.enter(transport)
        self._server.begin(self._secure(transport, self._guest))

    def connection_lost(self, _: Exception | None) -> None:
        if self._guest is not None:
            self._server.crowd.leave(self._guest)

    async def _secure(self, transport: asyncio.Transport, guest: Guest) -> None:
        connection = self._server.connection()
        connection.guest = guest
        try:
            secure = await asyncio.get_running_loop().start_tls(
                transport,
                connection,
                self._context,
                server_side=True,
                ssl_handshake_timeout=HANDSHAKE_S,
                ssl_shutdown_timeout=1.0,
            )
        except OSError:
            secure = None
        if secure is None or guest.cut:
            self._server.crowd.leave(guest)
            transport.abort()
            return
        connection.connection_made(secure)


class ConsoleServer(uvicorn.Server):
    """Set `should_exit` to end it; open event streams end with the door's subscription."""

    def __init__(self, config: uvicorn.Config, trusted: tuple[str, ...] = ()) -> None:
        super().__init__(config)
        self.crowd = Crowd(trusted, shut=bool(trusted) and config.ssl is None)
        self._beginning: set[asyncio.Task[None]] = set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        anyio.get_cancelled_exc_class()  # a tenth of a second of imports, before anybody waits
        loop, config = asyncio.get_running_loop(), self.config
        listening = sockets or [config.bind_socket()]
        context = config.ssl

        def arrived() -> asyncio.Protocol:
            return self.connection() if context is None else _Handshake(self, context)

        self.servers = [
            await loop.create_server(arrived, sock=one, backlog=BACKLOG) for one in listening
        ]
        self.started = True

    def connection(self) -> Connection:
        made = Connection(self.config, self.server_state)
        made.crowd = self.crowd
        return made

    def begin(self, handshake: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(handshake, name="handshake")
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Who was asked finishes what it writes; who was not, and what takes long, is cut."""
        for server in self.servers:
            server.close()
        for one in sockets or []:
            one.close()
        for guest in self.crowd:
            if not guest.busy():
                guest.end()
        for connection in self.server_state.connections:
            if isinstance(connection, Connection) and connection.cycle is not None:
                connection.cycle.keep_alive = False
        await _ended({*self.server_state.tasks, *self._beginning})
        for guest in self.crowd:
            guest.end()
        for task in {*await _ended(self.server_state.tasks), *self._beginning}:
            task.cancel()
        for server in self.servers:
            await server.wait_closed()
        await self.lifespan.shutdown()


async def _ended(tasks: Iterable[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
    """Wait for them a little; return those that go on."""
    here = set(tasks)
    if here:
        _, here = await asyncio.wait(here, timeout=LAST_WORDS_S)
    return here


def console_server(
    app: ASGIApp,
    *,
    host: str,
    port: int,
    certificate: str | None = None,
    key: str | None = None,
    trusted: tuple[str, ...] = (),
) -> ConsoleServer:
    """Build the server; `await server.serve()` runs it. Port 0 takes a free one.

    `certificate`, `key`: files of PEM, for TLS. `trusted`: addresses of proxies. Raises: OSError,
    ssl.SSLError.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=list(trusted),
        ws="none",
        http="h11",
    )
    config.load()
    return ConsoleServer(config, trusted)
