"""The scanning shoe on tablelink 1 (drivers/PROTOCOL.md).

It tells each card that leaves it or goes back into its mouth, the cover card and its own gate.
Capabilities: `locked` (a gate; it opens by itself 3 s after the link is lost), `lamp`. A card that
it could not tell is an event of its own, and so is one of another back or set, of which it tells
nothing else. Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import LampShows
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LAMP_VALUES, LevelName

from .device import Device
from .session import Role


class ShoeScanner(Device):
    role = Role(
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

    def be_locked(self, locked: bool) -> None:
        """Keep the gate so."""
        self._session.keep(LevelName.LOCKED, int(locked))

    def show_lamp(self, lamp: LampShows) -> None:
        self._session.keep(LevelName.LAMP, LAMP_VALUES[lamp])
