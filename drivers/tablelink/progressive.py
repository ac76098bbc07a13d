"""The controller of the approved progressive system on tablelink 1 (drivers/PROTOCOL.md).

It is told of each contribution and each hit, once, in the order in which they came, and answers
each with what the meter stands at. Faults, text of SYSTEM_FAULTED: `memory`, `link`, `door`,
`tamper`. Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import Counters, Emit, Recorded, WireOrder
from drivers.link import Link
from drivers.tablelink.messages.events import Code

from .session import Role, Session
from .settings import TablelinkSettings

ROLE = Role(
    name="progressive",
    codes=frozenset(
        {
            Code.METER_READ,
            Code.HIT_CONFIRMED,
            Code.SYSTEM_FAULTED,
            Code.EVENTS_OVERRUN,
        }
    ),
)


Settings = TablelinkSettings


class Progressive:
    """Role `progressive`."""

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

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open reports, oldest first.

        One at a time: the system takes ids in rising order, and one lost on the wire must not be
        overtaken.
        """
        self._session.want(orders[:1])
