"""The Bonus Spin wheel, its seat buttons and wager sensors on tablelink 1 (drivers/PROTOCOL.md).

It spins when ordered, at most once per order, and tells the section where it came to rest.
Capabilities: `locked` (no bonus wager is taken), `armed` (one seat button lights), `turns` (it
counts them), `direction` (it knows which way it turned), `wager` (it is told which wager a spin is
for, and names it back); what it does not tell is not compared.
Faults, text of SPIN_FAULTED: `stuck`, `turns`, `clapper`, `stopped`, `unstable`, `tamper`.
Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LevelName

from .device import Ordered
from .session import Role


class Wheel(Ordered):
    role = Role(
        name="wheel",
        codes=frozenset(
            {
                Code.SEAT_BUTTON_PRESSED,
                Code.WAGER_SENSED,
                Code.SPIN_DONE,
                Code.SPIN_FAULTED,
                Code.PROGRESSIVE_SENSED,
                Code.PRIZE_DONE,
                Code.EVENTS_OVERRUN,
            }
        ),
    )

    def be_locked(self, locked: bool) -> None:
        """Take no bonus wager."""
        self._session.keep(LevelName.LOCKED, int(locked))

    def be_armed(self, box: int) -> None:
        """Let the seat button of this box ask for its spin; 0 = none."""
        self._session.keep(LevelName.ARMED, box)
