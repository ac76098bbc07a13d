"""The dealer's console over HTTP: the view as JSON, taps as a browser posts them.

One connection, kept open; a request at a time. Nothing but the standard library.
"""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

import msgspec

from controller.domain.commands import Command
from controller.domain.views.floor_view import Verdict
from controller.domain.views.view import Allowed, DealerView

from .console import Rids, Typed, posted
from .screen import Disagreement

LOOK_AGAIN_S = 0.02
SIGN_IN, FORM = "/floor/sign-in", "application/x-www-form-urlencoded"
SIGN_ON = "/dealer/sign-on"


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

    async def sign_on(self, name: str, pin: str) -> None:
        """Sign a dealer on as the dealer does; a refusal is on the page, and dealing goes on."""
        await self._ask("POST", SIGN_ON, urlencode({"name": name, "pin": pin}).encode())

    def close(self) -> None:
        if self._wire is not None:
            self._wire[1].close()
            self._wire = None

    async def _ask(self, method: str, path: str, body: bytes = b"", more: str = "") -> bytes:
        return (await self._asked(method, path, body, more))[1]

    async def _asked(self, method: str, path: str, body: bytes, more: str) -> tuple[str, bytes]:
        async with self._turn:
            try:
                return await self._answer(method, path, body, more)
            except (OSError, asyncio.IncompleteReadError) as error:
                self.close()
                raise ConnectionError("the consoles do not answer") from error

    async def _answer(self, method: str, path: str, body: bytes, more: str) -> tuple[str, bytes]:
        if self._wire is None or self._wire[0].at_eof():
            self._wire = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._wire
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: {FORM if path in (SIGN_IN, SIGN_ON) else 'application/json'}\r\n"
            f"Content-Length: {len(body)}\r\n{more}\r\n"
        )
        writer.write(head.encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = answer.lower().partition("content-length:")[2].partition("\r\n")[0]
        return answer, await reader.readexactly(int(length or 0))


class WebFloor(WebConsole):
    """The floor's page of one floorperson, signed in for each thing that is said."""

    def __init__(self, host: str, port: int, name: str, *, person: str, pin: str) -> None:
        super().__init__(host, port, name)
        self._form = urlencode({"name": person, "pin": pin}).encode()

    async def say(self, command: Command) -> None:
        """Raises: Disagreement when it is refused."""
        answer, _ = await self._asked("POST", SIGN_IN, self._form, "")
        cookie = answer.partition("floor=")[2].partition(";")[0]
        tap = posted(
            Allowed(command=type(command).__name__, slot="floor", label="", body=spoken(command)),
            self._rids.new(),
            {},
        )
        said = await self._ask("POST", "/floor/tap", tap, f"Cookie: floor={cookie}\r\n")
        verdict = msgspec.json.decode(said, type=Verdict)
        if verdict.verdict != "accepted":
            raise Disagreement(f"{command}: {verdict.text} ({verdict.clause})")


def spoken(command: Command) -> str:
    """The body of a key: what is said without who says it."""
    fields = msgspec.to_builtins(command)
    return msgspec.json.encode(
        {k: v for k, v in fields.items() if k not in ("by", "rank", "where", "rid", "token")}
    ).decode()
