"""Find one USB device, claim the interface that talks, and give it back; libusb blocks.

Source: USB 2.0 chapter 9; HID 1.11, 7.2.
"""

from __future__ import annotations

import errno
import time
from contextlib import suppress
from typing import Any, NamedTuple

import usb.core
import usb.util

from drivers.errors import LinkLost, Refused

from . import words
from .look import other_serial, several

CONTROL_MS = 1000
PULLED_S = 0.3
"""So long the kernel may take to see a plug that is pulled."""
DEVICE = "the USB device"
HID, BOOT = 3, 1
SET_REPORT, SET_IDLE, SET_PROTOCOL, TO_INTERFACE = 0x09, 0x0A, 0x0B, 0x21
FEATURE = 3 << 8
TO_DEVICE = 0x20
BLINKSTICK = (0x20A0, 0x41E5)
"""Its firmware takes reports as the device, without their type."""


class Where(NamedTuple):
    vendor: int
    product: int
    serial: str
    place: str = ""
    """Bus and sockets as `1-1.3`: for devices that are alike in everything else."""


def parse_where(where: str) -> Where:
    """Raises: Refused."""
    named, _, place = where.partition("@")
    vendor, _, rest = named.partition(":")
    product, _, number = rest.partition(":")
    try:
        return Where(int(vendor, 16), int(product, 16), number, place)
    except ValueError as error:
        raise Refused(f"USB port {where!r}: write VVVV:PPPP[:SERIAL][@PLACE] in hex") from error


class Opened(NamedTuple):
    device: Any
    ep_in: Any
    ep_out: Any
    taken: int | None
    """The interface that the kernel had; it gets it back."""
    number: int = 0
    """Of the interface."""


def open_device(where: Where, backend: Any) -> Opened:
    """Find the one device, claim its interface. Raises: LinkLost, Refused."""
    try:
        device = _find(where, backend)
        try:
            return _claim(device)
        except BaseException:
            usb.util.dispose_resources(device)
            raise
    except usb.core.NoBackendError as error:
        raise LinkLost("no libusb on this computer") from error
    except NotImplementedError as error:
        raise LinkLost("this libusb cannot open it") from error
    except usb.core.USBError as error:
        raise LinkLost(why(error)) from error


def _find(where: Where, backend: Any) -> Any:
    found = list(
        usb.core.find(
            find_all=True, backend=backend, idVendor=where.vendor, idProduct=where.product
        )
    )
    name = f"USB device {where.vendor:04x}:{where.product:04x}"
    if where.serial:
        name += f":{where.serial}"
    if where.place:
        found = [device for device in found if _place(device) == where.place]
        name += f" at {where.place}"
    if not found:
        raise LinkLost(words.NOT_THERE.format(what=name))
    if where.serial:
        found = _of_serial(found, where.serial, name)
    if len(found) > 1:
        raise Refused(several(len(found), name, where.serial))
    return found[0]


def _of_serial(found: list[Any], serial: str, name: str) -> list[Any]:
    """One that does not say who it is hides no other. Raises: LinkLost when there is none."""
    numbers, silent, fits = [], None, []
    for device in found:
        try:
            number = _serial(device)
        except usb.core.USBError as error:
            silent = error
            continue
        numbers.append(number)
        if number == serial:
            fits.append(device)
    if fits:
        return fits
    if silent is not None:
        raise LinkLost(words.why(silent.errno, name)) from silent
    raise LinkLost(other_serial(name, serial, numbers))


def _place(device: Any) -> str:
    """Bus and sockets, as the kernel writes them: `1-1.3`."""
    return f"{device.bus}-{'.'.join(map(str, device.port_numbers or ()))}"


def _serial(device: Any) -> str:
    """Empty when it has none. Raises: USBError when it has one and it cannot be asked for."""
    if not device.iSerialNumber:
        return ""
    try:
        # Asked for first: of a failure here the library says only that there is no language.
        usb.util.get_langids(device)
        return str(device.serial_number or "")
    except ValueError:
        return ""
    finally:
        usb.util.dispose_resources(device)


