"""The near end of a simulated cable: what its faults do to the bytes that a device sends and gets.

Faults that every device has are pulled here: mute, unplug, corrupt, delay.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Knob = str | int | float | bool | None


class Line:
    """Units: seconds of the host's clock, as given to `tick`."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.plugged = True
        self.powered = True
        self.mute = False
        """Nothing comes out any more; what comes in is not heard."""
        self.corrupt = 0
        """So many of the next bytes sent are flipped."""
        self.delay_s = 0.0
        """What is sent arrives so much later."""
        self.wake: Callable[[], None] = lambda: None
        """Told when something was sent or the plug was moved: the host then looks at `take`."""
        self._out: deque[tuple[float, bytes]] = deque()

    def send(self, data: bytes) -> None:
        if not self.hears():
            return
        spoilt = min(self.corrupt, len(data))
        self.corrupt -= spoilt
        data = bytes(b ^ 0x5A for b in data[:spoilt]) + data[spoilt:]
        self._out.append((self.now_s + self.delay_s, data))
        self.wake()

    def hears(self) -> bool:
        return self.plugged and self.powered and not self.mute

    def take(self) -> bytes:
        """Return what has arrived at the host's end by now."""
        ready = bytearray()
        while self._out and self._out[0][0] <= self.now_s:
            ready += self._out.popleft()[1]
        return bytes(ready)

    def due_s(self) -> float | None:
        return self._out[0][0] if self._out else None

    def plug(self, *, on: bool) -> None:
        """Pull the plug out, or put it in again; what is on the cable is lost."""
        self.plugged = on
        self._out.clear()
        self.wake()

    def pull(self, knob: str, value: Knob) -> bool:
        """Pull `plugged`, `mute`, `corrupt` or `delay`; `False` = it is none of them."""
        if knob == "plugged":
            self.plug(on=bool(value))
        elif knob == "mute":
            self.mute = bool(value)
        elif knob == "corrupt":
            self.corrupt = int(value or 0)
        elif knob == "delay":
            self.delay_s = float(value or 0)
        else:
            return False
        return True
