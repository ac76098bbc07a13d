"""The Bonus Spin wheel, its seat buttons and wager sensors on tablelink 1 (drivers/PROTOCOL.md).

It spins when ordered, at most once per order, and tells the section where it came to rest.
Capabilities: `locked` (no bonus wager is taken), `armed` (one seat button lights), `turns` (it
counts them), `direction` (it knows which way it turned), `wager` (it is told which wager a spin is
for, and names it back); what it does not tell is not compared.
Faults, text of SPIN_FAULTED: `stuck`, `turns`, `clapper`, `stopped`, `unstable`, `tamper`.
Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import Counters, Emit, Recorded, WireOrder
from drivers.link import Link
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LevelName

from .session import Role, Session
from .settings import TablelinkSettings

ROLE = Role(
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


Settings = TablelinkSettings


class Wheel:
    """Role `wheel`."""

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
        """Take no bonus wager."""
        self._session.keep(LevelName.LOCKED, int(locked))

    def be_armed(self, box: int) -> None:
        """Let the seat button of this box ask for its spin; 0 = none."""
        self._session.keep(LevelName.ARMED, box)

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open orders."""
        self._session.want(orders)
