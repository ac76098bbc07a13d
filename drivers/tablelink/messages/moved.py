"""Which events count in `moved`, the lifetime counter of a device's mechanism (PROTOCOL.md 4).

One table: the simulators count by it, and a test compares it with the document and with the count
that the controller keeps of its own.
"""

from __future__ import annotations

from typing import Any, Literal

from .events import Code

Counts = Literal["1", "0", "1 of an order", "lost"]
MOVED: dict[Code, Counts] = {
    Code.CARD_DRAWN: "1",
    Code.CARD_NOT_READ: "1",
    Code.COVER_CARD_SEEN: "0",
    Code.SHOE_LOADED: "0",
    Code.SHOE_OPENED: "0",
    Code.REST_COUNTED: "0",
    Code.CARD_PUSHED_BACK: "0",
    Code.CARD_NOT_OF_SET: "1",
    Code.PEEKED: "1",
    Code.READER_FAULTED: "1",
    Code.SHUFFLE_DONE: "1",
    Code.SHUFFLE_FAULTED: "1 of an order",
    Code.CARDS_TAKEN_IN: "0",
    Code.SEAT_BUTTON_PRESSED: "0",
    Code.WAGER_SENSED: "0",
    Code.SPIN_DONE: "1",
    Code.SPIN_FAULTED: "1",
    Code.PROGRESSIVE_SENSED: "0",
    Code.PRIZE_DONE: "1",
    Code.METER_READ: "0",
    Code.HIT_CONFIRMED: "0",
    Code.SYSTEM_FAULTED: "0",
    Code.EVENTS_OVERRUN: "lost",
}


def moves(code: Code, values: dict[str, Any]) -> int:
    """How far an event with these fields moves the counter."""
    counts = MOVED[code]
    if counts == "lost":
        return int(values["lost"])
    return int(counts == "1" or (counts == "1 of an order" and values["order"] != 0))
