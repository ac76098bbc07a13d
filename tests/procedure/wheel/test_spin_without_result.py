"""Stakes on a wheel that never came to rest: what only it decides goes back, once."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.view.floor import floor_view
from controller.view.rulings.ruling_views import irregularity
from tests.kit.banks import FRAME
from tests.kit.progressives import XTREME, Wheeled
from tests.kit.stakes import moved, staked
from tests.procedure.walks.promises import watched

from .test_jackpot_that_is_none import rule
from .test_wheel_md import blackjacks, finished
from .test_xtreme import revealed, sixteen


def failed(table: Wheeled) -> None:
    wire = next(o.wire for o in reversed(table.state.orders) if o.kind == "spin")
    table.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")


@pytest.mark.parametrize("up", ["9c", "Kc"])
def test_stake_and_share_of_a_spin_without_result_go_back_before_and_in_the_settlement(
    up: str,
) -> None:
    """The stake of the spinner alone; the others have lost theirs by their cards.

    Source: console/README 6.
    """
    table = blackjacks(up, meter_100_initial_cents=299_940)
    if up == "Kc":
        finished(table)
    first, other = (6, 2) if up == "Kc" else (2, 6)
    table.button(first)
    failed(table)

    rule(table, "none", reason="stuck")

    assert moved(table, first, "bonus_spin") == [("void", 100)]
    assert table.meter("100") == 299_980
    if up == "9c":
        finished(table)
    assert moved(table, other, "bonus_spin") == []
    table.spin(other, "120")
    assert moved(table, other, "bonus_spin") == [("pay", 12_000), ("take", 100)]
    assert moved(table, 4, "bonus_spin") == [("take", 100)]


def test_every_bettors_stake_goes_back_where_the_hot_spot_has_no_result() -> None:
    table = revealed(sixteen())
    table.draw("2c")
    failed(table)

    rule(table, "none", reason="stuck")

    assert [moved(table, box, "xtreme") for box in (3, 4, 5)] == [[("void", 500)]] * 3
    assert table.meter("primary") == 1_050_000


def test_wheel_put_out_of_service_turns_no_spin_back() -> None:
    """Box 6 was paid at the settlement before the wheel died; box 2 is ruled.

    Source: console/README 1.5.
    """
    table = finished(blackjacks("Kc"))
    table.spin(6, "120")

    table.floor(cmd.OutOfService(device="wheel", out=True))

    assert [(s.box, s.status) for s in table.play.spins] == [(2, "button_due"), (6, "rested")]
    assert moved(table, 2, "bonus_spin") == []
    rule(table, "none", reason="nobody saw it")
    assert moved(table, 6, "bonus_spin") == [("pay", 12_000), ("take", 100)]
    assert moved(table, 2, "bonus_spin") == [("void", 100)]


@pytest.mark.clause("MA 16.c")
def test_ace_is_paid_though_the_wheel_is_out_of_service() -> None:
    """MA 16.a, 16.c: an ace pays $10 by the cards; only the Blackjack wanted the wheel."""
    evening = staked("As Ad 9s Kd 7c Kc", main={2: 1000, 4: 1000}, bonus_spin={2: None, 4: None})
    evening.press("act1")

    evening.floor(cmd.OutOfService(device="wheel", out=True))
    evening.press("act7")
    evening.rule("none", rank="casino_supervisor", reason="nobody saw it")

    assert moved(evening, 2, "bonus_spin") == [("void", 500)]
    assert moved(evening, 4, "bonus_spin") == [("pay", 1000)]


# ---- the wheel does not answer: a floorperson reads it ----
def dead(table: Wheeled) -> Wheeled:
    table.put(fact.DeviceLost(device="wheel", reason="link"))
    return table


def read(table: Wheeled, box: int, section: str) -> str:
    return table.floor(cmd.SpinAttested(box=box, section=section)).verdict


def test_spin_is_read_by_eye_at_its_turn_where_it_is_made_there() -> None:
    """MD 12.D.7: up 9, so box 2 is paid before box 6, and before box 4 decides."""
    table = dead(blackjacks("9c", meter_100_initial_cents=299_940))

    assert read(table, 6, "jackpot") == "refused"
    assert read(table, 2, "1000/1") == "refused"
    assert read(table, 2, "jackpot") == "accepted"

    assert table.play.round == "deciding"
    assert table.won() == [(2, "bonus_spin", "hold", 300_000)]


def test_spin_that_was_paid_is_not_read_again_for_the_other_wager_of_its_box() -> None:
    """Box 3 has been paid its Blackjack's spin; now its Xtreme 16 is read."""
    filed = {"value": "each", "approval": {"reference": "r", "date": "2026-01-01"}}
    table = Wheeled(**(XTREME | {"xtreme_model": filed}))
    table.lit(3)
    table.chips({3: 100})
    table.chips({3: 500}, kind="xtreme")
    table.dealt("As 6h Kd Kc")
    table.spin(3, "120")
    revealed(table)
    table.draw("2c")
    dead(table)

    assert read(table, 3, "350") == "accepted"

    assert table.won() == [(3, "bonus_spin", "pay", 12_000), (3, "xtreme", "pay", 35_000)]


