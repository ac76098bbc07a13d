"""The lock-out and the boxes: a box too many adds nothing, a forgotten one is in after all."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house
from tests.kit.progressives import Wheeled


def forgotten() -> Wheeled:
    """Chips on the sensors of 2 and 5 in time; the dealer has lit box 2 alone, and deals both."""
    table = Wheeled()
    table.lit(2)
    table.chips({2: 500, 5: 500})
    table.draw("9d 9s 9c 8d 9h")
    return table


def bonus(table: Evening) -> list[int]:
    return [w.box for w in table.play.wagers if w.kind == "bonus_spin"]


def test_wager_of_a_forgotten_box_is_in_once_the_box_is() -> None:
    """Its device had acknowledged it before the first card (MD 2.B.7.a)."""
    table = forgotten()
    late, before = [i.kind for i in table.open], table.meter("500")

    table.put(cmd.BoxSet(box=5, lit=True))

    assert (late, before) == (["wager_late"], 600_100)
    assert bonus(table) == [2, 5]
    assert table.meter("500") == 600_200
    assert [i.kind for i in table.open] == []


def test_wager_that_was_returned_stays_out_when_its_box_is_lit() -> None:
    table = forgotten()
    i = table.open[0]
    table.floor(cmd.Ruled(irr=i.id, ruling="return_wager"))

    table.put(cmd.BoxSet(box=5, lit=True))

    assert bonus(table) == [2]
    assert table.meter("500") == 600_100


def test_box_that_is_out_of_the_deal_adds_nothing_and_its_chip_goes_back() -> None:
    """Lit in error: without a main wager there is none on the wheel."""
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500, 4: 500})
    table.draw("9d 9s 9c 8d")
    before = table.meter("500")

    table.put(cmd.BoxSet(box=4, lit=False))

    assert before == 600_200
    assert table.meter("500") == 600_100
    assert bonus(table) == [2]
    assert [(i.kind, i.box) for i in table.open] == [("wager_late", 4)]


def test_chip_that_stays_on_its_sensor_is_in_the_next_deal() -> None:
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500, 4: 500})
    table.draw("9d 9s 9c 8d")
    table.put(cmd.BoxSet(box=4, lit=False))
    table.press("act1")
    table.put(cmd.Next(box=2, hand=1))
    table.press("act7")

    table.put(cmd.LayoutCleared(), after_ms=5000)

    assert bonus(table) == [2, 4]
    table.sense(4, 0, on=False)
    assert bonus(table) == [2]


def test_bonus_spin_of_a_forgotten_box_is_in_where_no_device_acknowledges_it() -> None:
    """Massachusetts: the sensor saw the chip before the first card (MA 16.b~2)."""
    table = Evening().opened().lit(2)
    table.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True))
    table.reading(fact.WagerSensed, "wheel", box=5, on=True)
    table.draw("9d 9s 9c 8d")

    table.put(cmd.BoxSet(box=5, lit=True))

    assert bonus(table) == [2, 5]


@pytest.mark.parametrize("idle", [True, False])
def test_chip_that_lies_while_nobody_plays_is_in_when_play_begins_again(idle: bool) -> None:
    """MD 2.B.7.a: its device has nothing new to say; with the chip it is gone."""
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500, 4: 100})
    spread = next(c.command for c in table.allowed if isinstance(c.command, cmd.NoPlay))

    out = table.put(spread) if idle else table.floor(cmd.TableClosed(reason="end"))
    table.sense(4, 0, on=False)

    assert out.verdict == "accepted"
    assert [(w.box, w.kind) for w in table.play.wagers] == [(2, "bonus_spin")]


@pytest.mark.parametrize("idle", [True, False])
def test_chip_on_a_sensor_alone_lies_there_too_when_play_begins_again(idle: bool) -> None:
    """Massachusetts: a chip that a key told goes with its box, one that the sensor saw does not."""
    table = Evening().opened().lit(2, 4, 6)
    for box in (2, 4):
        table.reading(fact.WagerSensed, "wheel", box=box, on=True)
    table.put(cmd.WagerSet(box=6, kind="bonus_spin", on=True))
    spread = next(c.command for c in table.allowed if isinstance(c.command, cmd.NoPlay))

    out = table.put(spread) if idle else table.floor(cmd.TableClosed(reason="end"))
    table.reading(fact.WagerSensed, "wheel", box=4, on=False)

    assert out.verdict == "accepted"
    assert [(w.box, w.kind) for w in table.play.wagers] == [(2, "bonus_spin")]


# ---- the devices start anew ----
def restarted(table: Evening) -> None:
    """The wheel with the seats' sensors had no power: a new boot."""
    table.hello("wheel", "wheel", boot="c", last_event=0)


def told_anew(table: Evening, box: int, n: int) -> Outcome:
    return table.put(fact.WagerSensed(device="wheel", boot="c", n=n, mac=b"c", box=box, on=True))


def test_chip_that_its_device_does_not_tell_again_is_no_wager() -> None:
    table = Evening().opened().lit(2, 4)
    for box in (2, 4):
        table.reading(fact.WagerSensed, "wheel", box=box, on=True)

    restarted(table)
    assert bonus(table) == []
    told_anew(table, 2, 1)

    assert bonus(table) == [2]


def test_chip_of_the_round_stays_in_it_and_is_not_late_when_it_is_told_again() -> None:
    """What is in when the wagers close is settled; box 4's is not in the next round."""
    table = Evening().opened().lit(2, 4)
    for box in (2, 4):
        table.reading(fact.WagerSensed, "wheel", box=box, on=True)
    table.draw("9c 9d 7c 8d 7d Kc")
    table.press("act1")

    restarted(table)
    again = told_anew(table, 2, 1)

    assert again.raised == ()
    assert bonus(table) == [2, 4]
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    assert bonus(table) == [2]


def test_same_hello_again_forgets_no_chip() -> None:
    table = Evening().opened().lit(2)
    table.reading(fact.WagerSensed, "wheel", box=2, on=True)

    table.hello("wheel", "wheel")

    assert bonus(table) == [2]


def test_chip_whose_spin_turned_when_the_power_went_still_lies_there() -> None:
    """It is told again while its spin is in doubt; nobody has lifted it."""
    table = Evening(house(**{"deal.variant": "hole_card"})).opened().lit(2, 4)
    table.reading(fact.WagerSensed, "wheel", box=2, on=True)
    table.draw("As 9d 9s Kd 7c Kc")
    table.press("act1")
    table.put(cmd.Next(box=4, hand=1))
    table.press("act7")
    table.reading(fact.SeatButtonPressed, "wheel", box=2)
    assert [s.status for s in table.play.spins] == ["ordered"]

    restarted(table)
    told_anew(table, 2, 1)

    assert table.play.prizes.untold == ()
    assert table.play.prizes.acknowledged == ((2, "bonus_spin"),)
