"""The simulated continuous shuffler: dealt from, fed with discards, jammed."""

from __future__ import annotations

import pytest

from drivers.sim.physical.eyes import look, truth
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb
from tests.kit.wires.wire_host import WireHost, host_of, said


def loaded() -> tuple[Rig, WireHost]:
    """Shuffled by order; all cards wait at its mouth."""
    rig = Rig(1, shuffle_s=4, endless=True)
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    host.order(9, Verb.SHUFFLE)
    host.wait(5)
    return rig, host


def dealt(rig: Rig, cards: int) -> None:
    """Drawn, picked up: they lie in the rack."""
    for _ in range(cards):
        rig.world.draw("box 3.1")
    rig.world.pick_up()


def test_device_is_dealt_from_after_its_shuffle() -> None:
    """Its own count, then the gate that stands for its mouth."""
    rig, host = loaded()

    assert said(host) == [(Code.SHUFFLE_DONE, 9, 288)]
    assert not look(rig.world).shoe_open
    assert len(truth(rig.world).stacks["shoe"]) == 288


def test_discards_are_counted_and_mixed_with_the_other_cards() -> None:
    """No card is lost, and those put back do not lie together at the end."""
    rig, host = loaded()
    before = truth(rig.world).everything()
    dealt(rig, 20)
    behind = truth(rig.world).stacks["shoe"]

    assert rig.discards.put_in_discards() == 20
    host.wait(1)

    assert said(host)[1:] == [(Code.CARDS_TAKEN_IN, 20)]
    assert truth(rig.world).everything() == before
    assert truth(rig.world).stacks["shoe"][:268] != behind
    assert rig.shuffler.end.moved == 1


def test_shuffle_of_all_takes_in_what_lies_at_its_mouth() -> None:
    """Nothing is put in for it: the order alone shuffles what the device holds."""
    rig, host = loaded()
    dealt(rig, 8)
    rig.world.fill_shuffler()

    host.order(10, Verb.SHUFFLE)
    with pytest.raises(CannotBe):
        rig.world.draw("box 3.1")
    with pytest.raises(CannotBe):
        rig.discards.put_in_discards()
    host.wait(5)
    host.order(11, Verb.SHUFFLE)
    host.wait(5)

    assert said(host)[1:] == [(Code.SHUFFLE_DONE, 10, 288), (Code.SHUFFLE_DONE, 11, 288)]


def test_jam_on_the_discards_is_told_once_and_waits_for_a_hand() -> None:
    """Order 0: nobody ordered it. What was put in lies in the works until its door is opened."""
    rig, host = loaded()
    dealt(rig, 8)
    rig.pull("shuffler", "jam", 3)

    rig.discards.put_in_discards()
    host.wait(1)

    assert said(host)[1:] == [(Code.SHUFFLE_FAULTED, 0, "jam", 3)]
    rig.world.open_shuffler()
    assert rig.discards.put_in_discards() == 8
    host.wait(1)
    assert said(host)[2:] == [(Code.CARDS_TAKEN_IN, 8)]


def test_double_feed_is_a_wrong_count() -> None:
    rig, host = loaded()
    dealt(rig, 8)
    rig.pull("shuffler", "double_feed", 1)

    rig.discards.put_in_discards()
    host.wait(1)

    assert said(host)[1:] == [(Code.CARDS_TAKEN_IN, 7)]


def test_batch_shuffler_says_nothing_of_cards_that_are_put_into_it() -> None:
    rig = Rig(1, shuffle_s=4)
    host = host_of(rig, "shuffler")
    rig.world.shuffle_by_hand()
    rig.world.load_shoe()
    dealt(rig, 8)

    rig.discards.put_in_discards()
    host.wait(1)

    assert said(host) == []
