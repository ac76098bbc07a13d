"""The simulated wheel: a body with inertia, seats, sensors and faults."""

from __future__ import annotations

import pytest

from drivers.event import SpinDone
from drivers.sim.physical.eyes import look
from drivers.sim.rig import Rig
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code, to_reading
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import Answer, LevelName, OrderState
from tests.kit.wires.wire_host import a_table, host_of, said


def test_wheel_slows_down_and_tells_the_section_under_its_clapper() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")

    host.order(9, Verb.SPIN, target=3)
    host.wait(2)
    assert look(rig.world).wheel is None
    host.wait(10)

    section = look(rig.world).wheel
    assert said(host) == [(Code.SPIN_DONE, 9, section, int(rig.world.rotor.turned))]
    assert int(rig.world.rotor.turned) >= 4


def test_wheel_stops_by_chance_in_proportion_to_the_widths_of_its_sections() -> None:
    rig = Rig(5, sections=(("wide", 3.0), ("narrow", 1.0)))
    stops: list[str] = []

    for _ in range(400):
        rig.world.rotor.throw()
        rig.world.rotor.run(60)
        stops.append(rig.world.rotor.section)

    assert 0.68 < stops.count("wide") / len(stops) < 0.82


@pytest.mark.parametrize("section", ["2", "20", "6"])
def test_rigged_wheel_stops_where_the_scenario_wants(section: str) -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.mischief.rig_wheel(section, 1)

    host.order(9, Verb.SPIN)
    host.wait(12)

    assert said(host)[0][:3] == (Code.SPIN_DONE, 9, section)
    assert said(host)[0][3] in {1, 2}


def test_spin_that_does_not_end_is_a_fault_at_its_deadline() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    host.order(9, Verb.SPIN)
    rig.mischief.hold_wheel()

    host.wait(21)

    assert said(host) == [(Code.SPIN_FAULTED, 9, "stuck")]
    assert host.query(9).result == "stuck"


def test_only_the_armed_seats_button_is_heard() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.world.press_seat(3)
    host.send(wire.Level(LevelName.ARMED, 3))

    rig.world.press_seat(4)
    rig.world.press_seat(3)
    host.listen()

    assert said(host) == [(Code.SEAT_BUTTON_PRESSED, 3)]


def test_sensors_are_frozen_while_wagers_are_locked_out() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.world.set_chip(2, on=True)
    host.send(wire.Level(LevelName.LOCKED, 1))
    rig.world.set_chip(5, on=True)
    rig.world.set_chip(2, on=False)
    rig.world.set_chip(7, on=True)
    rig.world.set_chip(7, on=False)
    host.listen()
    assert said(host) == [(Code.WAGER_SENSED, 2, True)]

    host.send(wire.Level(LevelName.LOCKED, 0))

    assert said(host)[1:] == [(Code.WAGER_SENSED, 2, False), (Code.WAGER_SENSED, 5, True)]


def test_second_order_waits_while_the_wheel_turns() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    host.order(9, Verb.SPIN)

    host.order(10, Verb.SPIN)
    assert host.last(wire.CommandReply).answer == Answer.BUSY

    host.wait(12)
    host.order(10, Verb.SPIN)
    assert host.last(wire.CommandReply).answer == Answer.ACCEPTED


def test_wheel_without_power_forgets_its_levels_and_an_interrupted_spin() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    host.send(wire.Level(LevelName.ARMED, 3))
    host.order(9, Verb.SPIN)
    rig.pull("wheel", "power", value=False)
    rig.world.set_chip(2, on=True)
    host.wait(20)
    assert said(host) == []

    rig.pull("wheel", "power", value=True)
    host.greet()
    rig.world.press_seat(3)
    host.listen()

    assert host.query(9).status == OrderState.UNKNOWN
    assert said(host) == [(Code.WAGER_SENSED, 2, True)]


def test_wheel_tells_a_result_that_it_did_not_have_when_told() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.mischief.rig_wheel("6")
    rig.pull("wheel", "misread", "20")

    host.order(9, Verb.SPIN)
    host.wait(12)

    assert said(host)[0][:3] == (Code.SPIN_DONE, 9, "20")
    assert look(rig.world).wheel == "6"


def test_wheel_may_fail_in_the_middle_of_a_spin() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    host.order(9, Verb.SPIN)

    rig.pull("wheel", "fault", "clapper")
    host.listen()

    assert said(host) == [(Code.SPIN_FAULTED, 9, "clapper")]
    host.order(10, Verb.SPIN)
    assert host.last(wire.CommandReply).answer == Answer.BUSY


