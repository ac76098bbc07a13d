"""`moved` is counted alike by the document, the simulators and the controller (PROTOCOL.md 3.5)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from controller.domain import facts
from controller.procedure.state import ledger
from controller.table.door import fact_of
from controller.table.vault import TableVault
from drivers.frame import Deframer, encode_frame
from drivers.sim.physical.mischief import Mischief
from drivers.sim.rig import Rig
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import BODIES, Code, pack_body, to_reading
from drivers.tablelink.messages.moved import MOVED, moves
from tests.drivers.simulated.test_sim_golden import values_of

from .test_wire import PROTOCOL

ROW = re.compile(r"^\| ([0-9A-F]{2}) \| ([A-Z_]+) \| [a-z_ ]+ \| .* \| ([^|]+) \|$", re.MULTILINE)
SAMPLE: dict[str, Any] = {
    "card": b"As",
    "section": "25",
    "reason": "jam",
    "meter": "100",
    "kind": "xtreme",
    "community": "7",
    "turns": 3,
}


def sample(code: Code, order: int) -> dict[str, Any]:
    said = {name: SAMPLE.get(name, 1) for name, _ in BODIES[code][1]}
    return {**said, "order": order} if "order" in said else said


def counted_by_the_controller(code: Code, values: dict[str, Any]) -> int:
    event = wire.Event("00" * 12, 1, 0, code, 0, pack_body(code, **values))
    reading = to_reading(event, "device", b"", frozenset(Code))
    fact = fact_of(reading, TableVault(bytes(32), lambda n: bytes(n)))
    assert isinstance(fact, facts.Reading)
    return ledger.counts(fact)


def test_document_names_every_event_as_the_table_does() -> None:
    told = {
        int(code, 16): (name, counts) for code, name, counts in ROW.findall(PROTOCOL.read_text())
    }

    assert told == {int(code): (code.name, counts) for code, counts in MOVED.items()}


@pytest.mark.parametrize("code", list(Code), ids=lambda code: code.name)
@pytest.mark.parametrize("order", [0, 7])
def test_controller_counts_each_event_as_the_table_does(code: Code, order: int) -> None:
    values = sample(code, order)

    assert counted_by_the_controller(code, values) == moves(code, values)


class Heard:
    """A host that greets, acknowledges, and counts what it is told."""

    def __init__(self, end: Any) -> None:
        self._end, self.counted, self._n = end, 0, 0

    def listen(self) -> None:
        for body in Deframer().feed(self._end.line.take()):
            message = wire.decode(body)
            if isinstance(message, wire.Hello):
                self.say(wire.HelloAck(1, message.boot, 1))
            elif isinstance(message, wire.Event) and message.n > self._n:
                self._n = message.n
                self.counted += moves(Code(message.code), values_of(message.code, message.body))
                self.say(wire.EventAck(message.boot, message.n))

    def say(self, message: wire.Message) -> None:
        self._end.feed(encode_frame(wire.encode(message)))


@pytest.mark.parametrize("fault", ["", "jam", "stop", "by hand", "by hand, jam"])
def test_shuffler_counts_the_shuffles_that_end_in_a_fault(fault: str) -> None:
    """A jam was a movement: firmware that counts it was accused of lost events."""
    rig = Rig(1, decks=1, shuffle_s=10.0)
    shuffler, host = rig.shuffler, Heard(rig.shuffler.end)
    clock = Clock(shuffler, host)
    clock.run(1)
    rig.world.fill_shuffler()
    if "jam" in fault:
        shuffler.pull("jam", 20)
    if "by hand" in fault:
        rig.world.press_start()
    else:
        host.say(wire.Command(77, shuffler.end.retained.boot, wire.ANY, wire.ANY, 1, b"\x00"))
    clock.run(3)
    if fault == "stop":
        shuffler.pull("stop", True)
    clock.run(30)

    assert host.counted == shuffler.end.moved == (0 if fault == "by hand, jam" else 1)


class Clock:
    def __init__(self, device: Any, host: Heard) -> None:
        self._device, self._host, self._now = device, host, 0.0

    def run(self, seconds: float) -> None:
        until = self._now + seconds
        while self._now < until:
            self._now += 0.1
            self._device.tick(self._now)
            self._host.say(wire.Ping(1))
            self._host.listen()


def test_reader_counts_faults_without_a_card_too() -> None:
    rig = Rig(1)
    host = Heard(rig.reader.end)
    clock = Clock(rig.reader, host)
    clock.run(1)
    rig.reader.pull("fault", "sensor")
    clock.run(1)

    assert host.counted == rig.reader.end.moved == 1


def test_wheel_counts_turns_by_hand_and_opened_works() -> None:
    rig = Rig(1)
    wheel, host = rig.wheel, Heard(rig.wheel.end)
    clock = Clock(wheel, host)
    clock.run(1)
    rig.world.spin_by_hand()
    clock.run(40)
    Mischief(rig.world).touch_wheel()
    clock.run(1)

    assert host.counted == wheel.end.moved == 2


def test_shoe_counts_cards_that_it_could_not_keep() -> None:
    """The event of the loss says how many; counted twice they would be lost a second time."""
    rig = Rig(1, decks=1)
    rig.world.shuffle_by_hand()
    rig.world.load_shoe()
    host = Heard(rig.shoe.end)
    clock = Clock(rig.shoe, host)
    clock.run(1)
    rig.shoe.end.retained.keep = 3
    for _ in range(3):
        rig.shoe.end.event(Code.CARD_DRAWN, card=b"As")
    for _ in range(2):
        rig.shoe.end.event(Code.CARD_DRAWN, card=b"Kd")
    clock.run(5)

    assert host.counted == rig.shoe.end.moved == 5
