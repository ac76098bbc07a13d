"""What is plugged into this computer that a driver may know: ports as they are written.

Nothing is opened, so a device that another program has is named too. The number that the maker
printed on a device stands at the end of its port.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from drivers.catalog import ADAPTERS, DRIVERS

SERIAL_BY_ID = Path("/dev/serial/by-id")
SYSFS_USB = Path("/sys/bus/usb/devices")


def ports() -> tuple[str, ...]:
    """`serial:/dev/serial/by-id/usb-...`, `usb:1209:da01:SS-00962`."""
    serial = (f"serial:{one}" for one in SERIAL_BY_ID.glob("*"))
    return tuple(sorted((*serial, *_usb())))


def _usb() -> Iterator[str]:
    """What is no serial port: an adapter has one, which stands there already."""
    known = {one for driver in DRIVERS.values() for one in driver.usb} - set(ADAPTERS)
    for device in SYSFS_USB.glob("*"):
        vendor, product, number = (_read(device / x) for x in ("idVendor", "idProduct", "serial"))
        if f"{vendor}:{product}" in known:
            yield ":".join(filter(None, ("usb", vendor, product, number)))


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
