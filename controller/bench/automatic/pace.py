"""How fast people are. Units: seconds at human pace, divided by `speed`."""

from __future__ import annotations

import asyncio

CARD_S, LOOK_S, PRESS_S = 0.9, 1.2, 0.8
THINK_S, CHIPS_S, SLIDE_S = 1.5, 0.4, 1.0
PAY_BOX_S, PICK_UP_S, STACK_S = 1.0, 2.5, 4.0

GUARD_S = 0.45
"""The table takes no TURNED in less, however fast the bench runs."""
CLEAR_S = 2.2
"""The table takes a card in less than this for one too many of the dealer's own."""
LONGEST_CARD_S = 2.5
"""Slower than this and the table asks whether a box was left out."""


class Pace:
    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed

    async def rest(self, seconds: float, *, least_s: float = 0.0) -> None:
        """Wait at this pace, but never less than `least_s` of the table's own clock."""
        await asyncio.sleep(max(seconds / self.speed, least_s))

    async def card(self) -> None:
        await asyncio.sleep(min(CARD_S / self.speed, LONGEST_CARD_S))
