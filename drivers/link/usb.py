"""A USB device through pyusb: one reader thread for its IN endpoint, one writer thread.

libusb blocks, so finding, opening and reading happen in the reader thread; the loop sees bytes.
A port is `usb:VVVV:PPPP[:SERIAL]`. A HID boot keyboard is put into its boot protocol and told to
report changes only. The backend can be given: a simulated bus is opened like the real one.
"""

from __future__ import annotations

import asyncio
import errno
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import usb.core
import usb.util

from drivers.errors import DriverError, LinkLost, Refused

from . import WRITE_LIMIT

READ_MS, WRITE_MS, CONTROL_MS = 200, 1000, 1000
WRITES, READ_LIMIT = 256, 65536
STALLS = 1
"""So often an endpoint is cleared before it has given anything again."""
EMPTY = 1000
"""Empty packets one after another; some devices send one now and then, none so many."""
HID, BOOT, KEYBOARD = 3, 1, 1
SET_IDLE, SET_PROTOCOL, TO_INTERFACE = 0x0A, 0x0B, 0x21


class Where(NamedTuple):
    vendor: int
    product: int
    serial: str


def parse_where(where: str) -> Where:
    """Raises: Refused."""
    vendor, _, rest = where.partition(":")
    product, _, number = rest.partition(":")
    try:
        return Where(int(vendor, 16), int(product, 16), number)
    except ValueError as error:
        raise Refused(f"USB port {where!r}: write VVVV:PPPP[:SERIAL] in hex") from error


async def open_usb(where: str, *, backend: Any = None) -> UsbLink:
    """Raises: LinkLost when it is not there, Refused when `where` names none or several."""
    link = UsbLink(parse_where(where), backend)
    try:
        await link.opened
    except BaseException:
        link.close()
        raise
    return link


class _Opened(NamedTuple):
    device: Any
    ep_in: Any
    ep_out: Any


