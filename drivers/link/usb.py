"""A USB device through pyusb: one reader thread for its IN endpoint, one writer thread.

libusb blocks, so finding, opening and reading happen in the reader thread; the loop sees bytes.
A port is `usb:VVVV:PPPP[:SERIAL][@PLACE]`. A HID boot keyboard is put into its boot protocol and
told to report changes only; afterwards the kernel has it back. The backend can be given: a
simulated bus is opened like the real one.
"""

from __future__ import annotations

import asyncio
import errno
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import usb.core
import usb.util

from drivers.errors import DriverError, LinkLost

from . import WRITE_LIMIT, given_back
from .inbox import Inbox
from .usb_claim import Opened, Where, give_back, open_device, parse_where, send, why_gone

READ_MS, WRITE_MS = 200, 1000
WRITES = 256
STALLS = 1
"""So often an endpoint is cleared before it has given anything again."""
CLOSED = "closed"
EMPTY = 1000
"""Empty packets one after another; a device may send one now and then, never this many."""


async def open_usb(where: str, *, backend: Any = None) -> UsbLink:
    """Raises: LinkLost when it is not there, Refused when `where` names none or several."""
    link = UsbLink(parse_where(where), backend)
    try:
        await link.opened
    except asyncio.CancelledError:
        link.close()
        await given_back(link)
        raise
    except BaseException:
        link.close()
        raise
    return link


class UsbLink:
    """Both threads end by themselves soon after `close()`; the last one gives the device back."""

    def __init__(self, where: Where, backend: Any = None) -> None:
        self._where, self._backend = where, backend
        self._loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self._loop.create_future()
        self._inbox = Inbox()
        self._outbox: queue.Queue[bytes] = queue.Queue(WRITES)
        self._queued = 0
        self._stop = threading.Event()
        self._given_back: asyncio.Future[None] = self._loop.create_future()
        threading.Thread(target=self._reader, name="usb reader", daemon=True).start()

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        return await self._inbox.read()

    def write(self, data: bytes) -> None:
        """Raises: LinkLost."""
        if not self._inbox.lost and (self._outbox.full() or self._queued + len(data) > WRITE_LIMIT):
            self._lose("write queue full")
        if self._inbox.lost:
            raise LinkLost(self._inbox.lost)
        self._outbox.put_nowait(data)
        self._queued += len(data)

    def close(self) -> None:
        """What was written before it still goes out: a lamp is put out so."""
        self._lose(CLOSED)

    async def wait_closed(self) -> None:
        await asyncio.shield(self._given_back)

    # ---- on the loop ----
    def _lose(self, reason: str) -> None:
        self._inbox.lose(reason)
        self._stop.set()

    def _arrived(self, data: bytes) -> None:
        if self._inbox.lost:
            return
        if self._inbox.takes(data):
            self._inbox.put(data)
        else:
            self._lose("read queue full")

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
        opened = open_device(self._where, self._backend)
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
            give_back(opened)

    def _read_on(self, opened: Opened) -> None:
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
                    self._gone(opened, error)
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

    def _writer(self, opened: Opened) -> None:
        while not self._stop.is_set():
            try:
                data = self._outbox.get(timeout=READ_MS / 1000)
            except queue.Empty:
                continue
            if not self._taken(opened, data):
                return
            self._tell(self._written, len(data))
        if self._inbox.lost == CLOSED:
            self._last_words(opened)

    def _last_words(self, opened: Opened) -> None:
        """Once, to a device that takes them; one that does not holds nobody up for long."""
        with suppress(queue.Empty, usb.core.USBError):
            while True:
                send(opened, self._outbox.get_nowait(), READ_MS)

    def _taken(self, opened: Opened, data: bytes) -> bool:
        """Whether the device took the bytes; one that is slow is asked again until it is silent.

        How long that may last is the session's to say: it closes the link.
        """
        stalls = 0
        while True:
            try:
                send(opened, data, WRITE_MS)
            except usb.core.USBTimeoutError:
                if self._stop.is_set():
                    return False
            except usb.core.USBError as error:
                if error.errno == errno.EPIPE and opened.ep_out is None:
                    return True  # a report that it does not know: it refused that one alone
                if error.errno != errno.EPIPE or stalls == STALLS:
                    self._gone(opened, error)
                    return False
                stalls += 1
                self._clear(opened, opened.ep_out)
            else:
                return True

    def _clear(self, opened: Opened, endpoint: Any) -> None:
        """A stalled endpoint answers nothing else until it is cleared."""
        with suppress(usb.core.USBError):
            opened.device.clear_halt(endpoint.bEndpointAddress)

    def _gone(self, opened: Opened, error: usb.core.USBError) -> None:
        self._stop.set()
        self._tell(self._lose, why_gone(error, opened.device, self._backend))
