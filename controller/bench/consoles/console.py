"""The dealer's console as a person has it: what the page shows, and a touch of what it offers."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Protocol

import msgspec

from controller.console.door import TableDoor
from controller.console.web.taps import Tap, decode
from controller.domain.views.floor_view import Verdict
from controller.domain.views.view import Allowed, DealerView

Typed = str | int


class Console(Protocol):
    async def view(self) -> DealerView:
        """Return what the page shows now. Raises: ConnectionError."""

    async def news(self, timeout_s: float) -> None:
        """Return when the page may have changed, at the latest after `timeout_s`."""

    async def tap(self, entry: Allowed, **typed: Typed) -> Verdict:
        """Touch an entry of the page; `typed` are values beside it, as `cents`."""


class Rids:
    """Request ids: one a touch, never the same in two runs on one journal."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, count(1)

    def new(self) -> str:
        return f"{self._name}-{next(self._count):06}"


def posted(entry: Allowed, rid: str, typed: dict[str, Typed]) -> bytes:
    """The bytes that a page posts for a touch."""
    return msgspec.json.encode(Tap(rid=rid, body=entry.body, token=entry.token, fill=typed))


class DoorConsole:
    """A page without a browser or a wire: the same bytes, straight at the table's door."""

    def __init__(self, door: TableDoor, name: str = "bench") -> None:
        self._rids = Rids(name)
        self.sit_at(door)

    def sit_at(self, door: TableDoor) -> None:
        """Show this table; after a restart it is the new daemon's."""
        self._door, self._news = door, door.subscribe()

    async def view(self) -> DealerView:
        return self._door.view()

    async def news(self, timeout_s: float) -> None:
        try:
            await asyncio.wait_for(anext(self._news), timeout_s)
        except TimeoutError:
            return
        except StopAsyncIteration:
            raise ConnectionError("the table has closed its door") from None

    async def tap(self, entry: Allowed, **typed: Typed) -> Verdict:
        shown = self._door.view()
        by = shown.dealer.name if shown.dealer else "dealer"
        raw = posted(entry, self._rids.new(), typed)
        return await self._door.command(decode(raw, by=by, rank="dealer", where="dealer"))
