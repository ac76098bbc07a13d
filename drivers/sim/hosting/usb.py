"""A pyusb backend whose devices live in the simulator's process, behind a Unix socket.

A thin client: `usb.core.find(backend=SimulatedUsb(path), ...)` and all that pyusb does with a real
device works the same. One connection per open device; on it a JSON line names the device, then
packets run both ways, each after two bytes of length, the lowest first. The far end closing the
connection is the plug pulled out: errno 19. One thread may read while another writes.
"""

# ruff: noqa: ARG002  (the arguments are those of pyusb's interface)

from __future__ import annotations

import errno
import select
import socket
from array import array
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import msgspec
from usb.backend import IBackend
from usb.core import USBError, USBTimeoutError

IN, OUT = 0x81, 0x01
BULK, INTERRUPT = 2, 3
PACKET_BYTES = {BULK: 64, INTERRUPT: 8}
GONE_AFTER_S = 5.0


class UsbDevice(msgspec.Struct, frozen=True):
    """One simulated device as it enumerates."""

    name: str
    vendor: int
    product: int
    serial: str
    model: str
    kind: int = BULK
    """Transfer type of its endpoints; a keypad is `INTERRUPT` and has only the IN one."""
    address: int = 1


def _gone() -> USBError:
    return USBError("No such device (it may have been disconnected)", -4, errno.ENODEV)


def _connect(path: Path, asked: bytes) -> socket.socket:
    """`asked` = what it is for. Raises: USBError; the simulator may end at any moment of it."""
    sock = socket.socket(socket.AF_UNIX)
    sock.settimeout(GONE_AFTER_S)
    try:
        sock.connect(str(path))
        sock.sendall(asked + b"\n")
    except OSError as error:
        sock.close()
        raise _gone() from error
    return sock


