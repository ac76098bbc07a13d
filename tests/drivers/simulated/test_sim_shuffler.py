"""The simulated shuffler: its mechanism and each of its faults."""

from __future__ import annotations

import pytest

from drivers.sim.physical.eyes import look, truth
from drivers.sim.physical.pieces import CannotBe
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import Answer, OrderState
from tests.kit.wires.wire_host import a_table, host_of, said


def test_shuffler_moves_every_card_into_the_tray_and_counts_them() -> None:
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    before = truth(rig.world).stacks["shuffler"]

    host.order(9, Verb.SHUFFLE)
    host.wait(30)
    assert 130 < len(truth(rig.world).stacks["tray"]) < 150
    assert not look(rig.world).batch_ready
    host.wait(31)

    assert host.last(wire.CommandReply).answer == Answer.ACCEPTED
    assert said(host) == [(Code.SHUFFLE_DONE, 9, 288)]
    after = truth(rig.world).stacks["tray"]
    assert sorted(after) == sorted(before)
    assert after != before
    assert host.query(9).status == OrderState.DONE


def test_running_shuffle_tells_its_progress_each_second() -> None:
    """R8."""
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()

    host.order(9, Verb.SHUFFLE)
    host.wait(10)

    assert 9 <= len(host.got(wire.Progress)) <= 10
    assert host.last(wire.Progress).of == 288


def test_shuffler_jams_and_needs_a_hand() -> None:
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    rig.pull("shuffler", "jam", 100)

    host.order(9, Verb.SHUFFLE)
    host.wait(70)
    assert said(host) == [(Code.SHUFFLE_FAULTED, 9, "jam", 100)]
    assert host.query(9).status == OrderState.FAILED
    with pytest.raises(CannotBe):
        rig.world.take_shuffled()
    host.order(10, Verb.SHUFFLE)
    assert host.last(wire.CommandReply).reason == "jam"

    rig.world.open_shuffler()
    assert rig.world.fill_shuffler() == 288
    host.order(11, Verb.SHUFFLE)
    host.wait(70)
    assert said(host)[-1] == (Code.SHUFFLE_DONE, 11, 288)


def test_door_opened_during_a_shuffle_is_a_fault() -> None:
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    host.order(9, Verb.SHUFFLE)
    host.wait(5)

    rig.world.open_shuffler()
    host.listen()

    assert said(host) == [(Code.SHUFFLE_FAULTED, 9, "door", 0)]
    assert len(truth(rig.world).stacks["rack"]) == 288


def test_card_fed_double_is_not_counted() -> None:
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    rig.pull("shuffler", "double_feed", 1)

    host.order(9, Verb.SHUFFLE)
    host.wait(61)

    assert said(host) == [(Code.SHUFFLE_DONE, 9, 287)]
    assert rig.world.take_shuffled() == 288


def test_missing_and_extra_cards_show_in_the_count() -> None:
    rig = a_table()
    rig.mischief.lose_card("case")
    rig.mischief.lose_card("case")
    rig.mischief.add_card("Th", "case")
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()

    host.order(9, Verb.SHUFFLE)
    host.wait(61)

    assert said(host) == [(Code.SHUFFLE_DONE, 9, 287)]


def test_stuck_shuffler_goes_on_when_it_is_freed() -> None:
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    host.order(9, Verb.SHUFFLE)
    rig.pull("shuffler", "stuck", value=True)
    host.wait(80)
    assert said(host) == []

    rig.pull("shuffler", "stuck", value=False)
    host.wait(61)

    assert said(host) == [(Code.SHUFFLE_DONE, 9, 288)]


def test_shufflers_button_starts_it_only_while_a_host_is_there() -> None:
    """R9: without a host for five seconds no new mechanical action."""
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    host.wait(5)

    rig.world.press_start()
    host.wait(61)
    assert said(host) == []

    host.send(wire.Ping(1))
    rig.world.press_start()
    host.wait(61)
    assert said(host) == [(Code.SHUFFLE_DONE, 0, 288)]


def test_shuffler_without_cards_refuses_and_remembers_that() -> None:
    rig = a_table()
    host = host_of(rig, "shuffler")

    host.order(9, Verb.SHUFFLE)
    rig.world.fill_shuffler()
    host.order(9, Verb.SHUFFLE)

    assert [reply.reason for reply in host.got(wire.CommandReply)] == ["empty", "empty"]
    assert host.query(9).status == OrderState.REJECTED
