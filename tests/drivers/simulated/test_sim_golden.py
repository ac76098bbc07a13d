"""The simulated far end sends and obeys the frames of PROTOCOL.md, byte by byte."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from drivers.frame import Deframer, encode_frame
from drivers.reading import Concealed
from drivers.sim.devices.far_end import FarEnd
from drivers.sim.devices.mechanism import Identity
from drivers.sim.devices.wheel import Wheel
from drivers.sim.line import Line
from drivers.sim.physical.world import World
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import BODIES, OPTIONAL, Code
from drivers.tablelink.messages.fields import Cursor

VECTORS = msgspec.json.decode(
    (Path(__file__).parents[1] / "vectors" / "tablelink.json").read_bytes()
)
FRAMES = {v["name"]: bytes.fromhex(v["frame"]) for v in VECTORS}
FIELDS: dict[str, dict[str, Any]] = {v["name"]: v["fields"] for v in VECTORS}
EVENTS = [
    name
    for name, fields in FIELDS.items()
    if fields.get("code") in BODIES and fields["flags"] != wire.RESENT
]


class LoadedDice(Random):
    """Every boot id begins alike, as in the vectors."""

    def randbytes(self, n: int) -> bytes:
        return bytes.fromhex("0011223344556677")[:n]


def second_boot() -> FarEnd:
    """Return a device that has started for the second time, at 0 s, and was greeted."""
    identity = Identity(
        *("shoe_scanner", "SC-8", "SH-0007", ("locked", "lamp"), "Acme", "2.4.1"),
        firmware_hash=bytes.fromhex("deadbeef"),
    )
    end = FarEnd(Line(), identity, LoadedDice())
    end.restart()
    end.feed(FRAMES["hello_ack"])
    end.line.take()
    return end


def values_of(code: int, body: bytes) -> dict[str, Any]:
    cursor, fields = Cursor(body), BODIES[code][1]
    values = {name: field.take(cursor) for name, field in fields}
    behind = cursor.optional()
    for tag, name, field in OPTIONAL.get(code, ()):
        values |= {name: field.take(Cursor(behind[tag]))} if tag in behind else {}
    return {n: body[:2] if isinstance(v, Concealed) else v for n, v in values.items()}


@pytest.mark.parametrize("name", EVENTS)
def test_event_leaves_the_device_as_the_protocol_prints_it(name: str) -> None:
    fields, end = FIELDS[name], second_boot()
    end.retained.n = fields["n"] - 1
    end.line.now_s = fields["ms"] / 1000

    end.event(Code(fields["code"]), **values_of(fields["code"], bytes.fromhex(fields["body"])))

    assert end.line.take() == FRAMES[name]


def test_event_is_sent_again_as_the_protocol_prints_it() -> None:
    end = second_boot()
    end.retained.n, end.line.now_s = 6, 61.0
    end.event(Code.CARD_DRAWN, card=b"As")
    end.line.take()

    end.line.now_s += 0.2
    end.tick()

    assert end.line.take() == FRAMES["card_drawn_again"]


@pytest.mark.parametrize("ping", ["ping", "ping_with_optional_field"])
def test_ping_is_answered_as_the_protocol_prints_it(ping: str) -> None:
    end = second_boot()
    end.state, end.retained.n, end.retained.acked = 3, 9, 6

    end.feed(FRAMES[ping])

    assert end.line.take() == FRAMES["pong"]


def test_hello_says_all_that_the_protocol_prints() -> None:
    """But that it is simulated, and the boot that the printed one carries over."""
    end = second_boot()
    end.state, end.retained.n, end.retained.acked, end.moved = 3, 9, 6, 123456

    end.feed(FRAMES["hello_request"])

    carried = tuple(wire.Carried(**each) for each in FIELDS["hello"]["carried"])
    expected = wire.decode(_body(FRAMES["hello"]))
    said = wire.decode(_body(end.line.take()))
    assert isinstance(said, wire.Hello)
    assert said.simulated
    assert msgspec.structs.replace(said, simulated=False, carried=carried) == expected


def test_spin_is_asked_for_accepted_and_looked_up_as_the_protocol_prints_it() -> None:
    wheel = Wheel(World(Random(1)), LoadedDice())
    wheel.pull("reboot")
    wheel.feed(FRAMES["hello_ack"])
    wheel.take()
    wheel.end.state, wheel.end.retained.n = 3, 9

    wheel.feed(FRAMES["command_query"])
    assert wheel.take() == FRAMES["never_seen"]

    wheel.feed(FRAMES["command_spin"])
    assert wheel.take() == FRAMES["accepted"]

    wheel.feed(FRAMES["command_spin"])
    assert wheel.take() == FRAMES["accepted"]
    assert wheel.end.moved == 1


def test_command_that_expects_another_state_is_rejected_as_the_protocol_prints_it() -> None:
    wheel = Wheel(World(Random(1)), LoadedDice())
    wheel.pull("reboot")
    wheel.feed(FRAMES["hello_ack"])
    wheel.take()

    wheel.feed(FRAMES["command_spin"])

    assert wheel.take() == FRAMES["rejected"]


def test_busy_device_answers_as_the_protocol_prints_it() -> None:
    wheel = Wheel(World(Random(1)), LoadedDice())
    wheel.pull("busy", 10)

    wheel.feed(FRAMES["command_spin"])

    assert wheel.take() == FRAMES["busy"]


def test_level_is_confirmed_as_the_protocol_prints_it() -> None:
    """The change itself counts in the state number."""
    wheel = Wheel(World(Random(1)), LoadedDice())
    wheel.pull("reboot")
    wheel.feed(FRAMES["hello_ack"])
    wheel.take()
    wheel.end.state = 4

    wheel.feed(FRAMES["level_armed"])
    assert wheel.take() == FRAMES["level_state"]

    wheel.feed(FRAMES["level_armed"])
    assert wheel.take() == FRAMES["level_state"]


def test_event_ack_of_the_protocol_ends_the_resends() -> None:
    end = second_boot()
    for _ in range(9):
        end.event(Code.CARD_NOT_READ)
    end.line.take()

    end.feed(FRAMES["event_ack"])
    end.line.now_s = 100
    end.tick()

    assert not end.line.take()


def _body(frame: bytes) -> bytes:
    (body,) = Deframer().feed(frame)
    assert encode_frame(body) == frame
    return body
