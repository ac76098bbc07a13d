"""Bytes that have come and wait to be read, and behind them the reason why no more will come."""

from __future__ import annotations

import asyncio

from drivers.errors import LinkLost

READ_LIMIT = 65536


class Inbox:
    def __init__(self) -> None:
        self.lost = ""
        """Why nothing comes any more; empty = it goes on."""
        self._data, self._news = bytearray(), asyncio.Event()

    def __len__(self) -> int:
        return len(self._data)

    async def read(self) -> bytes:
        """All that has come. Raises: LinkLost, once that has been read."""
        while not self._data:
            if self.lost:
                raise LinkLost(self.lost)
            self._news.clear()
            await self._news.wait()
        data = bytes(self._data)
        self._data.clear()
        return data

    def takes(self, data: bytes) -> bool:
        """Whether there is room: nobody has read for long where there is none."""
        return len(self) + len(data) <= READ_LIMIT

    def put(self, data: bytes) -> None:
        self._data += data
        self._news.set()

    def lose(self, reason: str) -> None:
        """The first reason stays."""
        self.lost = self.lost or reason
        self._news.set()