class UsbLink:
    """Both threads end by themselves soon after `close()`; the last one gives the device back."""

    def __init__(self, where: Where, backend: Any = None) -> None:
        self._where, self._backend = where, backend
        self._loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self._loop.create_future()
        self._inbox = bytearray()
        self._news = asyncio.Event()
        self._lost = ""
        self._outbox: queue.Queue[bytes] = queue.Queue(WRITES)
        self._queued = 0
        self._stop = threading.Event()
        self._given_back: asyncio.Future[None] = self._loop.create_future()
        threading.Thread(target=self._reader, name="usb reader", daemon=True).start()

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        while not self._inbox:
            if self._lost:
                raise LinkLost(self._lost)
            self._news.clear()
            await self._news.wait()
        data = bytes(self._inbox)
        self._inbox.clear()
        return data

    def write(self, data: bytes) -> None:
        """Raises: LinkLost."""
        if self._lost:
            raise LinkLost(self._lost)
        if self._outbox.full() or self._queued + len(data) > WRITE_LIMIT:
            self._lose("write queue full")
            raise LinkLost(self._lost)
        self._outbox.put_nowait(data)
        self._queued += len(data)

    def close(self) -> None:
        self._lose("closed")

    async def wait_closed(self) -> None:
        await asyncio.shield(self._given_back)

    # ---- on the loop ----
    def _lose(self, reason: str) -> None:
        self._lost = self._lost or reason
        self._stop.set()
        self._news.set()

    def _arrived(self, data: bytes) -> None:
        if self._lost:
            return
        if len(self._inbox) + len(data) > READ_LIMIT:
            self._lose("read queue full")
            return
        self._inbox += data
        self._news.set()

    def _written(self, count: int) -> None:
        self._queued -= count

    def _ended(self) -> None:
        if not self._given_back.done():
            self._given_back.set_result(None)

    def _opens(self, error: DriverError | None) -> None:
        if self.opened.done():
            return
        if error is None:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(error)

    # ---- in the threads ----
    def _tell(self, call: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(call, *args)

    def _reader(self) -> None:
        try:
            self._open_and_read()
        except DriverError as error:
            self._tell(self._opens, error)
        finally:
            # Whatever ended this thread, nobody waits for it in vain.
            self._stop.set()
            self._tell(self._opens, LinkLost("the USB reader failed"))
            self._tell(self._lose, "the USB reader failed")
            self._tell(self._ended)

    def _open_and_read(self) -> None:
        opened = _open(self._where, self._backend)
        writer = threading.Thread(
            target=self._writer, args=(opened,), name="usb writer", daemon=True
        )
        writer.start()
        self._tell(self._opens, None)
        try:
            self._read_on(opened)
        finally:
            self._stop.set()
            writer.join()
            usb.util.dispose_resources(opened.device)

    def _read_on(self, opened: _Opened) -> None:
        endpoint = opened.ep_in
        stalls = empty = 0
        while not self._stop.is_set():
            try:
                data = opened.device.read(
                    endpoint.bEndpointAddress, endpoint.wMaxPacketSize, READ_MS
                )
            except usb.core.USBTimeoutError:
                empty = 0
                continue
            except usb.core.USBError as error:
                if error.errno != errno.EPIPE or stalls == STALLS:
                    self._gone(error)
                    return
                stalls += 1
                self._clear(opened, endpoint)
                continue
            if len(data):
                stalls = empty = 0
                self._tell(self._arrived, bytes(data))
            elif (empty := empty + 1) == EMPTY:
                self._tell(self._lose, "sends nothing but empty packets")
                return

    def _writer(self, opened: _Opened) -> None:
        while not self._stop.is_set():
            try:
                data = self._outbox.get(timeout=READ_MS / 1000)
            except queue.Empty:
                continue
            if opened.ep_out is not None and not self._taken(opened, data):
                return
            self._tell(self._written, len(data))

    def _taken(self, opened: _Opened, data: bytes) -> bool:
        """Whether the device took the bytes; one that is slow is asked again until it is silent.

        How long that may last is the session's to say: it closes the link.
        """
        stalls = 0
        while not self._stop.is_set():
            try:
                opened.device.write(opened.ep_out.bEndpointAddress, data, WRITE_MS)
            except usb.core.USBTimeoutError:
                continue
            except usb.core.USBError as error:
                if error.errno != errno.EPIPE or stalls == STALLS:
                    self._gone(error)
                    return False
                stalls += 1
                self._clear(opened, opened.ep_out)
            else:
                return True
        return False

    def _clear(self, opened: _Opened, endpoint: Any) -> None:
        """A stalled endpoint answers nothing else until it is cleared."""
        with suppress(usb.core.USBError):
            opened.device.clear_halt(endpoint.bEndpointAddress)

    def _gone(self, error: usb.core.USBError) -> None:
        self._stop.set()
        self._tell(self._lose, _why(error))


def _open(where: Where, backend: Any) -> _Opened:
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
        raise LinkLost(_why(error)) from error


def _find(where: Where, backend: Any) -> Any:
    found = list(
        usb.core.find(
            find_all=True, backend=backend, idVendor=where.vendor, idProduct=where.product
        )
    )
    name = f"{where.vendor:04x}:{where.product:04x}"
    if where.serial:
        found = [device for device in found if _serial(device) == where.serial]
        name += f":{where.serial}"
    if not found:
        raise LinkLost(f"no USB device {name}")
    if len(found) > 1:
        raise Refused(f"{len(found)} USB devices {name}: name one by its serial number")
    return found[0]


def _serial(device: Any) -> str:
    """Empty when it has none or does not let us ask."""
    try:
        return str(device.serial_number or "")
    except (usb.core.USBError, ValueError):
        return ""
    finally:
        usb.util.dispose_resources(device)


def _claim(device: Any) -> _Opened:
    try:
        configuration = device.get_active_configuration()
    except usb.core.USBError:
        device.set_configuration()
        configuration = device.get_active_configuration()
    for interface in configuration:
        ep_in, ep_out = _endpoint(interface, usb.util.ENDPOINT_IN), None
        if interface.bInterfaceClass != HID:
            ep_out = _endpoint(interface, usb.util.ENDPOINT_OUT)
            if ep_out is None:
                continue
        if ep_in is not None and not ep_in.wMaxPacketSize:
            raise LinkLost("its IN endpoint has no room for a byte (wMaxPacketSize 0)")
        if ep_in is not None:
            _take_over(device, interface)
            return _Opened(device, ep_in, ep_out)
    raise LinkLost("no interface to read from")


def _endpoint(interface: Any, direction: int) -> Any:
    return usb.util.find_descriptor(
        interface,
        custom_match=lambda e: usb.util.endpoint_direction(e.bEndpointAddress) == direction,
    )


def _take_over(device: Any, interface: Any) -> None:
    number = interface.bInterfaceNumber
    with suppress(NotImplementedError):
        if device.is_kernel_driver_active(number):
            device.detach_kernel_driver(number)
    usb.util.claim_interface(device, number)
    if (interface.bInterfaceClass, interface.bInterfaceSubClass) == (HID, BOOT):
        device.ctrl_transfer(TO_INTERFACE, SET_PROTOCOL, 0, number, None, CONTROL_MS)
        with suppress(usb.core.USBError):  # optional: a stall is its "no"
            device.ctrl_transfer(TO_INTERFACE, SET_IDLE, 0, number, None, CONTROL_MS)


def _why(error: usb.core.USBError) -> str:
    """A reason that stays the same from one attempt to the next."""
    if error.errno in {errno.ENODEV, errno.EIO, errno.ESHUTDOWN}:
        return "unplugged"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return "no access to the USB device: is the udev rule installed?"
    if error.errno == errno.EBUSY:
        return "another program has the USB device"
    if error.errno == errno.EPIPE:
        return "stalled: the device refuses to answer"
    return f"USB error {error.errno}"
