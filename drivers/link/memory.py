"""A link pair in memory: what one end writes, the other reads; for simulators and tests."""

from __future__ import annotations

from drivers.errors import LinkLost

from . import WRITE_LIMIT
from .inbox import Inbox


class MemoryLink:
    """One end. `pair()` makes both; closing either loses both, after what was written is read."""

    def __init__(self) -> None:
        self._inbox = Inbox()
        self.far: MemoryLink = self

    @classmethod
    def pair(cls) -> tuple[MemoryLink, MemoryLink]:
        one, other = cls(), cls()
        one.far, other.far = other, one
        return one, other

    async def read(self) -> bytes:
        return await self._inbox.read()

    def write(self, data: bytes) -> None:
        if self._inbox.lost:
            raise LinkLost(self._inbox.lost)
        if len(self.far._inbox) + len(data) > WRITE_LIMIT:  # noqa: SLF001 - the other end
            self.close()
            raise LinkLost("write queue full")
        self.far.deliver(data)

    def deliver(self, data: bytes) -> None:
        """Put bytes into this end's inbox, as if the far end had written them."""
        self._inbox.put(data)

    def close(self) -> None:
        self._lose("closed")
        self.far._lose("unplugged")  # noqa: SLF001 - the other end

    async def wait_closed(self) -> None:
        """Memory is given back at once."""

    def _lose(self, reason: str) -> None:
        self._inbox.lose(reason)
