"""The dealer's console over HTTP: the view as JSON, taps as a browser posts them.

One connection, kept open; a request at a time. Nothing but the standard library.
"""

from __future__ import annotations

import asyncio

import msgspec

from controller.domain.floor_view import Verdict
from controller.domain.view import Allowed, DealerView

from .console import Rids, Typed, posted

LOOK_AGAIN_S = 0.02


class WebConsole:
    """Raises: ConnectionError from everything when the consoles do not answer."""

    def __init__(self, host: str, port: int, name: str) -> None:
        self._host, self._port, self._rids = host, port, Rids(name)
        self._wire: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def view(self) -> DealerView:
        return msgspec.json.decode(await self._ask("GET", "/dealer/view"), type=DealerView)

    async def news(self, timeout_s: float) -> None:
        await asyncio.sleep(min(LOOK_AGAIN_S, timeout_s))

    async def tap(self, entry: Allowed, **typed: Typed) -> Verdict:
        body = posted(entry, self._rids.new(), typed)
        return msgspec.json.decode(await self._ask("POST", "/dealer/tap", body), type=Verdict)

    def close(self) -> None:
        if self._wire is not None:
            self._wire[1].close()
            self._wire = None

    async def _ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        async with self._turn:
            try:
                return await self._answer(method, path, body)
            except (OSError, asyncio.IncompleteReadError) as error:
                self.close()
                raise ConnectionError("the consoles do not answer") from error

    async def _answer(self, method: str, path: str, body: bytes) -> bytes:
        if self._wire is None or self._wire[0].at_eof():
            self._wire = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._wire
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = answer.partition("content-length:")[2].partition("\r\n")[0]
        return await reader.readexactly(int(length))
