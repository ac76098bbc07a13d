"""Frames: what is sent comes out whole, and nothing that a wire brings does harm."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.errors import FrameError
from drivers.frame import BODY_LIMIT, LIMIT, Deframer, cobs_decode, cobs_encode, encode_frame

bodies = st.binary(min_size=1, max_size=BODY_LIMIT)


@pytest.mark.parametrize(
    ("plain", "coded"),
    [
        (b"", "01"),
        (b"\x00", "0101"),
        (b"\x00\x00", "010101"),
        (bytes.fromhex("11220033"), "0311220233"),
        (bytes.fromhex("11223344"), "0511223344"),
        (b"\x01" * 253, "fe" + "01" * 253),
        (b"\x01" * 254, "ff" + "01" * 254),
        (b"\x01" * 255, "ff" + "01" * 254 + "0201"),
        (b"\x01" * 254 + b"\x00", "ff" + "01" * 254 + "0101"),
    ],
)
def test_cobs_agrees_with_published_examples(plain: bytes, coded: str) -> None:
    """Cheshire and Baker, section on encoding; the limits of a run are 254 bytes."""
    assert cobs_encode(plain).hex() == coded
    assert cobs_decode(bytes.fromhex(coded)) == plain


@given(st.lists(st.sampled_from([0, 1, 255]), max_size=800))
def test_cobs_round_trips_and_holds_no_zero(values: list[int]) -> None:
    """R1: the delimiter is never inside."""
    coded = cobs_encode(bytes(values))

    assert 0 not in coded
    assert cobs_decode(coded) == bytes(values)


@given(st.lists(bodies, max_size=5), st.integers(1, 40))
def test_frames_come_out_whole_in_chunks_of_any_size(sent: list[bytes], chunk: int) -> None:
    """R1: one byte at a time or glued together, the same bodies in the same order."""
    wire = b"".join(encode_frame(body) for body in sent)
    deframer = Deframer()
    got = [b for at in range(0, len(wire), chunk) for b in deframer.feed(wire[at : at + chunk])]

    assert got == sent
    assert (deframer.counts.good, deframer.counts.bad) == (len(sent), 0)


@given(st.lists(st.binary(max_size=700), max_size=20), bodies)
def test_deframer_never_raises_and_is_in_step_after_a_zero(noise: list[bytes], body: bytes) -> None:
    """Case 11: whatever came before, the frame behind a delimiter is read."""
    deframer = Deframer()
    for piece in noise:
        deframer.feed(piece)

    assert body in deframer.feed(b"\x00" + encode_frame(body))


@given(bodies, st.data())
def test_frame_with_a_flipped_bit_gives_no_false_body(body: bytes, data: st.DataObject) -> None:
    """Case 11: CRC-32 finds every single flipped bit."""
    frame = bytearray(encode_frame(body))
    bit = data.draw(st.integers(0, 8 * len(frame) - 1))
    frame[bit // 8] ^= 1 << bit % 8
    got = Deframer().feed(bytes(frame) + b"\x00")

    assert got in ([], [body])


@given(st.lists(bodies, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_damaged_stream_gives_only_what_was_sent_in_order(sent: list[bytes], rng: Random) -> None:
    """Case 11: flipped bits, cut and glued frames, storms of zeros."""
    stream = bytearray(b"".join(encode_frame(body) for body in sent))
    for _ in range(rng.randint(0, 6)):
        at = rng.randrange(len(stream))
        damage = rng.randrange(3)
        if damage == 0:
            stream[at] ^= 1 << rng.randrange(8)
        elif damage == 1 and len(stream) > 1:
            del stream[at]
        else:
            stream[at:at] = bytes(rng.randint(1, 5))
    got = Deframer().feed(bytes(stream) + b"\x00")

    left = iter(sent)
    assert all(any(body == other for other in left) for body in got)


def test_endless_frame_is_dropped_and_counted_once() -> None:
    """R1: a length limit; memory does not grow with what a wire brings."""
    deframer = Deframer()
    for _ in range(1000):
        assert deframer.feed(b"\x55" * 999) == []
    after = deframer.feed(b"\x00" + encode_frame(b"ok"))

    assert after == [b"ok"]
    assert (deframer.counts.oversize, deframer.counts.good) == (1, 1)


def test_bad_frames_are_counted_by_kind() -> None:
    """R1: dropped and counted, never used in part."""
    deframer = Deframer()
    good = encode_frame(b"body")
    deframer.feed(b"\x00\x00\x00")
    deframer.feed(bytes([good[0] + 90]) + good[1:])
    deframer.feed(good[:1] + b"c" + good[2:])
    deframer.feed(b"\x03\x01\x02\x00")

    counts = deframer.counts
    assert (counts.good, counts.malformed, counts.crc, counts.oversize) == (0, 2, 1, 0)


@pytest.mark.parametrize("size", [0, BODY_LIMIT + 1])
def test_body_that_does_not_fit_is_not_encoded(size: int) -> None:
    """R1: the sender keeps the limit too."""
    with pytest.raises(FrameError, match=f"length {size}"):
        encode_frame(bytes(size))


def test_largest_body_keeps_the_limit() -> None:
    """R1: 512 bytes without the delimiter."""
    assert len(encode_frame(b"\x01" * BODY_LIMIT)) <= LIMIT + 1


@pytest.mark.parametrize("coded", [b"\x03\x00\x01", b"\x01\x00", b"\x09a"])
def test_cobs_that_is_none_is_an_error(coded: bytes) -> None:
    """A zero inside, or a run past the end."""
    with pytest.raises(FrameError):
        cobs_decode(coded)


def test_frame_error_tells_no_byte() -> None:
    """1.2: bytes that may hold a card are never shown."""
    with pytest.raises(FrameError) as caught:
        cobs_decode(b"\x09KsAs")

    assert str(caught.value) == "run past the end (length 5, offset 0)"
    assert "Ks" not in repr(caught.value)
