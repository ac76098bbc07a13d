"""The hole-card reader on tablelink 1 (drivers/PROTOCOL.md).

It says only whether the card in its slot makes blackjack. Capability `free`: its answer waits until
the host frees it. Faults: text of READER_FAULTED (`misread`, `slot`, `sensor`).
Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LevelName

from .device import Device
from .session import Role


class CardReader(Device):
    role = Role(
        name="card_reader",
        codes=frozenset(
            {
                Code.PEEKED,
                Code.READER_FAULTED,
                Code.EVENTS_OVERRUN,
            }
        ),
    )

    def be_free(self, free: bool) -> None:
        """Let it give its answer."""
        self._session.keep(LevelName.FREE, int(free))
