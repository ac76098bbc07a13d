"""Commands to a simulated device: carried out at most once, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import Answer, OrderState
from tests.kit.wires.wire_host import WireHost, a_table, host_of, said


def test_repeated_command_moves_nothing_twice() -> None:
    """R6, case 6."""
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()

    for _ in range(3):
        host.order(9, Verb.SHUFFLE)
        host.wait(70)

    assert [reply.answer for reply in host.got(wire.CommandReply)] == [Answer.ACCEPTED] * 3
    assert said(host) == [(Code.SHUFFLE_DONE, 9, 288)]
    assert rig.shuffler.end.moved == 1


def test_same_command_id_with_other_content_is_refused() -> None:
    """R6, case 6."""
    rig = a_table()
    host = host_of(rig, "wheel")

    host.order(9, Verb.SPIN, target=3)
    host.order(9, Verb.SPIN, target=4)

    assert host.last(wire.CommandReply).reason == "other content"
    assert rig.wheel.end.moved == 1


@pytest.mark.parametrize(
    "expected", [{"boot": "ab" * 12}, {"state": 7}, {"last_event": 7}], ids=lambda e: next(iter(e))
)
def test_command_made_for_another_situation_moves_nothing(expected: dict[str, Any]) -> None:
    """R7, case 8."""
    rig = a_table()
    host = host_of(rig, "wheel")

    host.order(9, Verb.SPIN, **expected)

    assert host.last(wire.CommandReply).reason == wire.PRECONDITION
    assert not rig.world.rotor.speed
    assert host.query(9).status == OrderState.NEVER_SEEN


def test_command_before_the_greeting_moves_nothing() -> None:
    rig = a_table()
    host = WireHost(rig.wheel)
    host.send(wire.HelloRequest())

    host.order(9, Verb.SPIN)

    assert host.last(wire.CommandReply).reason == wire.PRECONDITION
    assert not rig.world.rotor.speed


def test_order_that_a_reboot_interrupted_is_unknown_afterwards() -> None:
    """R6, case 5."""
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    host.order(9, Verb.SHUFFLE)
    host.wait(10)

    rig.pull("shuffler", "reboot")
    hello = host.greet()

    assert hello.accepted == 9
    assert host.query(9).status == OrderState.UNKNOWN
    assert host.query(10).status == OrderState.NEVER_SEEN
    host.order(9, Verb.SHUFFLE)
    assert host.last(wire.CommandReply).reason == "old id"
    host.wait(100)
    assert said(host) == []


def test_results_of_the_last_sixteen_commands_are_kept() -> None:
    """R6."""
    rig = a_table()
    host = host_of(rig, "wheel")
    for order in range(1, 19):
        host.order(order, Verb.SPIN)
        host.wait(12)
        host.send(wire.EventAck(host.last(wire.Hello).boot, order))

    assert host.query(2).status == OrderState.UNKNOWN
    assert host.query(3).status == OrderState.DONE
    assert host.query(3).event == 3


def test_busy_device_takes_the_command_later() -> None:
    """R8, case 7."""
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.pull("wheel", "busy", 3)

    host.order(9, Verb.SPIN)
    assert host.last(wire.CommandReply).answer == Answer.BUSY
    assert host.last(wire.CommandReply).ms <= 1000

    host.wait(3.1)
    host.order(9, Verb.SPIN)
    assert host.last(wire.CommandReply).answer == Answer.ACCEPTED


def test_hung_device_answers_pings_but_no_progress_and_no_result() -> None:
    """R8, case 7: the host's deadline is the fault."""
    rig = a_table()
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    rig.pull("shuffler", "hang", value=True)

    host.order(9, Verb.SHUFFLE)
    host.wait(200)
    host.send(wire.Ping(4))

    assert not host.got(wire.Progress)
    assert not host.got(wire.Event)
    assert host.last(wire.Pong).token == 4
    assert (host.query(9).status, host.query(9).ms) == (OrderState.RUNNING, 0)
