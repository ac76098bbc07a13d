"""What is plugged in: descriptors, endpoints, and the faults of each.

A gadget hands what the host writes to `heard` and gives the host what `give` brought. Source: USB
2.0 chapter 9; CDC PSTN 1.2; HID 1.11; Linux, drivers/usb/serial/ftdi_sio.c.
"""

from __future__ import annotations

import errno
import struct
from collections import defaultdict, deque
from collections.abc import Callable

from .usbip import IN, Plug, Request

BULK, INTERRUPT = 2, 3
DEVICE, CONFIGURATION, STRING, INTERFACE, ENDPOINT, HID, REPORT = 1, 2, 3, 4, 5, 0x21, 0x22
GET_STATUS, CLEAR_FEATURE, GET_DESCRIPTOR, GET_CONFIGURATION, GET_INTERFACE = 0, 1, 6, 8, 10
SET_FEATURE, SET_ADDRESS, SET_CONFIGURATION, SET_INTERFACE = 3, 5, 9, 11
ANSWERS = {
    GET_STATUS: b"\x00\x00",
    GET_CONFIGURATION: b"\x01",
    GET_INTERFACE: b"\x00",
    **dict.fromkeys(
        (CLEAR_FEATURE, SET_FEATURE, SET_ADDRESS, SET_CONFIGURATION, SET_INTERFACE), b""
    ),
}
"""None for any other: it stalls."""
STANDARD, TO_ENDPOINT = 0x00, 0x02
KIND = 0x60
LANGUAGES = b"\x09\x04"


def endpoint(address: int, kind: int, size: int, every_ms: int = 0) -> bytes:
    return struct.pack("<4BHB", 7, ENDPOINT, address, kind, size, every_ms)


def interface(number: int, endpoints: int, *kind: int) -> bytes:
    """`kind`: class, subclass, protocol."""
    return bytes([9, INTERFACE, number, 0, endpoints, *kind, 0])


