"""What a wire brought may be shown to anybody: of an event nothing but its name is left."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.frame import encode_frame
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.masked import KEPT, NAMED_BYTES, Ring

VECTORS = msgspec.json.decode(
    (Path(__file__).parents[1] / "vectors" / "tablelink.json").read_bytes()
)
BOOT = "11" * 12


def event(code: int, body: bytes, flags: int = 0, ms: int = 5) -> bytes:
    return encode_frame(wire.encode(wire.Event(BOOT, 7, ms, code, flags, body)))


@given(code=st.integers(0, 255), body=st.binary(max_size=200), flags=st.integers(0, 3))
def test_every_event_of_a_name_looks_alike_whatever_it_says(
    code: int, body: bytes, flags: int
) -> None:
    """Neither face nor kind nor length may be seen; a cover card looks like an ace."""
    ring, other = Ring(), Ring()
    (shown,) = ring.take(1.0, "<", event(code, body, flags))
    (ace,) = other.take(1.0, "<", event(0x10, b"As"))

    assert shown == ace
    assert len(shown.body) == NAMED_BYTES
    assert shown.text == "       1.000 < EVENT 7 of boot 11111111, masked"


@given(st.binary(max_size=300))
def test_whatever_the_wire_brings_is_shown_without_a_byte_of_it(data: bytes) -> None:
    ring = Ring()
    for at in range(0, len(data), 7):
        ring.take(0.0, "<", data[at : at + 7])
    ring.take(0.0, "<", b"\x00" + encode_frame(b"\xe0As" + data))

    assert all(len(line) < 800 for line in ring.lines())
    assert ring.lines()[-1].endswith("a frame that is no message")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_every_golden_frame_is_a_line(vector: dict[str, str]) -> None:
    (shown,) = Ring().take(2.0, "<", bytes.fromhex(vector["frame"]))
    words = shown.text.split()

    assert words[2] in wire.Op.__members__
    if words[2] == "EVENT":
        assert words[-1] == "masked"


def test_message_of_the_future_keeps_its_secret() -> None:
    """A sealed frame, or one of a later version, may hold a card: only its opcode is kept."""
    (shown,) = Ring().take(0.0, "<", encode_frame(b"\xe0\x10As"))

    assert shown.body == b"\xe0"


def test_ring_keeps_the_last_and_hands_them_over_once() -> None:
    ring = Ring()
    for token in range(200):
        ring.take(float(token), ">", encode_frame(wire.encode(wire.Ping(token))))
    parts = list(ring.hand_over(400))

    assert sum(map(len, parts)) == KEPT
    assert all(sum(map(len, part)) <= 400 for part in parts)
    assert "PING token=199" in parts[-1][-1]
    assert list(ring.hand_over(400)) == []


def test_wire_of_a_vendor_shows_time_and_direction_only() -> None:
    """The length of its words says what a card is: `10` is longer than `A`."""
    ring = Ring(tablelink=False)
    for at, data in ((1.0, b"10\r\n"), (1.01, b"x"), (2.0, b"A\r\n")):
        ring.take(at, "<", data)

    assert ring.lines() == ("       1.000 < bytes", "       2.000 < bytes")
