"""The hole-card reader on tablelink 1 (drivers/PROTOCOL.md).

It says only whether the card in its slot makes blackjack. Capability `free`: its answer waits until
the host frees it. Faults: text of READER_FAULTED (`misread`, `slot`, `sensor`).
Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import Counters, Emit, Recorded
from drivers.link import Link
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LevelName

from .session import Role, Session
from .settings import TablelinkSettings

ROLE = Role(
    name="card_reader",
    codes=frozenset(
        {
            Code.PEEKED,
            Code.READER_FAULTED,
            Code.EVENTS_OVERRUN,
        }
    ),
)


Settings = TablelinkSettings


class CardReader:
    """Role `card_reader`."""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        emit: Emit,
        recorded: Recorded,
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._session = Session(
            *(ROLE, link, settings, emit, recorded), name=name, counters=counters
        )
        self.counters = self._session.counters

    async def run(self) -> None:
        """Raises: LinkLost, Refused, Timeout."""
        await self._session.run()

    def be_free(self, free: bool) -> None:
        """Let it give its answer."""
        self._session.keep(LevelName.FREE, int(free))