class Gadget:
    """Two bulk endpoints of a vendor's own: what PROTOCOL.md calls a USB bulk pair."""

    ids = (0x1209, 0xDA01)
    release, kind = 0x0100, 0
    ep_in, ep_out = 0x81, 0x01
    interfaces = 1

    def __init__(self, serial: str = "", *, model: str = "Gadget") -> None:
        self.plug = Plug(self)
        self.heard: Callable[[bytes], None] = lambda _: None
        self._texts = ("", "dealer-assist", model, serial)
        self._to_host: dict[int, bytearray] = defaultdict(bytearray)
        self._reads: dict[int, deque[Request]] = defaultdict(deque)
        self._held: list[Request] = []
        self.controls: list[tuple[int, int, int, int, bytes]] = []
        """Type, request, value, index, data; those of chapter 9 too."""
        # ---- faults ----
        self.halted: set[int] = set()
        self.deaf = False
        """It takes no byte: each write is answered NAK."""
        self.mute = False
        """It gives no byte, and keeps none for later."""
        self.dead_control = False
        """It answers no request of its control pipe."""
        self.failing = 0
        """So many of the next reads end in a bus error."""

    # ---- faults ----
    def hang(self) -> None:
        """Its firmware stands still."""
        self.deaf = self.mute = self.dead_control = True

    def go_on(self) -> None:
        """What the host has been waiting for is taken now."""
        self.deaf = self.mute = self.dead_control = False
        held, self._held = self._held, []
        for request in held:
            self.asked(request)

    def halt(self, address: int) -> None:
        """The endpoint stalls until the host clears it."""
        self.halted.add(address)
        while self._reads[address]:
            self.plug.answer(self._reads[address].popleft().number, -errno.EPIPE)

    def fail(self, times: int) -> None:
        """Bus errors, as of a bad cable."""
        self.failing = times
        self._serve_reads(self.ep_in)

    # ---- the plug ----
    async def put(self, port: int | None = None) -> int:
        self._to_host.clear()
        self._reads.clear()
        self._held.clear()
        self.halted.clear()
        return await self.plug.put(port)

    def pull(self) -> None:
        self.plug.pull()

    # ---- what the host asks ----
    def asked(self, request: Request) -> None:
        if request.endpoint & ~IN == 0:
            self._asked_control(request)
        elif request.endpoint in self.halted:
            self.plug.answer(request.number, -errno.EPIPE)
        elif request.endpoint & IN:
            self._reads[request.endpoint].append(request)
            self._serve_reads(request.endpoint)
        elif self.deaf:
            self._held.append(request)
        else:
            self.plug.answer(request.number, taken=len(request.data))
            self.heard(request.data)

    def unlinked(self, number: int) -> bool:
        for queue in (*self._reads.values(), self._held):
            for request in queue:
                if request.number == number:
                    queue.remove(request)
                    return True
        return False

    def give(self, data: bytes, address: int | None = None) -> None:
        where = self.ep_in if address is None else address
        if not self.mute and self.plug.is_in:
            self._to_host[where] += data
            self._serve_reads(where)

    def _serve_reads(self, address: int) -> None:
        reads = self._reads[address]
        while reads and self.failing:
            self.failing -= 1
            self.plug.answer(reads.popleft().number, -errno.EPROTO)
        while reads and self._to_host[address] and not self.mute:
            request = reads.popleft()
            data = self.packet(self._to_host[address], request.length)
            self.plug.answer(request.number, data=data)

    def packet(self, waiting: bytearray, most: int) -> bytes:
        data = bytes(waiting[:most])
        del waiting[:most]
        return data

    # ---- its control pipe ----
    def _asked_control(self, request: Request) -> None:
        if self.dead_control:
            self._held.append(request)
            return
        kind, number, value, index, _ = struct.unpack("<BBHHH", request.setup)
        self.controls.append((kind, number, value, index, request.data))
        standard = kind & KIND == STANDARD
        answer = (
            self._standard(kind, number, value, index)
            if standard
            else self.request(kind, number, value, index, request.data)
        )
        if answer is None:
            self.plug.answer(request.number, -errno.EPIPE)
        elif request.endpoint & IN:
            self.plug.answer(request.number, data=answer[: request.length])
        else:
            self.plug.answer(request.number, taken=len(request.data))

    def request(self, kind: int, number: int, value: int, index: int, data: bytes) -> bytes | None:
        """Of a class or a vendor; None = it stalls."""
        return None

    def described(self, what: int) -> bytes | None:
        """A descriptor of a class."""
        return None

    def _standard(self, kind: int, number: int, value: int, index: int) -> bytes | None:
        if number == GET_DESCRIPTOR:
            return self._descriptor(value >> 8, value & 0xFF)
        if number == CLEAR_FEATURE and kind == TO_ENDPOINT:
            self.halted.discard(index & 0xFF)
        return ANSWERS.get(number)

    def _descriptor(self, what: int, nth: int) -> bytes | None:
        if what == DEVICE:
            return struct.pack(
                *("<BBHBBBBHHHBBBB", 18, DEVICE, 0x0200, self.kind, 0, 0, 64, *self.ids),
                *(self.release, 1, 2, 3 if self._texts[3] else 0, 1),
            )
        if what == CONFIGURATION:
            body = self.configuration()
            head = (9, CONFIGURATION, 9 + len(body), self.interfaces, 1, 0, 0x80, 50)
            return struct.pack("<BBHBBBBB", *head) + body
        if what == STRING and nth < len(self._texts):
            text = self._texts[nth].encode("utf-16-le") if nth else LANGUAGES
            return bytes([len(text) + 2, STRING]) + text
        return self.described(what)

    def configuration(self) -> bytes:
        return (
            interface(0, 2, 0xFF, 0, 0)
            + endpoint(self.ep_in, BULK, 64)
            + endpoint(self.ep_out, BULK, 64)
        )


