"""USB links over a bus in memory; threads are real, so these tests run in real time."""

from __future__ import annotations

import asyncio
import errno
import threading
from collections.abc import Awaitable, Callable

import pytest
import usb.core
from pytest_mock import MockerFixture

from drivers.errors import LinkLost, Refused
from drivers.link import WRITE_LIMIT, words
from drivers.link.inbox import READ_LIMIT
from drivers.link.usb import EMPTY, UsbLink, open_usb
from drivers.link.usb_claim import parse_where
from tests.kit.wires.bus import IN, OUT, Bus, Plugged
from tests.kit.wires.patience import PATIENCE_S

PORT = "1209:da01"


def over(bus: Bus, play: Callable[[UsbLink], Awaitable[None]], where: str = PORT) -> None:
    async def main() -> None:
        link = await open_usb(where, backend=bus)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await play(link)
        finally:
            link.close()
            await threads_end()

    asyncio.run(main())


async def threads_end() -> None:
    async with asyncio.timeout(PATIENCE_S):
        while any(thread.name.startswith("usb ") for thread in threading.enumerate()):
            await asyncio.sleep(0.01)


async def write_until_lost(link: UsbLink) -> None:
    while True:
        link.write(b"")
        await asyncio.sleep(0.02)


def test_bytes_go_both_ways() -> None:
    """One reader thread, one writer thread, bytes on the loop."""
    device = Plugged()

    async def play(link: UsbLink) -> None:
        device.to_host.put(b"from device")
        assert await link.read() == b"from device"
        link.write(b"to device")
        assert await asyncio.to_thread(device.from_host.get, timeout=PATIENCE_S) == b"to device"

    over(Bus(device), play)
    assert device.released == 1


def test_pulled_plug_is_a_lost_link() -> None:
    """Errno 19 in either thread."""
    device = Plugged()

    async def play(link: UsbLink) -> None:
        reading = asyncio.ensure_future(link.read())
        await asyncio.sleep(0.05)
        device.error = errno.ENODEV
        with pytest.raises(LinkLost, match="unplugged"):
            await reading
        with pytest.raises(LinkLost, match="unplugged"):
            link.write(b"x")

    over(Bus(device), play)


def test_threads_end_and_the_device_is_given_back_after_close() -> None:
    """A replugged device can be opened again."""
    device = Plugged()
    bus = Bus(device)

    async def play(link: UsbLink) -> None:
        link.close()
        link.close()
        with pytest.raises(LinkLost, match="closed"):
            await link.read()

    for _ in range(3):
        over(bus, play)
    assert device.released == 3


def test_device_that_takes_nothing_is_lost_when_the_queue_is_full() -> None:
    """Bounded; before that, how long a silent device is waited for is the session's to say."""
    device = Plugged()
    device.takes = False

    async def play(link: UsbLink) -> None:
        link.write(bytes(WRITE_LIMIT))
        await asyncio.sleep(0.2)
        with pytest.raises(LinkLost, match="write queue full"):
            link.write(b"x")

    over(Bus(device), play)


def test_device_that_is_slow_gets_its_bytes_once_it_takes_them() -> None:
    """A write that times out is tried again, as a serial port would wait."""
    device = Plugged()
    device.takes = False

    async def play(link: UsbLink) -> None:
        link.write(b"late")
        await asyncio.sleep(0.3)
        device.takes = True
        assert await asyncio.to_thread(device.from_host.get, timeout=PATIENCE_S) == b"late"

    over(Bus(device), play)


@pytest.mark.parametrize("endpoint", [IN, OUT])
def test_stalled_endpoint_is_cleared_once_and_goes_on(endpoint: int) -> None:
    """USB 2.0, 9.4.5: a halted endpoint answers nothing until CLEAR_FEATURE."""
    device = Plugged()

    async def play(link: UsbLink) -> None:
        device.halted.add(endpoint)
        device.to_host.put(b"from device")
        link.write(b"to device")
        assert await link.read() == b"from device"
        assert await asyncio.to_thread(device.from_host.get, timeout=PATIENCE_S) == b"to device"

    over(Bus(device), play)
    assert device.cleared == [endpoint]


def test_endpoint_that_stalls_again_at_once_is_a_lost_link() -> None:
    """Never a loop of clearing; the reason says what the device does."""
    device = Plugged()
    device.stays_halted = True

    async def play(link: UsbLink) -> None:
        device.halted.add(IN)
        with pytest.raises(LinkLost, match="stalled: the USB device refuses to answer"):
            await link.read()

    over(Bus(device), play)
    assert device.cleared == [IN]


def test_device_that_sends_only_empty_packets_is_lost() -> None:
    """It would keep a processor busy for ever; an empty packet now and then is none."""
    device = Plugged()
    for _ in range(EMPTY + 5):
        device.to_host.put(b"")

    async def play(link: UsbLink) -> None:
        with pytest.raises(LinkLost, match="nothing but empty packets"):
            await link.read()

    over(Bus(device), play)


def test_endpoint_without_room_for_a_byte_is_named() -> None:
    """WMaxPacketSize 0: each read would end at once with nothing."""
    device = Plugged()
    device.packet = 0

    async def main() -> None:
        with pytest.raises(LinkLost, match="wMaxPacketSize 0"):
            await open_usb(PORT, backend=Bus(device))
        await threads_end()

    asyncio.run(main())


def test_device_is_given_back_before_its_port_is_opened_again() -> None:
    device = Plugged()

    async def play(link: UsbLink) -> None:
        link.close()
        await link.wait_closed()
        assert device.released >= 1

    over(Bus(device), play)