def test_device_at_the_seat_tells_amount_and_kind_of_a_progressive_wager() -> None:
    """While the lock-out is on it takes none; the change is told when it ends."""
    rig = a_table()
    host = host_of(rig, "wheel")

    rig.world.set_progressive(4, 500)
    rig.world.set_progressive(4, 500, "xtreme")
    host.send(wire.Level(LevelName.LOCKED, 1))
    rig.world.set_progressive(6, 100)
    host.wait(1)

    assert said(host) == [
        (Code.PROGRESSIVE_SENSED, 4, True, 500, "bonus_spin"),
        (Code.PROGRESSIVE_SENSED, 4, True, 500, "xtreme"),
    ]


def test_wheel_set_going_by_a_hand_is_told_as_a_movement_without_order() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.mischief.rig_wheel("6", 4)

    rig.world.spin_by_hand()
    host.wait(12)

    assert said(host) == [(Code.SPIN_DONE, 0, "6", 4)]


def test_wheel_tells_which_way_it_turned() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    for number, back in enumerate((False, True)):
        rig.mischief.rig_wheel("6", 4, back=back)
        host.order(9 + number, Verb.SPIN, target=3)
        host.wait(12)

    readings = [to_reading(e, "wheel", b"", frozenset(Code)).event for e in host.got(wire.Event)]

    assert {getattr(r, "direction", "") for r in readings} == {"clockwise", "anticlockwise"}
    assert look(rig.world).wheel == "6"


def test_clapper_on_the_border_of_two_sections_is_no_result() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    rig.mischief.rig_wheel("6", edge=True)

    host.order(9, Verb.SPIN, target=3)
    host.wait(12)

    assert said(host) == [(Code.SPIN_FAULTED, 9, "unstable")]


def test_hand_on_the_turning_wheel_and_an_open_cover_are_told() -> None:
    rig = a_table()
    host = host_of(rig, "wheel")
    host.order(9, Verb.SPIN, target=3)
    host.wait(1)
    rig.mischief.touch_wheel()
    host.wait(20)
    rig.mischief.touch_wheel()
    host.listen()

    assert said(host) == [(Code.SPIN_FAULTED, 9, "tamper"), (Code.SPIN_FAULTED, 0, "tamper")]


def test_rings_name_the_seat_and_what_the_others_get() -> None:
    """A spin for a box turns the wheel; one for no box turns the rings."""
    rig = Rig(1, rings=((("200", 1.0), ("350", 1.0)), (("25", 1.0), ("75", 1.0))))
    host = host_of(rig, "wheel")
    rig.world.set_progressive(3, 500, "xtreme")
    rig.mischief.rig_wheel("6", 4)

    host.order(9, Verb.SPIN, target=3)
    host.wait(12)
    rig.mischief.rig_prize("350", "75", 5)
    host.order(10, Verb.SPIN)
    host.wait(12)
    host.order(11, Verb.SPIN)
    host.wait(12)

    wheel, rings, chance = said(host)[1:]
    assert wheel == (Code.SPIN_DONE, 9, "6", 4)
    assert (rings[:3], rings[4:]) == ((Code.PRIZE_DONE, 10, "350"), (5, "75"))
    assert (chance[:2], chance[4]) == ((Code.PRIZE_DONE, 11), 3)


def test_rings_turn_for_the_wager_that_is_ordered_and_name_it_back() -> None:
    """An Xtreme spin of one box turns the prizes alone, a Bonus Spin of it the wheel."""
    rig = Rig(1, rings=((("200", 1.0), ("350", 1.0)), (("25", 1.0), ("75", 1.0))))
    host = host_of(rig, "wheel")
    rig.mischief.rig_wheel("6", 4)

    for order, wager in ((9, "xtreme"), (10, "bonus_spin")):
        host.order(order, Verb.SPIN, target=3, wager=wager)
        host.wait(12)
    readings = [to_reading(e, "wheel", b"", frozenset(Code)).event for e in host.got(wire.Event)]

    xtreme, bonus = {r.n: r for r in readings if isinstance(r, SpinDone)}.values()
    assert (xtreme.wager, xtreme.section in ("200", "350"), xtreme.box) == ("xtreme", True, 0)
    assert (bonus.wager, bonus.section) == ("bonus_spin", "6")


@pytest.mark.parametrize(("cents", "own"), [(100, {"2", "3"}), (500, {"20"})])
def test_wheel_turns_to_a_section_of_the_table_of_the_wager_that_it_took(
    cents: int, own: set[str]
) -> None:
    rig = Rig(5, tables={100: ("2", "3"), 500: ("20",)})
    host = host_of(rig, "wheel")
    rig.world.set_progressive(3, cents)

    for order in range(9, 15):
        host.order(order, Verb.SPIN, target=3)
        host.wait(12)

    assert {row[2] for row in said(host)[1:]} == own


@pytest.mark.parametrize("able", [True, False])
def test_wheel_says_whether_it_can_be_told_the_wager(able: bool) -> None:
    host = host_of(Rig(5, wheel_names_wager=able), "wheel")

    assert ("wager" in host.last(wire.Hello).capabilities) is able