class Acm(Gadget):
    """A board with a CDC-ACM port of its own: cdc_acm, /dev/ttyACM*."""

    ids = (0x1209, 0xDA05)
    kind, interfaces = 2, 2
    SET_LINE_CODING, GET_LINE_CODING, SET_CONTROL_LINE_STATE = 0x20, 0x21, 0x22

    def __init__(self, serial: str = "", *, model: str = "Gadget") -> None:
        super().__init__(serial, model=model)
        self.coding = struct.pack("<IBBB", 115200, 0, 0, 8)
        self.wires: list[int] = []
        """Each state of DTR (bit 0) and RTS (bit 1) that the host has set."""

    def configuration(self) -> bytes:
        functions = bytes([5, 0x24, 0, 0x10, 1, 4, 0x24, 2, 2, 5, 0x24, 6, 0, 1])
        return (
            interface(0, 1, 2, 2, 1)
            + functions
            + endpoint(0x83, INTERRUPT, 8, 10)
            + interface(1, 2, 10, 0, 0)
            + endpoint(0x81, BULK, 64)
            + endpoint(0x01, BULK, 64)
        )

    def request(self, kind: int, number: int, value: int, index: int, data: bytes) -> bytes | None:
        if number == self.SET_LINE_CODING:
            self.coding = data
        elif number == self.SET_CONTROL_LINE_STATE:
            self.wires.append(value & 3)
        return self.coding if number == self.GET_LINE_CODING else b""


class Ftdi(Gadget):
    """An FT232R: ftdi_sio, /dev/ttyUSB*. Each packet begins with two bytes of status."""

    ids, release = (0x0403, 0x6001), 0x0600
    ep_out = 0x02
    STATUS = b"\x01\x60"
    GET_MODEM_STATUS, SET_LATENCY, GET_LATENCY, READ_EEPROM = 5, 9, 10, 0x90

    def __init__(self, serial: str = "", *, model: str = "FT232R USB UART") -> None:
        super().__init__(serial, model=model)
        self.latency_ms = 16

    def packet(self, waiting: bytearray, most: int) -> bytes:
        packets = b""
        while waiting and len(packets) + 64 <= most:
            packets += self.STATUS + bytes(waiting[:62])
            del waiting[:62]
        return packets

    def request(self, kind: int, number: int, value: int, index: int, data: bytes) -> bytes | None:
        if number == self.SET_LATENCY:
            self.latency_ms = value
        if number == self.GET_LATENCY:
            return bytes([self.latency_ms])
        return {self.GET_MODEM_STATUS: self.STATUS, self.READ_EEPROM: bytes(2)}.get(number, b"")


class Hid(Gadget):
    """A HID device with one IN endpoint; reports to it go through its control pipe."""

    report = b""
    """Its report descriptor."""
    boot, size = (0, 0), 8
    SET_REPORT = 0x09

    def configuration(self) -> bytes:
        hid = struct.pack("<BBHBBBH", 9, HID, 0x0111, 0, 1, REPORT, len(self.report))
        return interface(0, 1, 3, *self.boot) + hid + endpoint(self.ep_in, INTERRUPT, self.size, 10)

    def described(self, what: int) -> bytes | None:
        return self.report if what == REPORT else None

    def packet(self, waiting: bytearray, most: int) -> bytes:
        return super().packet(waiting, min(most, self.size))

    def request(self, kind: int, number: int, value: int, index: int, data: bytes) -> bytes | None:
        if number == self.SET_REPORT and not self.deaf:
            self.heard(bytes([value & 0xFF]) + data)
        return b""


class Keyboard(Hid):
    """A boot keyboard: a keypad, or a badge reader that types."""

    ids, boot = (0x04D9, 0xA02A), (1, 1)
    report = bytes.fromhex(
        "05010906a101050719e029e7150025017501950881029501750881019506750815002"
        "6ff00050719002aff008100c0"
    )

    def __init__(self, ids: tuple[int, int] = ids, *, model: str = "Keypad") -> None:
        super().__init__(model=model)
        self.ids = ids


class Scanner(Hid):
    """A point-of-sale scanner of usage page 8C: 64 bytes a report, the number 2 before it."""

    ids, size = (0x0C2E, 0x0B87), 64
    report = bytes.fromhex("068c000902a1018502150026ff007508953f09fe8102c0")


class Lamp(Hid):
    """A blink(1) or a BlinkStick: it takes feature report 1 and gives nothing."""

    report = bytes.fromhex("0600ff0901a101150026ff007508850195080901b102c0")

    def __init__(self, ids: tuple[int, int]) -> None:
        super().__init__("LAMP-1", model="Lamp")
        self.ids = ids
