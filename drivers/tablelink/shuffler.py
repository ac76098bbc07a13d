"""The shuffler on tablelink 1 (drivers/PROTOCOL.md).

It shuffles when ordered, at most once per order, and counts the cards it put out. Progress is in
`counters.progress`. A continuous one reports each lot of discards that it took in.
Faults: `jam`, `stopped`, `count`, `door`. Verified on hardware: not yet.
"""

from __future__ import annotations

from drivers.tablelink.messages.events import Code

from .device import Ordered
from .session import Role


class Shuffler(Ordered):
    role = Role(
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
