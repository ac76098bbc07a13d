"""A keyboard that the kernel owns: grabbed, read as boot reports, given back."""

from __future__ import annotations

import asyncio
import errno
import os
import struct
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from pytest_mock import MockerFixture

from drivers.driver import Counters
from drivers.errors import LinkLost, Refused
from drivers.hid.badge import Settings, Wedge
from drivers.keypad import Keypad
from drivers.keypad import Settings as Rail
from drivers.link import look, open_port, words
from drivers.link.evdev import USAGES, Held, open_evdev
from drivers.reading import BadgeRead, KeyPressed, open_concealed
from tests.kit.wires.patience import PATIENCE_S
from tests.kit.wires.rig import Recorder
from tests.kit.wires.table import until

evdev = pytest.importorskip("evdev", reason="python-evdev is not installed: dealer-assist[evdev]")
RAIL = ("next", "last_card", "turned", "floor")
PATH = "/dev/input/by-id/usb-badge-event-kbd"


class Event(NamedTuple):
    type: int
    code: int
    value: int


class Kernel:
    """What python-evdev has of the kernel: a descriptor, events, a grab."""

    def __init__(self) -> None:
        self.fd, self._end = os.pipe()
        os.set_blocking(self.fd, False)
        self.grabbed = self.closed = False
        self.grab_error: int | None = None
        self.read_error: int | None = None

    def grab(self) -> None:
        if self.grab_error is not None:
            raise OSError(self.grab_error, "busy")
        self.grabbed = True

    def read(self) -> Iterator[Event]:
        if self.read_error is not None:
            raise OSError(self.read_error, "gone")
        data = os.read(self.fd, 4096)
        for at in range(0, len(data), 8):
            yield Event(*struct.unpack("<HHi", data[at : at + 8]))

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            os.close(self.fd)
            os.close(self._end)

    def press(self, *codes: int) -> None:
        for code in codes:
            for value in (1, 2, 0):
                self.say(1, code, value)
            self.say(0, 0, 0)

    def say(self, kind: int, code: int, value: int) -> None:
        os.write(self._end, struct.pack("<HHi", kind, code, value))


@pytest.fixture
def kernel(mocker: MockerFixture) -> Iterator[Kernel]:
    """Nobody owns the edge of python-evdev to the kernel."""
    kernel = Kernel()
    mocker.patch("evdev.InputDevice", return_value=kernel)
    yield kernel
    kernel.close()


@pytest.mark.proves("badge-wedge", "badge", link="evdev")
def test_badge_is_read_and_no_other_program_sees_it(kernel: Kernel) -> None:
    table = Recorder()

    async def main() -> None:
        link = await open_port(f"evdev:{PATH}")
        assert kernel.grabbed
        driver = Wedge(link, Settings(), table.emit, lambda _: 0, name="badge", counters=Counters())
        running = asyncio.ensure_future(driver.run())
        kernel.say(1, 42, 1)
        kernel.press(48)  # B
        kernel.say(1, 42, 0)
        kernel.press(12, 11, 5, 3, 28)  # - 0 4 2 Enter
        await until(lambda: table.of(BadgeRead))
        kernel.read_error = errno.ENODEV
        kernel.press(2)
        with pytest.raises(LinkLost, match=words.GONE):
            await running
        await link.wait_closed()

    asyncio.run(main())
    (badge,) = (one for one in table.got if isinstance(one, BadgeRead))
    assert open_concealed(badge.number) == b"B-042"
    assert kernel.closed


def test_keys_that_nobody_reads_are_not_kept_without_bound(kernel: Kernel) -> None:
    async def main() -> None:
        link = await open_evdev(PATH)
        said = ""
        while not said:
            kernel.press(*[30] * 80)
            await asyncio.sleep(0.001)
            try:
                link.write(b"")
            except LinkLost as lost:
                said = lost.reason
        assert said == "read queue full"
        await link.wait_closed()

    asyncio.run(asyncio.wait_for(main(), PATIENCE_S))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda k: setattr(k, "grab_error", errno.EBUSY), "another program has"),
        (lambda k: setattr(k, "grab_error", errno.EACCES), "no permission to use"),
    ],
)
def test_device_that_cannot_be_taken_says_why_and_is_given_back(
    kernel: Kernel, spoil: Callable[[Any], None], said: str
) -> None:
    spoil(kernel)

    with pytest.raises(LinkLost, match=said):
        asyncio.run(open_evdev(PATH))
    assert kernel.closed


def test_port_that_is_none_is_refused_or_not_there() -> None:
    with pytest.raises(Refused, match="write its full path"):
        asyncio.run(open_evdev("event0"))
    with pytest.raises(LinkLost, match="is not there"):
        asyncio.run(open_evdev("/dev/input/by-id/nothing"))
    assert "is no input device" in look.why_not("evdev:/dev/null")
    assert "is not there" in look.why_not("evdev:/dev/input/nothing")


def test_without_the_library_it_says_what_to_install(mocker: MockerFixture) -> None:
    mocker.patch.dict("sys.modules", {"evdev": None})
    mocker.patch("drivers.link.look.find_spec", return_value=None)

    with pytest.raises(LinkLost, match="Install dealer-assist"):
        asyncio.run(open_evdev(PATH))
    assert look.why_not(f"evdev:{PATH}") == words.NO_EVDEV


def test_key_codes_are_those_of_the_kernel() -> None:
    """By the names of python-evdev, not by our own table."""
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        assert USAGES[evdev.ecodes.ecodes[f"KEY_{letter}"]] == 0x04 + ord(letter) - ord("A")
    for n, digit in enumerate("1234567890"):
        assert USAGES[evdev.ecodes.ecodes[f"KEY_{digit}"]] == 0x1E + n
    for n in range(1, 10):
        assert USAGES[evdev.ecodes.ecodes[f"KEY_KP{n}"]] == 0x58 + n
    named = {"KEY_KPENTER": 0x58, "KEY_KPPLUS": 0x57, "KEY_KPMINUS": 0x56, "KEY_KPASTERISK": 0x55}
    for name, usage in named.items():
        assert USAGES[evdev.ecodes.ecodes[name]] == usage


def test_held_keys_are_one_report_and_too_many_are_a_roll_over() -> None:
    held = Held()
    for n, code in enumerate((30, 48, 46, 32, 18, 33), start=1):
        assert len(set(held.take(code, 1)[2:])) == n + (n < 6)

    assert held.take(34, 1)[2:] == bytes([1] * 6)
    assert held.take(34, 2) == b""
    assert held.take(34, 0)[2:] != bytes([1] * 6)
    assert held.take(999, 1) == b""


@pytest.mark.proves("keypad", "keys", link="evdev")
def test_keypad_of_the_kernel_presses_the_rail_keys(kernel: Kernel) -> None:
    table = Recorder()

    def pressed() -> list[str]:
        return [one.key for one in table.got if isinstance(one, KeyPressed)]

    async def main() -> None:
        link = await open_evdev(PATH)
        driver = Keypad(link, Rail(), table.emit, lambda _: 0, name="keypad")
        running = asyncio.ensure_future(driver.run())
        await until(lambda: driver.counters.hellos)
        await asyncio.sleep(2 * Rail().settle_s)
        for name in ("KEY_KPENTER", "KEY_KPPLUS", "KEY_KPMINUS", "KEY_KPASTERISK", "KEY_NUMLOCK"):
            kernel.press(evdev.ecodes.ecodes[name])
        await until(lambda: len(pressed()) >= len(RAIL))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        link.close()
        await link.wait_closed()

    asyncio.run(main())
    assert pressed() == [*RAIL]
