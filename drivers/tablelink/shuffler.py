"""The shuffler on tablelink 1 (drivers/PROTOCOL.md).

It shuffles when ordered, at most once per order, and counts the cards it put out. Progress is in
`counters.progress`. A continuous one reports each lot of discards that it took in.
Faults: `jam`, `stopped`, `count`, `door`. Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import Counters, Emit, Recorded, WireOrder
from drivers.link import Link
from drivers.tablelink.messages.events import Code

from .session import Role, Session
from .settings import TablelinkSettings

ROLE = Role(
    name="shuffler",
    codes=frozenset(
        {
            Code.SHUFFLE_DONE,
            Code.SHUFFLE_FAULTED,
            Code.CARDS_TAKEN_IN,
            Code.EVENTS_OVERRUN,
        }
    ),
)


Settings = TablelinkSettings


class Shuffler:
    """Role `shuffler`."""

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
        """The complete set of open orders."""
        self._session.want(orders)
