"""The near end of a simulated cable: what its faults do to the bytes that a device sends and gets.

Faults that every device has are pulled here: mute, unplug, corrupt, delay.
"""

from __future__ import annotations

from collections import deque


class Line:
    """Units: seconds of the host's clock, as given to `tick`."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.plugged = True
        self.mute = False
        """Nothing comes out any more; what comes in is not heard."""
        self.corrupt = 0
        """So many of the next bytes sent are flipped."""
        self.delay_s = 0.0
        """What is sent arrives so much later."""
        self._out: deque[tuple[float, bytes]] = deque()

    def send(self, data: bytes) -> None:
        if not self.plugged or self.mute:
            return
        spoilt = min(self.corrupt, len(data))
        self.corrupt -= spoilt
        data = bytes(b ^ 0x5A for b in data[:spoilt]) + data[spoilt:]
        self._out.append((self.now_s + self.delay_s, data))

    def hears(self) -> bool:
        return self.plugged and not self.mute

    def take(self) -> bytes:
        """Return what has arrived at the host's end by now."""
        ready = bytearray()
        while self._out and self._out[0][0] <= self.now_s:
            ready += self._out.popleft()[1]
        return bytes(ready)

    def due_s(self) -> float | None:
        return self._out[0][0] if self._out else None

    def cut(self) -> None:
        """Unplug: what is on the cable is gone."""
        self.plugged = False
        self._out.clear()
