"""A jackpot that was none because it was the other one of its table, found in a later round.

Source: MD 12.E.1, 12.D.6; console/README 6.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities.rulings import may_stand
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity
from controller.view.rulings.ruling_views import irregularity
from tests.kit.progressives import XTREME, Wheeled
from tests.procedure.walks.promises import watched

from .test_jackpot import sign
from .test_jackpot_that_is_none import none, rule
from .test_xtreme import revealed, sixteen


def rested_wrongly(told: str = "primary") -> Wheeled:
    """Box 3's hot spot told a jackpot; the next round is open when two people find it was none."""
    table = revealed(sixteen(**XTREME))
    table.draw("2c")
    table.rests(told, box=3, community="75")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    for box in (3, 5):
        table.sense(box, 0, kind="xtreme", on=False)
    table.lit(4)
    table.draw("9c")
    assert none(table).verdict == "accepted"
    return table


def wheel_fault(table: Wheeled) -> Irregularity:
    return next(i for i in table.open if i.kind == "spin_fault")


def test_other_jackpot_is_offered_and_shown_with_its_value() -> None:
    table = rested_wrongly()

    offered = may_stand.sections(table.play, table.house, wheel_fault(table))
    page = irregularity(
        *(table.state, table.house, wheel_fault(table)), rank="floorperson", at_ms=table.mono
    )

    assert "secondary" in offered
    assert "primary" not in offered
    lines = [p for r in page.rulings for p in r.preview if p.what == "Section secondary"]
    assert [p.after for p in lines] == ["jackpot of box 3 $5,000.75"]


def test_other_jackpot_is_verified_and_paid_as_its_meter_stood_when_the_wheel_rested() -> None:
    """MD 12.D.6: the shares that have come in since are the next winner's."""
    table = rested_wrongly()
    before = table.meter("primary"), table.meter("secondary")

    assert rule(table, "counts", reason="secondary 75").verdict == "accepted"

    assert before == (1_050_200, 500_100)
    assert next_step(table.state, table.house).hint.startswith("Box 3: jackpot $5,000.75")
    assert "jackpot" in [i.kind for i in table.open]
    assert (table.meter("primary"), table.meter("secondary")) == (1_050_200, 500_025)
    assert not any(map(meters.differs, meters.gauges(table.play.prizes, table.house.pack)))
    assert sign(table) == "accepted"
    assert [(p.box, p.cents) for p in table.play.payments if p.kind == "jackpot"] == [(3, 500_075)]
    assert list(watched(table)) == []


def test_jackpot_that_was_neither_is_no_jackpot_at_all() -> None:
    """Its meter has its value again, and what the others were paid stands."""
    table = rested_wrongly()
    before = table.meter("secondary")
    rule(table, "counts", reason="secondary 75")

    assert none(table).verdict == "accepted"

    assert table.meter("secondary") == before
    offered = may_stand.sections(table.play, table.house, wheel_fault(table))
    assert not {"primary", "secondary"} & set(offered)
    assert rule(table, "counts", reason="secondary 75").verdict == "refused"
    assert rule(table, "counts", reason="350 75").verdict == "accepted"
    assert (3, "xtreme", "pay", 35_000) in table.won()
    assert list(watched(table)) == []


def test_false_secondary_may_have_been_the_primary() -> None:
    table = rested_wrongly("secondary")

    assert rule(table, "counts", reason="primary 75").verdict == "accepted"

    assert table.meter("primary") == 1_000_050
    assert table.meter("secondary") == 500_100
    assert sign(table) == "accepted"
    assert [p.cents for p in table.play.payments if p.kind == "jackpot"] == [1_050_150]
