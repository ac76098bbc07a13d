"""A keyboard that the kernel owns, taken for us alone (EVIOCGRAB): its keys as boot reports.

So a keypad or a badge reader speaks as it does over USB: eight bytes, modifiers and usages of the
keys held down. Without the grab a badge's number would also be typed into whatever has the focus.
A port is `evdev:/dev/input/by-id/...-event-kbd`. Needs python-evdev (`dealer-assist[evdev]`).
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from drivers.errors import LinkLost, Refused

from . import words
from .apart import apart
from .inbox import Inbox

if TYPE_CHECKING:
    from evdev import InputDevice

EV_KEY, UP, DOWN = 1, 0, 1
SIX = 6
MODIFIERS = {29: 0x01, 42: 0x02, 56: 0x04, 125: 0x08, 97: 0x10, 54: 0x20, 100: 0x40, 126: 0x80}
"""Key code to the bit in byte 0."""
_LETTERS = {
    16: "qwertyuiop",
    30: "asdfghjkl",
    44: "zxcvbnm",
}
USAGES = {
    **{
        first + n: 0x04 + ord(c) - ord("a")
        for first, row in _LETTERS.items()
        for n, c in enumerate(row)
    },
    **{2 + n: 0x1E + n for n in range(10)},
    28: 0x28,
    15: 0x2B,
    57: 0x2C,
    12: 0x2D,
    13: 0x2E,
    39: 0x33,
    40: 0x34,
    51: 0x36,
    52: 0x37,
    53: 0x38,
    69: 0x53,
    98: 0x54,
    55: 0x55,
    74: 0x56,
    78: 0x57,
    96: 0x58,
    79: 0x59,
    80: 0x5A,
    81: 0x5B,
    75: 0x5C,
    76: 0x5D,
    77: 0x5E,
    71: 0x5F,
    72: 0x60,
    73: 0x61,
    82: 0x62,
    83: 0x63,
}
"""Key code of the kernel to the usage of HID page 7."""


async def open_evdev(where: str) -> EvdevLink:
    """Raises: LinkLost when it is not there or another program has it, Refused for no path."""
    if not where.startswith("/"):
        raise Refused(f"input device {where!r}: write its full path")
    try:
        device = await apart("evdev open", partial(_open, where), unwanted=_give_back)
    except OSError as error:
        raise LinkLost(words.why(error.errno, where, words.NO_INPUT)) from error
    except ValueError as error:
        raise LinkLost(str(error)) from error
    return EvdevLink(device)


def _open(path: str) -> InputDevice[str]:
    """In a thread. Raises: OSError, ValueError without the library."""
    try:
        from evdev import InputDevice
    except ImportError as error:
        raise ValueError(words.NO_EVDEV) from error
    device = InputDevice(path)
    try:
        device.grab()
    except BaseException:
        device.close()
        raise
    return device


def _give_back(device: Any) -> None:
    """In a thread. Closing ends the grab."""
    device.close()


class Held:
    """The keys that are down, as the report that a keyboard would send."""

    def __init__(self) -> None:
        self._modifiers = 0
        self._usages: list[int] = []

    def take(self, code: int, value: int) -> bytes:
        """A report after each key that went down or up; nothing for one that repeats itself."""
        if value not in (UP, DOWN):
            return b""
        if code in MODIFIERS:
            bit = MODIFIERS[code]
            self._modifiers = self._modifiers | bit if value else self._modifiers & ~bit
        elif code not in USAGES:
            return b""
        else:
            usage = USAGES[code]
            self._usages = [one for one in self._usages if one != usage]
            self._usages += [usage] if value else []
        keys = self._usages[:SIX] if len(self._usages) <= SIX else [1] * SIX
        return bytes([self._modifiers, 0, *keys, *bytes(SIX - len(keys))])


class EvdevLink:
    def __init__(self, device: Any) -> None:
        self._device = device
        self._loop = asyncio.get_running_loop()
        self._inbox, self._held = Inbox(), Held()
        self._given_back: asyncio.Future[None] | None = None
        self._loop.add_reader(device.fd, self._readable)

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        return await self._inbox.read()

    def write(self, _: bytes) -> None:
        """A keyboard is told nothing. Raises: LinkLost."""
        if self._inbox.lost:
            raise LinkLost(self._inbox.lost)

    def close(self) -> None:
        self._lose("closed")

    async def wait_closed(self) -> None:
        if self._given_back is not None:
            await asyncio.shield(self._given_back)

    def _readable(self) -> None:
        try:
            events = list(self._device.read())
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(words.why_lost(error.errno, "the input device"))
            return
        keys = (event for event in events if event.type == EV_KEY)
        data = b"".join(self._held.take(key.code, key.value) for key in keys)
        if self._inbox.takes(data):
            self._inbox.put(data)
        else:
            self._lose("read queue full")

    def _lose(self, reason: str) -> None:
        if not self._inbox.lost:
            self._inbox.lose(reason)
            self._loop.remove_reader(self._device.fd)
            self._given_back = apart("evdev close", partial(_give_back, self._device))
