"""The simulated hole-card reader: its answer, its lock and its faults."""

from __future__ import annotations

import pytest

from drivers.sim.physical.eyes import look
from drivers.sim.rig import Rig
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import LevelName, OrderState
from tests.kit.wires.wire_host import a_table, host_of, said, with_cards


@pytest.mark.parametrize(
    ("up", "hole", "blackjack"),
    [("As", "Kd", True), ("Kd", "As", True), ("As", "9d", False), ("7s", "As", False)],
)
def test_reader_says_only_whether_it_is_a_blackjack(up: str, hole: str, *, blackjack: bool) -> None:
    rig = with_cards(a_table(), up, hole)
    host = host_of(rig, "reader")
    rig.world.draw("dealer.up")
    rig.world.draw("dealer.hole")

    rig.world.slide_in()
    host.wait(0.2)
    assert said(host) == []
    host.wait(0.2)

    assert said(host) == [(Code.PEEKED, blackjack)]
    assert look(rig.world).shown["reader"] == ("blackjack" if blackjack else "none")
    rig.world.slide_out()
    assert look(rig.world).shown["reader"] == "dark"


def peeked_after(rig: Rig, knob: str, value: str | bool | None = None) -> list[tuple[object, ...]]:
    host = host_of(with_cards(rig, "As", "Kd"), "reader")
    rig.world.draw("dealer.up")
    rig.world.draw("dealer.hole")
    rig.pull("reader", knob, value)
    rig.world.slide_in()
    host.wait(1)
    return said(host)


def test_reader_gives_a_wrong_answer_when_told() -> None:
    assert peeked_after(a_table(), "wrong_answer") == [(Code.PEEKED, False)]


def test_reader_that_cannot_read_is_a_fault() -> None:
    assert peeked_after(a_table(), "misread") == [(Code.READER_FAULTED, "misread")]


def test_stuck_reader_gives_no_answer() -> None:
    assert peeked_after(a_table(), "stuck", value=True) == []


def test_reader_with_a_lock_waits_until_its_answer_is_due() -> None:
    rig = with_cards(a_table(reader_lockable=True), "As", "Kd")
    host = host_of(rig, "reader")
    rig.world.draw("dealer.up")
    rig.world.draw("dealer.hole")
    rig.world.slide_in()
    host.wait(5)
    assert said(host) == []
    assert look(rig.world).shown["reader"] == "dark"

    host.send(wire.Level(LevelName.FREE, 1))
    host.wait(0.1)

    assert said(host) == [(Code.PEEKED, True)]


def test_reader_forgets_the_card_in_its_slot_when_it_restarts() -> None:
    rig = with_cards(a_table(), "As", "Kd")
    host = host_of(rig, "reader")
    rig.world.draw("dealer.up")
    rig.world.draw("dealer.hole")
    rig.world.slide_in()

    rig.pull("reader", "reboot")
    host.greet()
    host.wait(3)

    assert said(host) == []


def test_reader_may_report_a_fault_of_its_own() -> None:
    rig = a_table()
    host = host_of(rig, "reader")

    rig.pull("reader", "fault", "sensor")
    host.listen()

    assert said(host) == [(Code.READER_FAULTED, "sensor")]


@pytest.mark.parametrize("device", ["reader", "shoe", "shuffler", "wheel"])
def test_no_device_obeys_a_verb_that_is_not_its_own(device: str) -> None:
    rig = a_table()
    host = host_of(rig, device)
    other = Verb.SPIN if device == "shuffler" else Verb.SHUFFLE

    host.order(9, other)

    assert host.last(wire.CommandReply).reason == f"no verb {int(other)}"
    assert host.query(9).status == OrderState.REJECTED
