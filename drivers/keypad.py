"""The four rail keys on a USB numeric keypad, read as HID boot-keyboard reports of eight bytes.

Byte 0 modifiers, byte 1 reserved, bytes 2 to 7 the usages of the keys held down; 01 in all six is
a roll-over error and says nothing. A press is a key that the report before did not hold, so a held
key does not repeat. Keys held while the keypad enumerates are not presses.
Source: USB HID usage tables, page 7; HID 1.11 appendix B.1. Verified on hardware: not yet.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from msgspec import Struct

from .driver import Counters, Emit, Recorded, say_up
from .event import Identity
from .link import Link
from .reading import KeyPressed

REPORT_BYTES = 8
USAGES = {
    **{str(digit): 0x58 + digit for digit in range(1, 10)},
    "0": 0x62,
    ".": 0x63,
    "/": 0x54,
    "*": 0x55,
    "-": 0x56,
    "+": 0x57,
    "Enter": 0x58,
}

RailKey = Literal["next", "last_card", "turned", "floor"]
RAIL: tuple[RailKey, ...] = ("next", "last_card", "turned", "floor")


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which key is which, by the name printed on a numeric keypad."""

    next: str = "Enter"
    last_card: str = "+"
    turned: str = "-"
    floor: str = "*"
    settle_s: float = 0.3
    """Keys reported so soon after the start were held before it."""

    def __post_init__(self) -> None:
        """Raises: ValueError when a key is unknown or has two meanings."""
        seen: dict[str, RailKey] = {}
        for rail in RAIL:
            printed: str = getattr(self, rail)
            if printed not in USAGES:
                raise ValueError(f"{rail}: no key {printed!r}; there are {', '.join(USAGES)}")
            if printed in seen:
                raise ValueError(f"{rail}: key {printed!r} is {seen[printed]} already")
            seen[printed] = rail


class Keypad:
    """Role `keys`."""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        emit: Emit,
        recorded: Recorded,  # noqa: ARG002 - a keypad keeps no events
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._link, self._emit, self._name = link, emit, name
        self._settle_s = settings.settle_s
        self._keys = {USAGES[getattr(settings, rail)]: rail for rail in RAIL}
        self.counters = counters if counters is not None else Counters()
        self._held: frozenset[int] = frozenset()

    async def run(self) -> None:
        """Raises: LinkLost, Faulted."""
        identity = Identity(role="keys", model="HID keypad")
        await say_up(self._emit, self.counters, self._name, identity)
        settled_at = asyncio.get_running_loop().time() + self._settle_s
        part = b""
        while True:
            part += await self._link.read()
            while len(part) >= REPORT_BYTES:
                report, part = part[:REPORT_BYTES], part[REPORT_BYTES:]
                pressed = self._pressed(report)
                if asyncio.get_running_loop().time() >= settled_at:
                    self._say(pressed)

    def _pressed(self, report: bytes) -> list[RailKey]:
        usages = [usage for usage in report[2:] if usage]
        if 1 in usages:
            self.counters.frames_bad += 1
            return []
        self.counters.frames_in += 1
        new = [self._keys[u] for u in usages if u in self._keys and u not in self._held]
        self._held = frozenset(usages)
        return new

    def _say(self, keys: list[RailKey]) -> None:
        for key in keys:
            self._emit(KeyPressed(device=self._name, key=key)).add_done_callback(self._said)

    def _said(self, said: asyncio.Future[None]) -> None:
        """A press that is not on the record is gone: the dealer presses again."""
        if not said.cancelled() and said.exception() is not None:
            self.counters.not_recorded += 1
