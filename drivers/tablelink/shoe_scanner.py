"""The scanning shoe on tablelink 1 (drivers/PROTOCOL.md).

It tells each card that leaves it or goes back into its mouth, the cover card and its own gate.
Capabilities: `locked` (a gate; it opens by itself 3 s after the link is lost), `lamp`. A card that
it could not tell is an event of its own, and so is one of another back or set, of which it tells
nothing else. Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import Counters, Emit, LampShows, Recorded
from drivers.link import Link
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LAMP_VALUES, LevelName

from .session import Role, Session
from .settings import TablelinkSettings

ROLE = Role(
    name="shoe_scanner",
    codes=frozenset(
        {
            Code.CARD_DRAWN,
            Code.CARD_NOT_READ,
            Code.COVER_CARD_SEEN,
            Code.SHOE_LOADED,
            Code.SHOE_OPENED,
            Code.REST_COUNTED,
            Code.CARD_PUSHED_BACK,
            Code.CARD_NOT_OF_SET,
            Code.EVENTS_OVERRUN,
        }
    ),
)


Settings = TablelinkSettings


class ShoeScanner:
    """Role `shoe_scanner`."""

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

    def be_locked(self, locked: bool) -> None:
        """Keep the gate so."""
        self._session.keep(LevelName.LOCKED, int(locked))

    def show_lamp(self, lamp: LampShows) -> None:
        self._session.keep(LevelName.LAMP, LAMP_VALUES[lamp])
