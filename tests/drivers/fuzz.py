"""Every decoder against whatever a wire may bring: `make fuzz`, 20 minutes; a short form is a test.

Inputs are golden bytes that were flipped, cut, doubled, joined and filled with noise. A decoder may
raise its own error and nothing else, keeps no more than its bound, and gives the same whatever the
size of the pieces in which the bytes come.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from controller.console.web import taps
from drivers.angel_eye import frames as angel_eye
from drivers.bee_tek.tokens import Tokens
from drivers.bench.decks import parse as parse_deck
from drivers.cammegh import lines as cammegh
from drivers.errors import FrameError, Refused
from drivers.event import UnknownEvent
from drivers.frame import LIMIT, Deframer, cobs_decode
from drivers.hid import pos, typed
from drivers.link.serial import line_of
from drivers.link.usb_claim import parse_where
from drivers.tablelink.messages import verbs, wire
from drivers.tablelink.messages.events import Code, to_reading
from drivers.tablelink.messages.masked import Ring
from tests.drivers.tablelink.reference import firmware

VECTORS = Path(__file__).parent / "vectors"
Fuzz = Callable[[bytes, int], None]
"""Bytes, and the size of the pieces in which they come."""


@cache
def golden(name: str) -> tuple[bytes, ...]:
    """The bytes of a file of vectors."""
    rows = msgspec.json.decode((VECTORS / f"{name}.json").read_bytes(), type=list[dict[str, Any]])
    found = (row.get("frame") or row.get("hex") or "" for row in rows)
    return tuple(bytes.fromhex(text) for text in found if text)


@st.composite
def spoiled(draw: st.DrawFn, name: str) -> bytes:
    """A few golden pieces one behind the other, some of them spoiled."""
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        piece = bytearray(draw(st.sampled_from(golden(name))))
        for _ in range(draw(st.integers(0, 4))):
            at = draw(st.integers(0, max(0, len(piece) - 1)))
            match draw(st.integers(0, 4)):
                case 0 if piece:
                    piece[at] ^= 1 << draw(st.integers(0, 7))
                case 1:
                    del piece[at : at + draw(st.integers(1, 8))]
                case 2:
                    piece[at:at] = draw(st.binary(max_size=12))
                case 3:
                    piece += piece[at:]
                case _ if piece:
                    piece[at] = draw(st.sampled_from((0, 1, 0x7F, 0x80, 0xFF)))
        parts.append(bytes(piece))
    return b"".join(parts)[:4096]


def in_pieces(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def same(build: Callable[[], Callable[[bytes], list[Any]]], data: bytes, size: int) -> list[Any]:
    """Fed at once and in pieces a decoder finds the same."""
    whole = build()(data)
    feed = build()
    assert [one for piece in in_pieces(data, size) for one in feed(piece)] == whole
    return whole


# ---- tablelink ----
def frames(data: bytes, size: int) -> None:
    for body in same(lambda: Deframer().feed, data, size):
        assert 0 < len(body) <= LIMIT
        message(body, size)


def message(body: bytes, _: int) -> None:
    try:
        decoded = wire.decode(body)
    except FrameError:
        return
    assert wire.decode(wire.encode(decoded)) == decoded
    repr(decoded)
    if isinstance(decoded, wire.Event):
        found = to_reading(decoded, "device", body, frozenset(Code))
        assert found.event.n == decoded.n
        assert isinstance(found.event, UnknownEvent) or decoded.code in set(Code)
    if isinstance(decoded, wire.Command):
        for read in (verbs.spun_for, verbs.reported):
            _only(FrameError, partial(read, decoded.args))


def cobs(data: bytes, _: int) -> None:
    _only(FrameError, lambda: cobs_decode(data))


def masked(data: bytes, size: int) -> None:
    ring = Ring()
    for piece in in_pieces(data, size):
        ring.take(0.0, "<", piece)
    assert len("".join(ring.lines())) < 64 * 2000


def reference(data: bytes, size: int) -> None:
    """The firmware that engineers begin with."""
    module = _firmware()
    store = module.Store()
    device = module.Shoe(store, "REF-1", bytes, lambda: 0, bench=True)
    for piece in in_pieces(data, size):
        device.feed(piece)
    assert len(store.kept) <= 64
    device.feed(b"\x00")


@cache
def _firmware() -> Any:
    return firmware()


# ---- vendors ----
def angel(data: bytes, size: int) -> None:
    for item in same(lambda: angel_eye.Decoder().feed, data, size):
        repr(item)


def bee(data: bytes, size: int) -> None:
    for bare in (False, True):
        tokens = Tokens(bare=bare, suit_first=bare)
        for piece in in_pieces(data, size):
            for item in tokens.feed(piece, 0.0):
                repr(item)
        tokens.give_up()


def slingshot(data: bytes, size: int) -> None:
    for line in same(lambda: cammegh.Lines().feed, data, size):
        if (decoded := cammegh.decode(line)) is not None:
            assert cammegh.decode(cammegh.encode(decoded).removesuffix(b"\r\n")) == decoded


# ---- HID ----
def scanner(data: bytes, size: int) -> None:
    for text in same(lambda: pos.Scans().feed, data, size):
        assert len(text) <= pos.LONGEST


def keyboard(data: bytes, size: int) -> None:
    whole, part = typed.Typed().feed(data), typed.Typed()
    assert "".join(part.feed(piece) for piece in in_pieces(data, size)) == whole


# ---- what people write ----
def deck(data: bytes, _: int) -> None:
    _only(Refused, lambda: parse_deck(data.decode("utf-8", "replace")))


def port(data: bytes, _: int) -> None:
    text = data.decode("utf-8", "replace")
    _only(Refused, lambda: parse_where(text))
    _only((Refused, ValueError), lambda: line_of(text))


def tap(data: bytes, _: int) -> None:
    _only(taps.BadTap, lambda: taps.decode(data, by="a", rank="dealer", where="dealer"))


def _only(errors: type[Exception] | tuple[type[Exception], ...], act: Callable[[], object]) -> None:
    try:
        act()
    except errors:
        return


DECODERS: dict[str, tuple[Fuzz, st.SearchStrategy[bytes]]] = {
    "frames": (frames, spoiled("tablelink")),
    "messages": (message, st.binary(min_size=1, max_size=505)),
    "cobs": (cobs, st.binary(max_size=600)),
    "masked": (masked, spoiled("tablelink")),
    "reference": (reference, spoiled("tablelink")),
    "angel-eye": (angel, spoiled("angel-eye")),
    "bee-tek": (bee, spoiled("bee-tek")),
    "slingshot": (slingshot, spoiled("cammegh")),
    "scanner": (scanner, spoiled("hid")),
    "keyboard": (keyboard, spoiled("hid")),
    "deck": (deck, st.binary(max_size=300)),
    "port": (port, st.binary(max_size=80)),
    "tap": (tap, st.binary(max_size=300)),
}


def run(name: str, *, examples: int, number: int | None = None) -> None:
    """So many inputs; with a number the same ones each time. Raises: what a decoder raised."""
    fuzz, inputs = DECODERS[name]

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(data=inputs, size=st.integers(1, 80))
    def once(data: bytes, size: int) -> None:
        fuzz(data, size)

    (once if number is None else seed(number)(once))()


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.drivers.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--only", choices=sorted(DECODERS), help="one decoder")
    parser.add_argument("--seed", type=int, default=0, help="the first of the numbers that follow")
    options = parser.parse_args()
    names = [options.only] if options.only else list(DECODERS)
    ends, number, inputs = time.monotonic() + options.minutes * 60, options.seed, 0
    while time.monotonic() < ends:
        for name in names:
            try:
                run(name, examples=500, number=number)
            except Exception:
                print(f"{name}: found with --only {name} --seed {number}")
                raise
            inputs += 500
            if time.monotonic() >= ends:
                break
        number += 1
    print(f"{len(names)} decoders, {inputs:,} inputs, numbers {options.seed} to {number}: nothing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
