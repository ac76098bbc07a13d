"""MD 12.D.6: each share follows its stake, and no meter falls below what it started at."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state.parts import meters
from tests.kit.mirrored import Mirrored, jackpot, targets
from tests.kit.progressives import Wheeled

from .test_jackpot import sign
from .test_jackpot_that_is_none import none, rule
from .test_wheel_md import blackjacks, finished

CARDS = "As 9d 9c Kd 7c 8c"


def two_jackpots() -> Wheeled:
    """That of round 1 was none and is not ruled yet; its meter is won in round 2."""
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940))
    table.spin(6, "jackpot")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    none(table)
    table.lit(2, 4)
    table.dealt(CARDS)
    table.spin(2, "jackpot")
    return table


def test_share_that_a_later_jackpot_has_won_is_taken_out_of_no_other() -> None:
    """MD 12.D.6.b: the meter stands at its reset, and nothing of the next players is taken."""
    table = two_jackpots()
    assert table.meter("100") == 100_000

    assert rule(table, "none", reason="nobody saw it").verdict == "accepted"

    assert table.meter("100") == 100_000


def test_share_of_a_stake_that_went_back_is_not_in_a_later_jackpot_that_was_none() -> None:
    """Boxes 2, 4 and 6 of round 1 have their stakes again; the shares of round 2 are left."""
    table = two_jackpots()
    rule(table, "none", reason="nobody saw it")

    assert none(table).verdict == "accepted"

    assert table.meter("100") == 299_980
    assert not meters.differs(meters.gauges(table.play.prizes, table.house.pack)[0])
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    assert table.meter("100") == 299_940


def test_jackpot_of_the_day_before_that_was_none_leaves_nothing_paid_out() -> None:
    """Its account has begun anew since: what it began with was too low."""
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940))
    table.spin(6, "jackpot")
    table.put(cmd.MeterStated(meter="100", shown="3000.00", rank="floorperson"))
    table.put(cmd.MeterStated(meter="100", shown="1000.00", rank="floorperson"))
    gauge = meters.gauges(table.play.prizes, table.house.pack)[0]
    assert (gauge.base, gauge.paid) == (100_000, 0)

    none(table)

    gauge = meters.gauges(table.play.prizes, table.house.pack)[0]
    assert (gauge.cents, gauge.base, gauge.paid) == (300_000, 300_000, 0)


@pytest.mark.clause("MD 12.D.6.b")
def test_contribution_that_the_system_has_missed_is_not_taken_out_of_its_reset() -> None:
    """What it shows is read anew: once the stake is back, it shows the same."""
    table = Mirrored()
    wire = jackpot(table)
    table.reads("500", 600_100, wire, hit=True)
    table.reads("500", 500_000)
    sign(table)
    table.put(cmd.Next(box=4, hand=1))
    table.press("act7")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    table.lit(2, 4)
    table.dealt("9d 9s 9c 8d 9h 8c")
    table.told({"100": 300_020, "500": 500_000})
    assert "meter_differs" in table.kinds()

    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert "read 500" in targets(table.open_reports())
    assert targets(table.open_reports("withdraw")) == ["withdraw 100 20 4"]
    table.told({"100": 300_000, "500": 500_000})
    assert table.kinds() == []
    assert table.shown()["Bonus Spin $5"] == 500_000


def test_value_that_two_people_have_signed_at_the_reset_stands_there_after_a_void() -> None:
    table = blackjacks("9c", meter_100_initial_cents=100_000)
    table.put(cmd.MeterStated(meter="100", shown="1000.00", rank="floorperson"))
    i = next(i for i in table.open if i.kind == "meter_differs")
    table.floor(cmd.Ruled(irr=i.id, ruling="verified"))
    signed = cmd.Ruled(irr=i.id, ruling="corrected", reason="as shown")
    table.put(replace(signed, by="L. Chen", rank="casino_supervisor"))
    assert table.meter("100") == 100_000

    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert table.meter("100") == 100_000
