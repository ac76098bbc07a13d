"""Tablelink messages: byte by byte as PROTOCOL.md has them, in both directions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import drivers
from drivers.errors import FrameError
from drivers.event import CardDrawn, SpinDone, UnknownEvent
from drivers.frame import Deframer, encode_frame
from drivers.reading import open_concealed
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import BODIES, Code, pack_body, to_reading
from drivers.tablelink.messages.resent import without_resent

VECTORS = Path(__file__).parents[1] / "vectors" / "tablelink.json"
PROTOCOL = Path(drivers.__file__).parent / "PROTOCOL.md"
ALL = frozenset(Code)


class Vector(msgspec.Struct):
    name: str
    frame: str
    message: str
    fields: dict[str, Any]


GOLDEN = msgspec.json.decode(VECTORS.read_bytes(), type=list[Vector])


def from_vector(vector: Vector) -> wire.Message:
    kind = getattr(wire, vector.message)
    values = dict(vector.fields)
    for name in ("body", "args", "firmware_hash"):
        if name in values:
            values[name] = bytes.fromhex(values[name])
    if "carried" in values:
        values["carried"] = tuple(wire.Carried(**c) for c in values["carried"])
        values["capabilities"] = tuple(values["capabilities"])
    message: wire.Message = kind(**values)
    return message


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda v: v.name)
def test_golden_frame_means_what_the_vector_says(vector: Vector) -> None:
    """The vectors were built without this package's code."""
    frame = bytes.fromhex(vector.frame)
    (body,) = Deframer().feed(frame)
    message = from_vector(vector)

    assert wire.decode(body) == message
    if "optional" not in vector.name:
        assert encode_frame(wire.encode(message)) == frame


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda v: v.name)
def test_protocol_document_shows_the_golden_frame(vector: Vector) -> None:
    """PROTOCOL.md is the specification: its examples are the vectors."""
    assert f"| {vector.name} | `{vector.frame}` |" in PROTOCOL.read_text()


def test_every_message_and_event_has_a_golden_frame() -> None:
    """Nothing on the wire is without an example."""
    codes = {v.fields["code"] for v in GOLDEN if v.message == "Event"}

    assert {kind.__name__ for kind in wire.MESSAGES.values()} == {v.message for v in GOLDEN}
    assert set(BODIES) <= codes


texts = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")), max_size=60
)
boots = st.binary(min_size=12, max_size=12).map(bytes.hex)
u8, u16, u32, u64 = (st.integers(0, 2**bits - 1) for bits in (8, 16, 32, 64))
carried = st.builds(wire.Carried, boots, u32, u32)
messages = st.one_of(
    st.builds(wire.HelloRequest),
    st.builds(
        wire.Hello,
        version_low=u8,
        version_high=u8,
        role=texts,
        vendor=texts,
        model=texts,
        serial=texts,
        firmware=texts,
        firmware_hash=st.binary(max_size=64),
        capabilities=st.lists(texts, max_size=4).map(tuple),
        frame_limit=u16,
        events_kept=u16,
        results_kept=u16,
        key_id=u16,
        simulated=st.booleans(),
        boot=boots,
        reset_cause=texts,
        last_event=u32,
        acked=u32,
        accepted=u64,
        carried=st.lists(carried, max_size=3).map(tuple),
        moved=u64,
        state=u32,
    ),
    st.builds(wire.HelloAck, u8, boots, u64, texts, u64),
    st.builds(wire.Ping, u32),
    st.builds(wire.Pong, u32, boots, u32, u32, u32),
    st.builds(wire.Event, boots, u32, u64, u8, u8, st.binary(max_size=200)),
    st.builds(wire.EventAck, boots, u32),
    st.builds(wire.Command, u64, boots, u32, u32, u8, st.binary(max_size=40)),
    st.builds(wire.CommandReply, u64, u8, u32, texts),
    st.builds(wire.Progress, u64, u32, u32),
    st.builds(wire.CommandQuery, u64),
    st.builds(wire.CommandState, u64, u8, u32, u32, u32, u32, texts),
    st.builds(wire.Level, u8, u32),
    st.builds(wire.LevelState, u8, u32, u32),
    st.builds(wire.Telemetry, texts, u32),
)


@given(messages)
def test_message_survives_the_wire(message: wire.Message) -> None:
    """R11: what is packed is taken back, field by field."""
    assert wire.decode(wire.encode(message)) == message


@given(messages, u8, st.binary(max_size=255))
def test_unknown_optional_fields_are_skipped_by_length(
    message: wire.Message, tag: int, value: bytes
) -> None:
    """R11: a later minor version may add fields behind the known ones."""
    longer = wire.encode(message) + bytes([tag, len(value)]) + value

    assert wire.decode(longer) == message


