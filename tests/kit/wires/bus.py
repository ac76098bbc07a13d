"""A USB bus in memory, as a pyusb backend: devices that a test plugs, feeds and pulls."""

from __future__ import annotations

import errno
import queue
import time
from array import array
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import usb.backend
from usb.core import USBError, USBTimeoutError

IN, OUT = 0x81, 0x02
BULK, INTERRUPT = 2, 3


class Plugged:
    """One device on the bus. `keyboard` has a HID boot interface and no OUT endpoint."""

    def __init__(self, serial: str = "S-1", *, keyboard: bool = False) -> None:
        self.serial, self.keyboard = serial, keyboard
        self.to_host: queue.Queue[bytes] = queue.Queue()
        self.from_host: queue.Queue[bytes] = queue.Queue()
        self.error: int | None = None
        self.open_error: int | None = None
        self.takes, self.refused = True, 0
        self.halted: set[int] = set()
        self.stays_halted = False
        self.cleared: list[int] = []
        self.packet = 8 if keyboard else 64
        self.controls: list[tuple[int, int, int, int]] = []
        self.reports: list[tuple[int, int, int, bytes]] = []
        """SET_REPORT: request type, value, index, data."""
        self.refuses_reports = False
        self.ids = (0x1209, 0xDA01)
        self.kernel_driver = keyboard
        self.released = 0
        self.configured = True
        self.interface_class = 3 if keyboard else 0xFF
        self.endpoints = 1 if keyboard else 2

    def check(self, endpoint: int = 0) -> None:
        if self.error is not None:
            raise USBError("gone", -4, self.error)
        if endpoint in self.halted:
            raise USBError("stalled", -9, errno.EPIPE)


class Bus(usb.backend.IBackend):  # type: ignore[misc]
    def __init__(self, *devices: Plugged) -> None:
        super().__init__()
        self.devices = list(devices)

    def enumerate_devices(self) -> Iterator[Plugged]:
        return iter(self.devices)

    def get_device_descriptor(self, dev: Plugged) -> Any:
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x200,
            bDeviceClass=0,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=dev.ids[0],
            idProduct=dev.ids[1],
            bcdDevice=0x100,
            iManufacturer=1,
            iProduct=2,
            iSerialNumber=3,
            bNumConfigurations=1,
            address=1,
            bus=1,
            port_number=1,
            port_numbers=(1,),
            speed=2,
        )

    def get_configuration_descriptor(self, dev: Plugged, config: int) -> Any:
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

    def get_interface_descriptor(self, dev: Plugged, intf: int, alt: int, config: int) -> Any:
        if intf or alt:
            raise IndexError(intf)
        kind = (dev.interface_class, 1 if dev.keyboard else 0, 1 if dev.keyboard else 0)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=0,
            bAlternateSetting=0,
            bNumEndpoints=dev.endpoints,
            bInterfaceClass=kind[0],
            bInterfaceSubClass=kind[1],
            bInterfaceProtocol=kind[2],
            iInterface=0,
            extra_descriptors=[],
        )

    def get_endpoint_descriptor(
        self, dev: Plugged, ep: int, intf: int, alt: int, config: int
    ) -> Any:
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=(IN, OUT)[ep],
            bmAttributes=INTERRUPT if dev.keyboard else BULK,
            wMaxPacketSize=dev.packet,
            bInterval=10,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=[],
        )

    def open_device(self, dev: Plugged) -> Plugged:
        if dev.open_error is not None:
            raise USBError("no", -3, dev.open_error)
        return dev

    def close_device(self, dev_handle: Plugged) -> None:
        dev_handle.released += 1

    def get_configuration(self, dev_handle: Plugged) -> int:
        if not dev_handle.configured:
            raise USBError("not configured", -5, errno.ENOENT)
        return 1

    def set_configuration(self, dev_handle: Plugged, config_value: int) -> None:
        dev_handle.configured = True

    def claim_interface(self, dev_handle: Plugged, intf: int) -> None: ...

    def release_interface(self, dev_handle: Plugged, intf: int) -> None: ...

    def is_kernel_driver_active(self, dev_handle: Plugged, intf: int) -> bool:
        return dev_handle.kernel_driver

    def detach_kernel_driver(self, dev_handle: Plugged, intf: int) -> None:
        dev_handle.kernel_driver = False

    def attach_kernel_driver(self, dev_handle: Plugged, intf: int) -> None:
        dev_handle.kernel_driver = True

    def clear_halt(self, dev_handle: Plugged, ep: int) -> None:
        dev_handle.cleared.append(ep)
        if not dev_handle.stays_halted:
            dev_handle.halted.discard(ep)

    def bulk_read(self, dev: Plugged, ep: int, intf: int, buff: array[int], timeout: int) -> int:
        dev.check(ep)
        try:
            packet = dev.to_host.get(timeout=min(timeout, 20) / 1000)
        except queue.Empty:
            dev.check()
            raise USBTimeoutError("timed out", -7, errno.ETIMEDOUT) from None
        buff[: len(packet)] = array("B", packet)
        return len(packet)

    def bulk_write(self, dev: Plugged, ep: int, intf: int, data: array[int], timeout: int) -> int:
        dev.check(ep)
        if not dev.takes:
            dev.refused += 1
            time.sleep(min(timeout, 20) / 1000)
            raise USBTimeoutError("timed out", -7, errno.ETIMEDOUT)
        dev.from_host.put(bytes(data))
        return len(data)

    intr_read, intr_write = bulk_read, bulk_write

    def ctrl_transfer(
        self, dev: Plugged, kind: int, request: int, value: int, index: int, data: Any, timeout: int
    ) -> int:
        if request == 9:
            dev.check()
            if dev.refuses_reports:
                dev.refused += 1
                raise USBError("stalled", -9, errno.EPIPE)
            dev.reports.append((kind, value, index, bytes(data)))
            return len(data)
        if (kind, request, value >> 8) != (0x80, 6, 3):
            dev.controls.append((kind, request, value, index))
            return 0
        body = dev.serial.encode("utf-16-le") if value & 0xFF else b"\x09\x04"
        answer = array("B", bytes((len(body) + 2, 3)) + body)[: len(data)]
        data[: len(answer)] = answer
        return len(answer)