class _Handle:
    """An open device: its socket and the packets read so far."""

    def __init__(self, path: Path, device: UsbDevice) -> None:
        self.device = device
        self._buffer = bytearray()
        self._sock = _connect(path, msgspec.json.encode({"open": device.name}))
        self._sock.setblocking(False)

    def close(self) -> None:
        self._sock.close()

    def write(self, data: bytes, timeout_ms: int) -> int:
        size = PACKET_BYTES[self.device.kind]
        packets = [data[i : i + size] for i in range(0, len(data), size)]
        rest = memoryview(b"".join(len(p).to_bytes(2, "little") + p for p in packets))
        until = monotonic() + (timeout_ms / 1000 if timeout_ms else GONE_AFTER_S)
        while rest:
            self._wait(until, writing=True)
            try:
                rest = rest[self._sock.send(rest) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise _gone() from error
        return len(data)

    def read(self, timeout_ms: int) -> bytes:
        until = monotonic() + (timeout_ms / 1000 if timeout_ms else float("inf"))
        while (packet := self._packet()) is None:
            self._wait(until, writing=False)
            try:
                data = self._sock.recv(4096)
            except BlockingIOError:
                continue
            except OSError as error:
                raise _gone() from error
            if not data:
                raise _gone()
            self._buffer += data
        return packet

    def _packet(self) -> bytes | None:
        if len(self._buffer) < 2:
            return None
        end = 2 + int.from_bytes(self._buffer[:2], "little")
        if len(self._buffer) < end:
            return None
        packet = bytes(self._buffer[2:end])
        del self._buffer[:end]
        return packet

    def _wait(self, until: float, *, writing: bool) -> None:
        left = None if until == float("inf") else max(0.0, until - monotonic())
        watched = [self._sock]
        try:
            found = select.select([] if writing else watched, watched if writing else [], [], left)
        except (OSError, ValueError) as error:
            raise _gone() from error
        if not (found[0] or found[1]):
            raise USBTimeoutError("Operation timed out", -7, errno.ETIMEDOUT)


class SimulatedUsb(IBackend):  # type: ignore[misc]
    """Raises: USBError with errno 19 when the device is unplugged, USBTimeoutError with 110."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def enumerate_devices(self) -> Iterator[UsbDevice]:
        try:
            with _connect(self._path, b'{"list":true}') as sock:
                line = sock.makefile("rb").readline()
        except (USBError, OSError):
            return iter(())
        return iter(msgspec.json.decode(line or b"[]", type=list[UsbDevice]))

    def get_parent(self, dev: UsbDevice) -> None:
        return None

    def get_device_descriptor(self, dev: UsbDevice) -> Any:
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x0200,
            bDeviceClass=0,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=dev.vendor,
            idProduct=dev.product,
            bcdDevice=0x0100,
            iManufacturer=1,
            iProduct=2,
            iSerialNumber=3,
            bNumConfigurations=1,
            address=dev.address,
            bus=1,
            port_number=dev.address,
            port_numbers=(dev.address,),
            speed=2,
        )

    def get_configuration_descriptor(self, dev: UsbDevice, config: int) -> Any:
        if config:
            raise IndexError(config)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=32,
            bNumInterfaces=1,
            bConfigurationValue=1,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            extra_descriptors=[],
        )

    def get_interface_descriptor(self, dev: UsbDevice, intf: int, alt: int, config: int) -> Any:
        if intf or alt or config:
            raise IndexError(intf, alt, config)
        keypad = dev.kind == INTERRUPT
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=0,
            bAlternateSetting=0,
            bNumEndpoints=1 if keypad else 2,
            bInterfaceClass=3 if keypad else 0xFF,
            bInterfaceSubClass=1 if keypad else 0,
            bInterfaceProtocol=1 if keypad else 0,
            iInterface=0,
            extra_descriptors=[],
        )

    def get_endpoint_descriptor(
        self, dev: UsbDevice, ep: int, intf: int, alt: int, config: int
    ) -> Any:
        if ep >= (1 if dev.kind == INTERRUPT else 2) or intf or alt or config:
            raise IndexError(ep, intf, alt, config)
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=(IN, OUT)[ep],
            bmAttributes=dev.kind,
            wMaxPacketSize=PACKET_BYTES[dev.kind],
            bInterval=10 if dev.kind == INTERRUPT else 0,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=[],
        )

    def open_device(self, dev: UsbDevice) -> _Handle:
        return _Handle(self._path, dev)

    def close_device(self, dev_handle: _Handle) -> None:
        dev_handle.close()

    def set_configuration(self, dev_handle: _Handle, config_value: int) -> None: ...

    def get_configuration(self, dev_handle: _Handle) -> int:
        return 1

    def set_interface_altsetting(self, dev_handle: _Handle, intf: int, altsetting: int) -> None: ...

    def claim_interface(self, dev_handle: _Handle, intf: int) -> None: ...

    def release_interface(self, dev_handle: _Handle, intf: int) -> None: ...

    def bulk_write(
        self, dev_handle: _Handle, ep: int, intf: int, data: array[int], timeout: int
    ) -> int:
        return dev_handle.write(bytes(data), timeout)

    def bulk_read(
        self, dev_handle: _Handle, ep: int, intf: int, buff: array[int], timeout: int
    ) -> int:
        packet = dev_handle.read(timeout)
        if len(packet) > len(buff):
            raise USBError("Overflow", -8, errno.EOVERFLOW)
        buff[: len(packet)] = array("B", packet)
        return len(packet)

    intr_write, intr_read = bulk_write, bulk_read

    def ctrl_transfer(
        self,
        dev_handle: _Handle,
        bmRequestType: int,  # noqa: N803  (pyusb's name)
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: array[int],
        timeout: int,
    ) -> int:
        """Answer string descriptors; take SET_IDLE, SET_PROTOCOL and SET_REPORT of a keypad."""
        if (bmRequestType, bRequest, wValue >> 8) != (0x80, 6, 3):
            return len(data)
        device = dev_handle.device
        texts = (None, "dealer-assist", device.model, device.serial)
        text = texts[wValue & 0xFF]
        body = b"\x09\x04" if text is None else text.encode("utf-16-le")
        answer = array("B", bytes((len(body) + 2, 3)) + body)[: len(data)]
        data[: len(answer)] = answer
        return len(answer)

    def clear_halt(self, dev_handle: _Handle, ep: int) -> None: ...

    def reset_device(self, dev_handle: _Handle) -> None: ...

    def is_kernel_driver_active(self, dev_handle: _Handle, intf: int) -> bool:
        return False

    def detach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None: ...

    def attach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None: ...