@given(messages, st.data())
def test_message_cut_short_is_a_frame_error(message: wire.Message, data: st.DataObject) -> None:
    """1.3: no field is made up."""
    whole = wire.encode(message)
    cut = data.draw(st.integers(0, len(whole) - 1))

    with pytest.raises(FrameError):
        wire.decode(whole[:cut])


@given(st.binary(max_size=300))
def test_decoding_arbitrary_bytes_gives_a_message_or_a_frame_error(data: bytes) -> None:
    """Case 11: nothing else is raised, and the text shows no byte."""
    try:
        told = wire.decode(data).op.name
    except FrameError as error:
        told = str(error)

    assert told in wire.Op.__members__ or f"(length {len(data)}, offset " in told


@given(st.binary(max_size=60), u8, st.sampled_from([0, 1, 2, 3]))
def test_any_event_becomes_a_reading(body: bytes, code: int, flags: int) -> None:
    """R11: what cannot be named is an unknown event, never dropped."""
    event = wire.Event("00" * 12, 1, 2, code, flags, body)
    reading = to_reading(event, "shoe", b"raw", ALL)

    assert (reading.event.device, reading.event.n) == ("shoe", 1)
    if code not in BODIES:
        assert isinstance(reading.event, UnknownEvent)
        assert reading.event.critical == bool(flags & wire.CRITICAL)


@given(st.builds(wire.Event, boots, u32, u64, u8, u8, st.binary(max_size=50)))
def test_resend_flag_is_no_part_of_the_event_s_own_bytes(event: wire.Event) -> None:
    """controller/README 2: a repeat is compared over the bytes that stay the same."""
    first = msgspec.structs.replace(event, flags=event.flags & ~wire.RESENT)
    again = msgspec.structs.replace(event, flags=event.flags | wire.RESENT)

    assert without_resent(wire.encode(again)) == wire.encode(first)


def test_card_travels_concealed() -> None:
    """1.2: neither the message nor the reading shows it."""
    body = pack_body(Code.CARD_DRAWN, card=b"Qh")
    event = wire.Event("00" * 12, 1, 2, Code.CARD_DRAWN, 0, body)
    reading = to_reading(event, "shoe", wire.encode(event), ALL)

    assert isinstance(reading.event, CardDrawn)
    assert open_concealed(reading.secret) == b"Qh"
    assert "Qh" not in repr(event) + repr(reading)


@pytest.mark.parametrize(
    "message",
    [
        wire.Ping(-1),
        wire.Ping(2**32),
        wire.Telemetry("x" * 256, 1),
        wire.EventAck("00", 1),
    ],
)
def test_value_that_does_not_fit_is_not_sent(message: wire.Message) -> None:
    """Nothing is cut silently."""
    with pytest.raises(FrameError):
        wire.encode(message)


@pytest.mark.parametrize(
    ("told", "turns", "direction"),
    [
        ({"turns": 4, "direction": "anticlockwise"}, 4, "anticlockwise"),
        ({"turns": None}, None, ""),
        ({"turns": 400}, 254, ""),
    ],
)
def test_wheel_tells_turns_and_direction_or_leaves_them_out(
    told: dict[str, object], turns: int | None, direction: str
) -> None:
    body = pack_body(Code.SPIN_DONE, order=9, section="6", **told)
    event = wire.Event("00" * 12, 1, 0, Code.SPIN_DONE, 0, body)

    found = to_reading(event, "wheel", b"", ALL).event

    assert isinstance(found, SpinDone)
    assert (found.turns, found.direction) == (turns, direction)


def test_wheel_names_the_wager_that_it_spun_for() -> None:
    body = pack_body(Code.SPIN_DONE, order=9, section="350", turns=4, wager="xtreme")
    event = wire.Event("00" * 12, 1, 0, Code.SPIN_DONE, 0, body)

    found = to_reading(event, "wheel", b"", ALL).event

    assert isinstance(found, SpinDone)
    assert (found.wager, found.direction) == ("xtreme", "")


def test_direction_of_the_future_is_not_told() -> None:
    body = pack_body(Code.SPIN_DONE, order=9, section="6", turns=4) + bytes([1, 1, 9, 7, 1, 0])
    event = wire.Event("00" * 12, 1, 0, Code.SPIN_DONE, 0, body)

    found = to_reading(event, "wheel", b"", ALL).event

    assert isinstance(found, SpinDone)
    assert found.direction == ""


def test_event_body_needs_exactly_its_fields() -> None:
    """A device that forgets one must hear it at once."""
    with pytest.raises(FrameError):
        pack_body(Code.WAGER_SENSED, box=3)
    with pytest.raises(FrameError):
        pack_body(Code.CARD_DRAWN, card=b"10s")