def _claim(device: Any) -> Opened:
    try:
        configuration = device.get_active_configuration()
    except usb.core.USBError:
        device.set_configuration()
        configuration = device.get_active_configuration()
    for interface in configuration:
        # A HID device reports by interrupts, all others talk in bulk: the notifications of a
        # modem's control interface are no data.
        hid = interface.bInterfaceClass == HID
        kind = usb.util.ENDPOINT_TYPE_INTR if hid else usb.util.ENDPOINT_TYPE_BULK
        ep_in, ep_out = _endpoint(interface, usb.util.ENDPOINT_IN, kind), None
        if not hid:
            ep_out = _endpoint(interface, usb.util.ENDPOINT_OUT, kind)
            if ep_out is None:
                continue
        if ep_in is not None and not ep_in.wMaxPacketSize:
            raise LinkLost("its IN endpoint has no room for a byte (wMaxPacketSize 0)")
        if ep_in is not None:
            number = interface.bInterfaceNumber
            return Opened(device, ep_in, ep_out, _take_over(device, interface), number)
    raise LinkLost("no interface to read from")


def _endpoint(interface: Any, direction: int, kind: int) -> Any:
    return usb.util.find_descriptor(
        interface,
        custom_match=lambda e: (
            usb.util.endpoint_direction(e.bEndpointAddress) == direction
            and usb.util.endpoint_type(e.bmAttributes) == kind
        ),
    )


def _take_over(device: Any, interface: Any) -> int | None:
    """Give the interface that the kernel had, None when it had none."""
    number: int = interface.bInterfaceNumber
    taken = None
    with suppress(NotImplementedError):
        if device.is_kernel_driver_active(number):
            device.detach_kernel_driver(number)
            taken = number
    usb.util.claim_interface(device, number)
    if (interface.bInterfaceClass, interface.bInterfaceSubClass) == (HID, BOOT):
        device.ctrl_transfer(TO_INTERFACE, SET_PROTOCOL, 0, number, None, CONTROL_MS)
        with suppress(usb.core.USBError):  # optional: a stall is its "no"
            device.ctrl_transfer(TO_INTERFACE, SET_IDLE, 0, number, None, CONTROL_MS)
    return taken


def send(opened: Opened, data: bytes, wait_ms: int) -> None:
    """Into its OUT endpoint; a HID device without one takes feature reports behind their numbers.

    Raises: USBError.
    """
    if opened.ep_out is not None:
        opened.device.write(opened.ep_out.bEndpointAddress, data, wait_ms)
        return
    alone = (opened.device.idVendor, opened.device.idProduct) == BLINKSTICK
    kind, of_type = (TO_DEVICE, 0) if alone else (TO_INTERFACE, FEATURE)
    index = 0 if alone else opened.number
    opened.device.ctrl_transfer(kind, SET_REPORT, of_type | data[0], index, data[1:], CONTROL_MS)


def give_back(opened: Opened) -> None:
    """After us a keypad types again; a device that is gone has nothing to give back."""
    if opened.taken is not None:
        with suppress(usb.core.USBError, NotImplementedError):
            usb.util.release_interface(opened.device, opened.taken)
            opened.device.attach_kernel_driver(opened.taken)
    usb.util.dispose_resources(opened.device)


def why(error: usb.core.USBError) -> str:
    """A reason that stays the same from one attempt to the next."""
    return words.why_lost(error.errno, DEVICE)


def why_gone(error: usb.core.USBError, device: Any, backend: Any) -> str:
    """In a thread. libusb has one error for a bad cable and for a plug that is being pulled."""
    if error.errno == errno.EIO:
        time.sleep(PULLED_S)
        if _still_there(device, backend):
            return words.BUS.format(what=DEVICE)
    return why(error)


def _still_there(device: Any, backend: Any) -> bool:
    where = (device.bus, device.address)
    with suppress(usb.core.USBError):
        found = usb.core.find(
            find_all=True, backend=backend, custom_match=lambda one: (one.bus, one.address) == where
        )
        return any(True for _ in found)
    return False
