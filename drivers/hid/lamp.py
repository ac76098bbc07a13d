"""Signal lamps: blink(1) and BlinkStick. Green goes on, amber asks for a look, red stops.

They answer nothing: nobody knows whether the lamp shines, so the page says the same. A dark or
flashing lamp means that nobody moves it: blink(1) is told to play its own pattern 5 s after the
host fell silent, BlinkStick is put out when the daemon ends. What is shown is sent each second.
Sources: blink(1) HID command list; BlinkStick feature reports. Verified on hardware: not yet.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct

from drivers.driver import Counters, Emit, LampShows, Recorded, say_up
from drivers.errors import LinkLost
from drivers.event import Identity
from drivers.link import Link
from drivers.link.until import read_until

GREEN, AMBER, RED, DARK = (0, 255, 0), (255, 96, 0), (255, 0, 0), (0, 0, 0)
COLOURS: dict[LampShows, tuple[int, int, int]] = {"go": GREEN, "look": AMBER, "stop": RED}
EACH_S = 1.0
FADE, WATCHDOG = b"c", b"D"
FADE_10MS = 10
SILENT_10MS = 500


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    bright: int = 100
    """Units: percent."""

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        if not 1 <= self.bright <= 100:
            raise ValueError("bright: from 1 to 100 percent")


def blink1_colour(red: int, green: int, blue: int) -> bytes:
    """Feature report 1: fade all LEDs to the colour in 100 ms."""
    return bytes([1, *FADE, red, green, blue, 0, FADE_10MS, 0])


def blink1_watchdog() -> bytes:
    """Feature report 1: when this does not come again within 5 s, play your pattern."""
    return bytes([1, *WATCHDOG, 1, *SILENT_10MS.to_bytes(2, "big"), 0, 0, 0])


def blinkstick_colour(red: int, green: int, blue: int) -> bytes:
    """Feature report 1: a zero and the colour."""
    return bytes([0, red, green, blue])


class Lamp:
    """Role `lamp`. Writes go as `report number, report`; see `link/usb_claim.py`."""

    model = ""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        emit: Emit,
        recorded: Recorded,  # noqa: ARG002 - a lamp tells nothing
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._link, self._settings, self._emit, self._name = link, settings, emit, name
        self.counters = counters if counters is not None else Counters()
        self._colour = DARK
        self._failure: LinkLost | None = None

    async def run(self) -> None:
        """Raises: LinkLost, Faulted."""
        identity = Identity(role="lamp", model=self.model)
        await say_up(self._emit, self.counters, self._name, identity)
        loop = asyncio.get_running_loop()
        try:
            while True:
                self._send()
                if self._failure is not None:
                    raise self._failure
                due = loop.time() + EACH_S
                while loop.time() < due:  # what it says of itself is not needed
                    await read_until(self._link, due)
        finally:
            self._colour = DARK
            self._send()

    def show_lamp(self, lamp: LampShows) -> None:
        share = self._settings.bright / 100
        self._colour = tuple(round(part * share) for part in COLOURS[lamp])  # type: ignore[assignment]
        self._send()

    def _send(self) -> None:
        """A link that is gone shows in `run()`."""
        try:
            for report in self._reports(*self._colour):
                self._link.write(report)
                self.counters.frames_out += 1
        except LinkLost as lost:
            self._failure = lost

    def _reports(self, red: int, green: int, blue: int) -> tuple[bytes, ...]:
        raise NotImplementedError


class Blink1(Lamp):
    model = "blink(1)"

    def _reports(self, red: int, green: int, blue: int) -> tuple[bytes, ...]:
        return b"\x01" + blink1_colour(red, green, blue), b"\x01" + blink1_watchdog()


class BlinkStick(Lamp):
    model = "BlinkStick"

    def _reports(self, red: int, green: int, blue: int) -> tuple[bytes, ...]:
        return (b"\x01" + blinkstick_colour(red, green, blue),)
