"""The gadgets without a kernel: what they answer to the requests that it would send."""

from __future__ import annotations

import errno
import struct
from collections.abc import Callable

import pytest

from .gadgets import Acm, Ftdi, Gadget, Keyboard, Lamp, Scanner
from .usbip import IN, Request

NOTHING = bytes(8)


class Wire:
    """What would go to the kernel."""

    is_in = True

    def __init__(self) -> None:
        self.answers: dict[int, tuple[int, bytes, int]] = {}

    def answer(self, number: int, status: int = 0, data: bytes = b"", taken: int = 0) -> None:
        assert number not in self.answers
        self.answers[number] = (status, data, taken)


def wired(gadget: Gadget) -> tuple[Gadget, Wire]:
    wire = Wire()
    gadget.plug = wire  # type: ignore[assignment]
    return gadget, wire


def described(gadget: Gadget, what: int, nth: int = 0) -> bytes:
    gadget, wire = wired(gadget)
    setup = struct.pack("<BBHHH", 0x80, 6, what << 8 | nth, 0, 4096)
    gadget.asked(Request(1, IN, 4096, setup, b""))
    return wire.answers[1][1]


@pytest.mark.parametrize(
    "build",
    [
        lambda: Gadget("S"),
        lambda: Acm("S"),
        lambda: Ftdi("S"),
        Keyboard,
        Scanner,
        lambda: Lamp((1, 2)),
    ],
)
def test_descriptors_say_their_own_lengths(build: Callable[[], Gadget]) -> None:
    """USB 2.0, 9.5: the kernel walks from one to the next by the first byte of each."""
    whole = described(build(), 2)
    assert int.from_bytes(whole[2:4], "little") == len(whole)
    at = interfaces = endpoints = promised = 0
    while at < len(whole):
        interfaces += whole[at + 1] == 4
        promised += whole[at + 4] if whole[at + 1] == 4 else 0
        endpoints += whole[at + 1] == 5
        at += whole[at]
    assert at == len(whole)
    assert (interfaces, endpoints) == (whole[4], promised)
    assert described(build(), 1)[0] == 18
    assert described(build(), 3, 2)[2:].decode("utf-16-le")


def test_bytes_wait_for_a_read_and_a_read_for_bytes() -> None:
    """Bulk IN: a packet answers one read."""
    gadget, wire = wired(Gadget())
    gadget.give(b"first")
    gadget.asked(Request(1, 0x81, 64, NOTHING, b""))
    gadget.asked(Request(2, 0x81, 64, NOTHING, b""))
    gadget.give(b"second")

    assert [wire.answers[n][1] for n in (1, 2)] == [b"first", b"second"]
    gadget.asked(Request(3, 0x81, 64, NOTHING, b""))
    assert gadget.unlinked(3)
    assert not gadget.unlinked(2)


def test_each_fault_does_what_it_says() -> None:
    """Stalled until cleared; deaf until it goes on; a bus error so many times."""
    gadget, wire = wired(Gadget())
    heard: list[bytes] = []
    gadget.heard = heard.append
    gadget.asked(Request(1, 0x81, 64, NOTHING, b""))
    gadget.halt(0x81)
    gadget.deaf = True
    gadget.asked(Request(2, 0x01, 2, NOTHING, b"hi"))
    assert wire.answers == {1: (-errno.EPIPE, b"", 0)}
    clear = struct.pack("<BBHHH", 0x02, 1, 0, 0x81, 0)
    gadget.asked(Request(3, 0x00, 0, clear, b""))
    gadget.go_on()
    gadget.asked(Request(4, 0x81, 64, NOTHING, b""))
    gadget.fail(1)
    gadget.asked(Request(5, 0x81, 64, NOTHING, b""))
    gadget.give(b"good again")

    assert heard == [b"hi"]
    assert wire.answers[2] == (0, b"", 2)
    assert wire.answers[4] == (-errno.EPROTO, b"", 0)
    assert wire.answers[5] == (0, b"good again", 0)


def test_adapter_puts_its_status_before_each_packet() -> None:
    """Two bytes of every 64 of an FT232."""
    gadget, wire = wired(Ftdi())
    gadget.give(bytes(100))
    gadget.asked(Request(1, 0x81, 512, NOTHING, b""))

    assert wire.answers[1][1] == Ftdi.STATUS + bytes(62) + Ftdi.STATUS + bytes(38)
