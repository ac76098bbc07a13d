"""When a device's boots began, in UTC, so that what several devices kept can be told in order.

A PONG of version 1.1 carries the time since the boot; an event that is not a repeat was just made.
The earliest of several estimates holds: bytes may be late, they are never early.
"""

from __future__ import annotations

BOOTS = 4


class Clocks:
    def __init__(self) -> None:
        self._began: dict[str, int] = {}

    def heard(self, boot: str, since_boot_ms: int, wall_ms: int) -> None:
        """The device said just now that so much time has passed since its boot."""
        began = wall_ms - since_boot_ms
        self._began[boot] = min(self._began.get(boot, began), began)
        while len(self._began) > BOOTS:
            del self._began[next(iter(self._began))]

    def knows(self, boot: str) -> bool:
        return boot in self._began

    def at(self, boot: str, since_boot_ms: int) -> int:
        """UTC in ms; 0 = the start of that boot is not known."""
        began = self._began.get(boot)
        return 0 if began is None else max(0, began + since_boot_ms)
