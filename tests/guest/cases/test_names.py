"""Which device is meant: like units, one serial number twice, a slip of the hand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from drivers.errors import DriverError
from drivers.event import DeviceUp
from drivers.link import look, open_port
from tests.guest.bus import Bus
from tests.guest.seen import a_table, find, soon
from tests.guest.shoe import Shoe

BY_PATH = Path("/dev/serial/by-path")


def refused(port: str) -> str:
    """What the daemon says of it; `check` says the same before anything is opened."""

    async def try_it() -> str:
        try:
            link = await open_port(port)
        except DriverError as error:
            return str(error)
        link.close()
        await link.wait_closed()
        return ""

    said = asyncio.run(try_it())
    assert look.why_not(port) == said
    return said


def serial_of(port: str) -> str:
    """Of the device that answers there."""

    async def ask() -> str:
        async with a_table("shoe_scanner", port) as table:
            await soon(lambda: table.of(DeviceUp))
            return str(table.of(DeviceUp)[0].identity.serial)

    return asyncio.run(ask())


@pytest.mark.proves("tablelink", "shoe_scanner", link="usb")
def test_two_like_units_are_told_apart_by_serial_number_or_place(bus: Bus) -> None:
    """Never one of them by chance."""
    one, other = Shoe(bus, "usb", "SH-7"), Shoe(bus, "usb", "SH-8")
    one.put(0)
    other.put(1)

    assert "2 devices answer to USB device 1209:da01" in refused("usb:1209:da01")
    assert serial_of("usb:1209:da01:SH-8") == "SH-8"
    assert serial_of(f"usb:1209:da01@{one.place}") == "SH-7"
    assert "its serial number is written 'SH-7'" in refused("usb:1209:da01:sh-7")
    assert "plugged in is serial number 'SH-7', 'SH-8'" in refused("usb:1209:da01:SH-9")


@pytest.mark.proves("tablelink", "shoe_scanner", link="usb")
def test_two_units_with_one_serial_number_are_told_apart_by_place(bus: Bus) -> None:
    """A lot of cheap adapters all bear the same."""
    one, other = Shoe(bus, "usb", "0001"), Shoe(bus, "usb", "0001")
    one.put(0)
    other.put(1)

    assert "2 devices answer to" in refused("usb:1209:da01:0001")
    assert serial_of(f"usb:1209:da01:0001@{other.place}") == "0001"


@pytest.mark.proves("tablelink", "shoe_scanner", link="serial")
@pytest.mark.parametrize("link", ["acm", "ftdi"])
def test_two_adapters_with_one_serial_number_are_told_apart_by_path(bus: Bus, link: str) -> None:
    """By-id has one name for both; by-path has two, and each leads to its own."""
    one, other = Shoe(bus, link, "0001"), Shoe(bus, link, "0001")
    one.put(0)
    other.put(1)

    for shoe in (one, other):
        name = find(f"*{shoe.place.partition('-')[2]}:1.0*", BY_PATH)
        heard = len(shoe.gadget.controls)
        assert serial_of(f"serial:{name}") == "0001"
        assert len(shoe.gadget.controls) > heard  # it was this one that was opened
