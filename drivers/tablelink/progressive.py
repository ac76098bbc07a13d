"""The controller of the approved progressive system on tablelink 1 (drivers/PROTOCOL.md).

It is told of each contribution and each hit, once, in the order in which they came, and answers
each with what the meter stands at. Faults, text of SYSTEM_FAULTED: `memory`, `link`, `door`,
`tamper`. Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.driver import WireOrder
from drivers.tablelink.messages.events import Code

from .device import Ordered
from .session import Role


class Progressive(Ordered):
    role = Role(
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

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open reports, oldest first.

        One at a time: the system takes ids in rising order, and one lost on the wire must not be
        overtaken.
        """
        self._session.want(orders[:1])
