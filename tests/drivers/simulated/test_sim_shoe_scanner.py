"""The simulated shoe scanner: what it sees, its gate, its lamp, its faults."""

from __future__ import annotations

import pytest

from drivers.sim.physical.eyes import look, truth
from drivers.sim.physical.pieces import CannotBe
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LevelName
from tests.kit.wires.wire_host import a_table, host_of, said, with_cards


def test_scanner_tells_each_card_the_cover_card_and_the_gate() -> None:
    rig = a_table()
    host = host_of(rig, "shoe")
    rig.world.shuffle_by_hand()
    rig.world.insert_cover(from_back=286)
    rig.world.load_shoe()
    first = truth(rig.world).stacks["shoe"]
    for _ in range(4):
        rig.world.draw("box 1.1")
    rig.world.run_out()
    rig.world.open_shoe()
    host.listen()

    assert said(host) == [
        (Code.SHOE_LOADED,),
        (Code.CARD_DRAWN, first[0]),
        (Code.CARD_DRAWN, first[1]),
        (Code.COVER_CARD_SEEN,),
        (Code.CARD_DRAWN, first[3]),
        (Code.REST_COUNTED, 285),
        (Code.SHOE_OPENED,),
    ]


def test_scanner_misreads_as_it_is_told() -> None:
    rig = with_cards(a_table(), "8c", "9c", "Ks")
    host = host_of(rig, "shoe")
    rig.pull("shoe", "misread", "Kd")
    rig.pull("shoe", "misread", "")

    assert [rig.world.draw("box 1.1").code for _ in range(3)] == ["8c", "9c", "Ks"]
    host.listen()

    assert said(host)[1:] == [
        (Code.CARD_DRAWN, "Kd"),
        (Code.CARD_NOT_READ,),
        (Code.CARD_DRAWN, "Ks"),
    ]


def test_card_of_no_rank_is_not_read_and_a_ten_is() -> None:
    rig = with_cards(a_table())
    rig.mischief.add_card("Th")
    rig.mischief.add_card("Jo")
    host = host_of(rig, "shoe")

    rig.world.draw("box 1.1")
    rig.world.draw("box 1.1")
    host.listen()

    assert said(host)[1:] == [(Code.CARD_NOT_READ,), (Code.CARD_DRAWN, "Th")]


def test_second_of_two_cards_stuck_together_is_hidden_from_the_scanner() -> None:
    rig = with_cards(a_table(), "8c", "9c")
    rig.mischief.stick()
    host = host_of(rig, "shoe")

    assert rig.world.draw("box 1.1").pieces == 2
    host.listen()

    assert said(host)[1:] == [(Code.CARD_DRAWN, "8c")]


def test_one_card_may_be_told_twice() -> None:
    rig = with_cards(a_table(), "8c")
    rig.pull("shoe", "double_feed")
    host = host_of(rig, "shoe")

    rig.world.draw("box 1.1")
    host.listen()

    assert said(host)[1:] == [(Code.CARD_DRAWN, "8c"), (Code.CARD_DRAWN, "8c")]


def test_gate_is_locked_by_the_host_and_opens_three_seconds_after_it_fell_silent() -> None:
    """console/README 2.4: a lock with a dead controller is a dead table."""
    rig = with_cards(a_table())
    host = host_of(rig, "shoe")
    host.send(wire.Level(LevelName.LOCKED, 1))
    assert host.last(wire.LevelState).value == 1
    with pytest.raises(CannotBe):
        rig.world.draw("box 1.1")

    host.wait_pinging(10)
    with pytest.raises(CannotBe):
        rig.world.draw("box 1.1")

    host.wait(3.1)
    rig.world.draw("box 1.1")
    assert host.last(wire.LevelState).value == 0


def test_scanner_without_a_lock_declares_none_and_ignores_the_level() -> None:
    rig = with_cards(a_table(shoe_lockable=False))
    host = host_of(rig, "shoe")

    host.send(wire.Level(LevelName.LOCKED, 1))

    assert host.last(wire.Hello).capabilities == ("lamp",)
    assert not host.got(wire.LevelState)
    rig.world.draw("box 1.1")


@pytest.mark.parametrize(("value", "word"), [(0, "stop"), (1, "look"), (2, "go")])
def test_lamp_shows_what_is_asked(value: int, word: str) -> None:
    rig = a_table()
    host = host_of(rig, "shoe")
    assert look(rig.world).shown["lamp"] == "dark"

    host.send(wire.Level(LevelName.LAMP, value))

    assert look(rig.world).shown["lamp"] == word
    assert host.last(wire.LevelState).value == value
