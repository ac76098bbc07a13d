"""The consoles of a running daemon over HTTP: what stands on a page, and a touch of it."""

from __future__ import annotations

import asyncio
import html
import json
import re
from itertools import count
from typing import Any

import httpx
from msgspec import Struct

from tests.kit.wires.patience import PATIENCE_S

ENTRY = re.compile(r'data-token="([^"]*)" data-body="([^"]*)"')
LINE = re.compile(r'<h1 class="step__line"[^>]*>(.*?)</h1>', re.DOTALL)


class Entry(Struct, frozen=True):
    """A button of a page."""

    token: str
    body: str

    @property
    def fields(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    def means(self, command: str, **target: Any) -> bool:
        fields = self.fields
        return fields["type"] == command and all(fields.get(k) == v for k, v in target.items())


class Page(Struct, frozen=True):
    text: str

    @property
    def line(self) -> str:
        found = LINE.search(self.text)
        return html.unescape(re.sub("<[^>]*>", "", found[1])) if found else ""

    @property
    def held(self) -> bool:
        return "step--hold" in self.text

    @property
    def entries(self) -> tuple[Entry, ...]:
        found = ENTRY.findall(self.text)
        return tuple(Entry(html.unescape(token), html.unescape(body)) for token, body in found)

    def offers(self, command: str, **target: Any) -> Entry | None:
        return next((e for e in self.entries if e.means(command, **target)), None)


class Consoles:
    """Pages of the daemon at `address`, which may change when it is started again."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._http = httpx.AsyncClient(timeout=PATIENCE_S)
        self._rids = count(1)
        self.said: list[str] = []
        """Every verdict that was not `accepted`."""

    async def close(self) -> None:
        await self._http.aclose()

    async def dealer(self) -> Page:
        """Wait for the dealer's page, also while there is no daemon."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    reply = await self._http.get(f"{self.address}/dealer")
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
                    continue
                assert reply.status_code == 200, reply.text
                return Page(reply.text)

    async def health(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self._http.get(f"{self.address}/health")).json()
        return found

    async def tap(self, entry: Entry, *, where: str = "dealer", **fill: Any) -> dict[str, str]:
        """Touch an entry; without a link the same touch is sent again under the same id."""
        tap = {"rid": f"crash-{next(self._rids):06}", "body": entry.body, "token": entry.token}
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    reply = await self._http.post(
                        f"{self.address}/{where}/tap", json={**tap, "fill": fill}
                    )
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
                    continue
                verdict: dict[str, str] = reply.json()
                if verdict["verdict"] != "accepted":
                    self.said.append(f"{entry.body}: {verdict}")
                return verdict

    # ---- the floor ----
    async def sign_in(self, name: str, pin: str) -> None:
        """Sign in; a PIN that was given is changed to another and back, so that it may be used."""
        form = {"name": name, "pin": pin}
        reply = await self._http.post(f"{self.address}/floor/sign-in", data=form)
        assert reply.status_code == 303, reply.text

    async def floor(self, path: str = "/floor") -> Page:
        reply = await self._http.get(f"{self.address}{path}")
        assert reply.status_code == 200, (reply.status_code, reply.headers.get("location"))
        return Page(reply.text)
