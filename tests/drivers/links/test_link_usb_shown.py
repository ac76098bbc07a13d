"""What a real kernel showed of USB links (`make guest`), on the bus in memory."""

from __future__ import annotations

import asyncio
import errno
import threading
import time
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from drivers.driver import supervise
from drivers.errors import LinkLost
from drivers.event import DeviceUp
from drivers.keypad import Keypad, Settings
from drivers.link import look, words
from drivers.link.usb import WRITES, UsbLink, open_usb
from tests.kit.wires.bus import Bus, Plugged
from tests.kit.wires.patience import PATIENCE_S
from tests.kit.wires.rig import Recorder
from tests.kit.wires.table import until

from .test_link_usb import PORT, fails, over, write_until_lost

LAST = b"put out"
HANGS_S = 0.5


def test_what_was_written_before_closing_still_goes_out() -> None:
    """A lamp is put out by its last report; it stayed red."""
    device = Plugged()

    async def play(link: UsbLink) -> None:
        link.write(LAST)
        link.close()
        await link.wait_closed()

    over(Bus(device), play)
    assert device.from_host.get_nowait() == LAST


def test_device_that_takes_nothing_holds_up_no_closing() -> None:
    """Its last words are tried once."""
    device = Plugged()
    device.takes = False

    async def play(link: UsbLink) -> None:
        for _ in range(WRITES):
            link.write(LAST)
        tried = device.refused
        link.close()
        await link.wait_closed()
        assert device.refused - tried < WRITES / 2

    over(Bus(device), play)


@pytest.mark.parametrize("pulled", [True, False])
def test_bad_cable_is_no_pulled_plug(pulled: bool) -> None:
    """Libusb says EIO of both; one that is still there has not been pulled."""
    device = Plugged()
    bus = Bus(device)
    said = words.GONE if pulled else words.BUS.format(what="the USB device")

    async def play(link: UsbLink) -> None:
        device.error = errno.EIO
        if pulled:
            bus.devices.clear()
        with pytest.raises(LinkLost, match=said):
            await write_until_lost(link)

    over(bus, play)


class Silent(Plugged):
    """Its firmware hangs: it does not say its serial number either."""

    def __init__(self, serial: str, number: int) -> None:
        super().__init__(serial)
        self.open_error = number


@pytest.mark.parametrize(
    ("number", "words_of_it"), [(errno.ETIMEDOUT, words.SILENT), (errno.EACCES, words.NO_ACCESS)]
)
def test_device_that_does_not_say_who_it_is_says_why(number: int, words_of_it: str) -> None:
    """One that hangs is no matter of rights: nobody looks for a fault in the udev rules."""
    said = fails(Bus(Silent("S-1", number)), f"{PORT}:S-1")

    assert said == f"LinkLost: {words_of_it.format(what=f'USB device {PORT}:S-1')}"


def test_unit_that_hangs_hides_no_other() -> None:
    """The healthy one of two like units is opened by its serial number."""
    good = Plugged("S-2")

    async def play(link: UsbLink) -> None:
        good.to_host.put(b"two")
        assert await link.read() == b"two"

    over(Bus(Silent("S-1", errno.ETIMEDOUT), good), play, f"{PORT}:S-2")


@pytest.mark.parametrize("named", ["", ":S-1", ":S-9", ":s-1"])
def test_check_and_run_say_the_same_of_like_units(tmp_path: Path, named: str) -> None:
    """Whatever the order in which the kernel and libusb tell them; also where all have one name."""
    for number, serial in enumerate(("S-3", "S-1", "S-1")):
        folder = tmp_path / f"1-{number}"
        folder.mkdir()
        for leaf, text in zip(
            ("idVendor", "idProduct", "serial"), (*PORT.split(":"), serial), strict=True
        ):
            (folder / leaf).write_text(f"{text}\n")
    bus = Bus(Plugged("S-1"), Plugged("S-1"), Plugged("S-3"))

    said = fails(bus, PORT + named).partition(": ")[2]

    assert said == look.why_not(f"usb:{PORT}{named}", sysfs=tmp_path)
    assert said


def usb_threads() -> set[threading.Thread]:
    """Of any link of this process; another test may have left one that still ends."""
    return {one for one in threading.enumerate() if one.name.startswith("usb ")}


def test_table_that_ends_has_given_its_devices_back() -> None:
    """Else the process is aborted in libusb (exit status -6), and the keypad is dead behind it."""
    device = Plugged(keyboard=True)

    async def main() -> None:
        table, bus = Recorder(), Bus(device)
        running = asyncio.ensure_future(
            supervise(
                "keypad",
                lambda: open_usb(PORT, backend=bus),
                lambda link: Keypad(link, Settings(), table.emit, table.recorded, name="keypad"),
                table.emit,
            )
        )
        while not table.of(DeviceUp):
            await asyncio.sleep(0.01)
        assert not device.kernel_driver
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    before = usb_threads()
    asyncio.run(main())
    assert device.kernel_driver
    for thread in usb_threads() - before:
        thread.join(PATIENCE_S)  # to tell the loop was its last act
    assert usb_threads() <= before


def test_table_that_ends_while_it_opens_a_device_leaves_no_thread(mocker: MockerFixture) -> None:
    """Finding a device asks others who they are, and waits for those that hang."""
    asked, looked = threading.Event(), []

    def looks(*_: object) -> None:
        asked.set()
        time.sleep(HANGS_S)
        looked.append("to the end")
        raise LinkLost("not there")

    mocker.patch("drivers.link.usb.open_device", side_effect=looks)

    async def main() -> None:
        opening = asyncio.ensure_future(open_usb(PORT, backend=Bus()))
        await until(asked.is_set)
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        assert looked

    asyncio.run(main())
