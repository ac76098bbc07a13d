"""Badges: a number is read whole or not at all, whatever the wire does to its reports."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.event import DeviceUp
from drivers.hid import pos
from drivers.hid.badge import LONGEST, PosScanner, Settings, Wedge
from drivers.hid.pos import Scans, decode
from drivers.hid.typed import TYPES, Typed
from drivers.reading import BadgeRead, open_concealed
from drivers.sim.hid.badge import PosReader, WedgeReader
from drivers.sim.physical.pieces import CannotBe
from tests.kit.wires.vendor import bench

VECTORS = {
    v["name"]: bytes.fromhex(v["hex"])
    for v in msgspec.json.decode((Path(__file__).parents[1] / "vectors" / "hid.json").read_bytes())
}
KINDS: dict[str, Any] = {"wedge": (Wedge, WedgeReader), "scanner": (PosScanner, PosReader)}
WIRES = ("perfect", "one_byte", "delayed", "stalled", "cut")
"""What may happen to bytes behind USB, which itself loses and flips none."""


async def read(
    kind: str, *texts: str, wire: str = "perfect", prefix: str = "", **knobs: Any
) -> list[str]:
    driver, reader = KINDS[kind]
    sim = reader()
    async with bench(driver, Settings(prefix=prefix), sim, kind=wire) as b:
        await asyncio.sleep(1)
        for knob, value in knobs.items():
            sim.pull(knob, value)
        for text in texts:
            sim.hold(text)
            await asyncio.sleep(3)
        await asyncio.sleep(2)
        up, *_ = b.recorder.of(DeviceUp)
        assert up.identity.role == "badge"
        return [open_concealed(one.number).decode() for one in b.recorder.of(BadgeRead)]


@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=pytest.mark.proves(f"badge-{k}", "badge", link="wire")) for k in KINDS],
)
@pytest.mark.parametrize("wire", WIRES)
async def test_each_badge_is_read_once(kind: str, wire: str) -> None:
    texts = ("0004251337", "B:DLR-0042", "Ada.Fox_7")

    assert await read(kind, *texts, wire=wire) == list(texts)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_bears_no_prefix_is_no_badge(kind: str) -> None:
    """A label of a shoe, or somebody's shopping."""
    assert await read(kind, "4006381333931", "B:0042", "B:1", prefix="B:") == ["0042"]


async def test_number_without_its_end_is_none() -> None:
    """A reader that is pulled away, or a person who types."""
    assert await read("wedge", "000425", unended=True) == []


async def test_too_many_keys_at_once_are_nothing() -> None:
    assert await read("wedge", "0042", roll_over=True) == ["0042"]


async def test_long_scan_is_put_together_and_a_cut_one_is_dropped() -> None:
    long = "X" * 60

    assert await read("scanner", long) == [long]
    assert await read("scanner", long, cut=True) == []
    assert await read("scanner", long, other=True) == []
    assert await read("scanner", "0042", shifted=True) == ["0042"]
    assert await read("scanner", "Y" * (LONGEST + 1)) == []


def test_reader_has_the_keys_of_a_keyboard_only() -> None:
    with pytest.raises(CannotBe):
        WedgeReader().hold("ü")


# ---- the vectors of the fact sheet ----
def test_vectors_of_the_scanner_are_read() -> None:
    scans = Scans()

    assert scans.feed(VECTORS["pos_ean13"]) == ["4006381333931"]
    assert scans.feed(VECTORS["pos_c128_badge"]) == ["B:DLR-0042"]
    assert scans.feed(VECTORS["pos_qr_part1"]) == []
    (text,) = scans.feed(VECTORS["pos_qr_part2"])
    assert text == "BADGE1;" + "0" * 49 + "1234"
    assert scans.bad == 0


def test_simulator_says_what_the_vectors_say() -> None:
    sim = PosReader()
    sim.hold("B:DLR-0042")

    assert sim.take() == VECTORS["pos_c128_badge"]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_report_that_is_none_is_dropped(at: int) -> None:
    """A length above 56, another id, no AIM id."""
    report = bytearray(VECTORS["pos_ean13"])
    report[at] = 0x39

    assert decode(bytes(report)) is None


def test_vectors_of_the_keyboard_are_typed() -> None:
    typed = Typed()
    up = VECTORS["kp_up"]
    text = "".join(typed.feed(VECTORS[f"kp_{key}"] + up) for key in "0159+-*/.")

    assert text == "0159+-*/."
    assert typed.feed(VECTORS["kp_rollover"]) == ""
    assert typed.feed(VECTORS["kp_Enter"]) == "\n"


def test_key_that_is_held_types_once() -> None:
    typed = Typed()

    assert typed.feed(VECTORS["kp_5"] * 3) == "5"


@given(st.binary(max_size=600), st.integers(1, 70))
def test_decoders_take_whatever_comes_in_pieces_of_any_size(data: bytes, size: int) -> None:
    scans, typed = Scans(), Typed()
    for at in range(0, len(data), size):
        scans.feed(data[at : at + size])
        typed.feed(data[at : at + size])
    scans.forget()

    assert len(scans.feed(VECTORS["pos_ean13"] * 3)) >= 1


@given(st.lists(st.text(sorted(set(TYPES) - {"\n"}), min_size=1, max_size=20), max_size=5))
def test_every_text_is_typed_and_read_back(texts: list[str]) -> None:
    sim, typed = WedgeReader(), Typed()
    for text in texts:
        sim.hold(text)

    assert typed.feed(sim.take()) == "".join(f"{text}\n" for text in texts)


def test_number_is_never_shown() -> None:
    """Whoever knows it can copy the badge."""
    from drivers.reading import Concealed

    assert "0042" not in repr(BadgeRead(device="badge", number=Concealed(b"0042")))


def test_scan_is_bounded() -> None:
    scans, rng = Scans(), Random(1)
    part = bytes([2, 56, *b"]C0"]) + rng.randbytes(56) + bytes([0, 0, 1])
    for _ in range(500):
        scans.feed(part)

    assert len(scans._data) <= pos.LONGEST
