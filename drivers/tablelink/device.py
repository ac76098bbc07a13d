"""What every device of tablelink is: one session over one open link."""

from __future__ import annotations

from typing import ClassVar

from drivers.driver import Counters, Emit, Recorded, WireOrder
from drivers.link import Link

from .session import Role, Session
from .settings import TablelinkSettings


class Device:
    """A kind of device says what its role may tell, and adds its verbs."""

    role: ClassVar[Role]

    def __init__(
        self,
        link: Link,
        settings: TablelinkSettings,
        emit: Emit,
        recorded: Recorded,
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._session = Session(
            *(self.role, link, settings, emit, recorded), name=name, counters=counters
        )
        self.counters = self._session.counters

    async def run(self) -> None:
        """Raises: LinkLost, Refused, Timeout."""
        await self._session.run()


class Ordered(Device):
    """One that moves, or counts, when it is ordered to."""

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open orders."""
        self._session.want(orders)