def test_hot_spot_is_read_by_eye_with_what_the_others_get() -> None:
    table = dead(revealed(sixteen()))
    table.draw("2c")
    keys = [a for a in floor_view(table.state, table.house, FRAME).allowed if a.typed == "section"]

    assert [a.sub[:5] for a in keys] == ["box 3", "box 4", "box 5"]
    assert [read(table, 6, "350 75"), read(table, 4, "350")] == ["refused"] * 2
    assert read(table, 4, "350 75") == "accepted"
    assert table.won() == [
        (4, "xtreme", "pay", 35_000),
        (5, "xtreme", "pay", 7500),
        (3, "xtreme", "pay", 7500),
    ]


def test_section_of_a_hot_spot_is_ruled_with_its_seat() -> None:
    table = revealed(sixteen())
    table.draw("2c")
    failed(table)
    i = next(i for i in table.open if i.kind == "spin_fault")
    page = irregularity(table.state, table.house, i, rank="casino_supervisor", at_ms=0)

    assert next(r for r in page.rulings if r.name == "SECTION STANDS").reason_required
    assert rule(table, "counts", reason="6 350 75").verdict == "refused"
    assert rule(table, "counts", reason="4 350 75").verdict == "accepted"
    assert table.won()[0] == (4, "xtreme", "pay", 35_000)


def stands(table: Wheeled, kind: str = "spin_fault") -> set[str]:
    """The sections that the floor's page offers as the one that stands."""
    i = next(i for i in table.open if i.kind == kind)
    page = irregularity(table.state, table.house, i, rank="casino_supervisor", at_ms=0)
    head = "SECTION STANDS: "
    return {r.name.removeprefix(head) for r in page.rulings if r.name.startswith(head)}


@pytest.mark.clause("MD 12.D.5")
@pytest.mark.parametrize(
    ("cents", "own", "other"), [(100, "120", "500/100"), (500, "500/100", "120")]
)
def test_only_the_sections_of_that_wager_are_offered(cents: int, own: str, other: str) -> None:
    """A $1 spin never rested on a section of the $5 table; what is offered is taken."""
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: cents, 4: 600 - cents})
    table.dealt("As 9d 9c Kd 7c 8c")
    table.button(2)
    failed(table)

    offered = stands(table)

    assert own in offered
    assert other not in offered
    assert rule(table, "counts", reason=other).verdict == "refused"
    assert rule(table, "counts", reason=own).verdict == "accepted"


def test_prize_read_by_eye_in_a_hold_is_told_behind_it_whoever_presses_a_button_there() -> None:
    """MD 12.D.5: no line has told it, so the next button acknowledges nothing."""
    table = finished(blackjacks("Kc"))
    table.floor(cmd.OutOfService(device="wheel", out=True))
    first = next(i for i in table.open if i.kind == "spin_fault")
    said = cmd.Ruled(irr=first.id, ruling="counts", reason="120")
    assert table.floor(said, rank="casino_supervisor").verdict == "accepted"

    table.button(2)
    second = next(i for i in table.open if i.kind == "spin_fault")
    none = cmd.Ruled(irr=second.id, ruling="none", reason="nobody saw it")
    assert table.floor(none, rank="casino_supervisor").verdict == "accepted"

    step = next_step(table.state, table.house)
    assert step.text == "Pay box 6 $120"
    assert list(watched(table)) == []