def test_device_that_floods_is_lost() -> None:
    """Bounded: a reader that does not keep up loses the link, not the memory."""
    device = Plugged()
    for _ in range(READ_LIMIT // 64 + 2):
        device.to_host.put(bytes(64))

    async def play(link: UsbLink) -> None:
        with pytest.raises(LinkLost, match="read queue full"):
            await write_until_lost(link)
        assert len(await link.read()) <= READ_LIMIT
        with pytest.raises(LinkLost, match="read queue full"):
            await link.read()

    over(Bus(device), play)


def test_keyboard_is_taken_from_the_kernel_and_set_to_boot_protocol() -> None:
    """HID 1.11, 7.2.6 and 7.2.4: SET_PROTOCOL boot, SET_IDLE changes only."""
    device = Plugged(keyboard=True)

    async def play(link: UsbLink) -> None:
        device.to_host.put(bytes(8))
        assert await link.read() == bytes(8)
        assert not device.kernel_driver
        link.write(b"nobody takes this")
        await asyncio.sleep(0.3)

    over(Bus(device), play)
    assert device.controls == [(0x21, 0x0B, 0, 0), (0x21, 0x0A, 0, 0)]
    assert device.kernel_driver  # after us it types again


def fails(bus: Bus, where: str = PORT) -> str:
    async def main() -> str:
        try:
            with pytest.raises((LinkLost, Refused)) as caught:
                await open_usb(where, backend=bus)
            return f"{type(caught.value).__name__}: {caught.value}"
        finally:
            await threads_end()

    return asyncio.run(main())


def test_device_is_found_by_its_serial_number() -> None:
    """Stable names: vendor, product, serial number."""
    first, second = Plugged("S-1"), Plugged("S-2")

    async def play(link: UsbLink) -> None:
        second.to_host.put(b"two")
        assert await link.read() == b"two"

    over(Bus(first, second), play, f"{PORT}:S-2")
    assert "2 devices answer to USB device 1209:da01" in fails(Bus(first, second))
    assert fails(Bus(first), f"{PORT}:S-9") == (
        "LinkLost: no USB device 1209:da01:S-9: plugged in is serial number 'S-1'. "
        "Plug in the right one, or name this"
    )
    assert "its serial number is written 'S-1'. Write it so" in fails(Bus(first), f"{PORT}:s-1")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, f"LinkLost: {words.NO_ACCESS.format(what='the USB device')}"),
        (errno.EBUSY, "LinkLost: another program has the USB device. Stop that program"),
        (errno.ENODEV, "LinkLost: unplugged"),
    ],
)
def test_device_that_cannot_be_opened_says_what_to_do(number: int, said: str) -> None:
    """The same words at each attempt."""
    device = Plugged()
    device.open_error = number

    assert fails(Bus(device)) == said


def test_device_that_is_not_configured_yet_is_configured() -> None:
    """A device without a driver of its own has no configuration after the plug."""
    device = Plugged()
    device.configured = False

    async def play(link: UsbLink) -> None:
        device.to_host.put(b"x")
        assert await link.read() == b"x"

    over(Bus(device), play)


def test_device_without_a_way_in_and_out_is_lost() -> None:
    """A vendor's device needs an IN and an OUT endpoint."""
    device = Plugged()
    device.endpoints = 1

    assert fails(Bus(device)) == "LinkLost: no interface to read from"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (usb.core.NoBackendError("none"), "LinkLost: no libusb on this computer"),
        (NotImplementedError("detach"), "LinkLost: this libusb cannot open it"),
        (usb.core.USBError("x", -1, 71), f"LinkLost: {words.BUS.format(what='the USB device')}"),
        (
            usb.core.USBError("x", -1, 9999),
            f"LinkLost: {words.OTHER.format(what='the USB device')}",
        ),
    ],
)
def test_bus_that_fails_is_a_lost_link(mocker: MockerFixture, error: Exception, said: str) -> None:
    """Every error of the library ends in one of ours."""
    mocker.patch("drivers.link.usb_claim.usb.core.find", side_effect=error)

    assert fails(Bus()) == said


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_thread_that_dies_leaves_nobody_waiting(mocker: MockerFixture) -> None:
    """A fault in the library below us is a lost link too."""
    mocker.patch("drivers.link.usb_claim.usb.core.find", side_effect=RuntimeError("bug"))

    assert fails(Bus()) == "LinkLost: the USB reader failed"


def test_serial_number_that_may_not_be_asked_for_is_a_matter_of_rights() -> None:
    """Without access to the device there is no serial number either."""
    device = Plugged()
    device.open_error = errno.EACCES

    said = words.NO_ACCESS.format(what="USB device 1209:da01:S-1")
    assert fails(Bus(device), f"{PORT}:S-1") == f"LinkLost: {said}"


@pytest.mark.parametrize("where", ["", "1209", "xyz:1", "1209:"])
def test_port_that_is_no_usb_address_is_refused(where: str) -> None:
    """One line says how it is written."""
    with pytest.raises(Refused, match="VVVV:PPPP"):
        parse_where(where)


def test_loop_that_ends_while_a_device_is_open_is_no_error() -> None:
    """The threads outlive the loop by a moment and say nothing to it."""
    device = Plugged()

    async def main() -> None:
        await open_usb(PORT, backend=Bus(device))

    asyncio.run(main())
    device.error = errno.ENODEV
    for thread in threading.enumerate():
        if thread.name.startswith("usb "):
            thread.join(PATIENCE_S)
