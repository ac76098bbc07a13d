"""Maryland's Bonus Spin at the table: lock-out, spins at their turn, community pay (MD 12.D)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.levels import levels
from controller.procedure.guide.next_step import next_step
from tests.kit.progressives import Wheeled
from tests.kit.stakes import moved


def blackjacks(up: str, **options: object) -> Wheeled:
    """Boxes 2, 4 and 6 with $1; blackjacks on 2 and 6, a 16 on 4."""
    table = Wheeled(**options)
    table.lit(2, 4, 6)
    table.chips({2: 100, 4: 100, 6: 100})
    return table.dealt(f"As 9d Ad {up} Kd 7c Kh 8c")


def finished(table: Wheeled) -> Wheeled:
    """No blackjack of the dealer; box 4 stands, the hole card is turned."""
    if table.play.round == "peek_due":
        table.peek(False)
    table.put(cmd.Next(box=4, hand=1))
    table.press("act7")
    return table


# ---- the lock-out ----
@pytest.mark.clause("MD 2.B.7.b")
def test_late_chip_is_returned_and_adds_nothing_after_the_first_card() -> None:
    """MD 2.B.7.b: seat 6's device reports after the first card; before it, it is accepted."""
    table, early = Wheeled(), Wheeled()
    for one in (table, early):
        one.lit(1, 6)
    early.sense(6, 100)
    early.draw("9d")
    table.draw("9d")

    late = table.sense(6, 100, after_ms=200)

    assert [r.kind for r in late.raised] == ["wager_late"]
    assert not any(w.kind == "bonus_spin" for w in table.play.wagers)
    assert table.meter("100") == 299_980
    assert [(w.box, w.cents) for w in early.play.wagers if w.kind == "bonus_spin"] == [(6, 100)]
    assert early.meter("100") == 300_000
    assert (levels(table.state, table.house).wheel_locked) is True


@pytest.mark.clause("MD 2.B.7.a")
def test_chip_is_no_wager_when_the_seats_device_has_not_acknowledged_it() -> None:
    """MD 2.B.7.a: the dealer saw $5 on box 4, its device did not."""
    table = Wheeled()
    table.lit(4)
    assert table.put(cmd.WagerSet(box=4, kind="bonus_spin", on=True)).verdict == "accepted"

    outcome = table.draw("9d")

    assert [(r.kind, table.open[0].box) for r in outcome.raised] == [("wager_late", 4)]
    assert not any(w.kind == "bonus_spin" for w in table.play.wagers)
    assert table.meter("500") == 600_000


@pytest.mark.clause("MD 6.G.2")
def test_sensor_takes_one_and_five_dollars_and_no_other_amount() -> None:
    """MD 6.G.2: $5 and a blackjack is one spin, $3 is refused, no wager is no spin."""
    table = Wheeled()
    table.lit(2, 4)

    odd = table.sense(4, 300)
    table.sense(2, 500)
    table.dealt("Ac Ad 9d Jd Kd 7c")

    assert [r.kind for r in odd.raised] == ["unknown_event"]
    assert [(s.box, s.kind) for s in table.play.spins] == [(2, "bonus_spin")]


def test_chip_taken_off_before_the_deal_is_no_wager() -> None:
    table = Wheeled()
    table.lit(2)
    table.sense(2, 500)

    table.sense(2, 500, on=False)
    table.draw("9d")

    assert not any(w.kind == "bonus_spin" for w in table.play.wagers)
    assert table.open == ()


@pytest.mark.clause("MD 12.D.6.a")
def test_each_wager_adds_its_share_to_its_own_meter_at_the_first_card() -> None:
    """MD 12.D.6.a: rate 1/5, three $1 wagers are 60 cents; the $5 wager adds to the other."""
    table = Wheeled(meter_100_initial_cents=100_000)
    table.lit(1, 2, 3, 4)
    table.chips({1: 100, 2: 100, 3: 100, 4: 500})
    before = table.meter("100"), table.meter("500")

    table.draw("9d")

    assert before == (100_000, 600_000)
    assert (table.meter("100"), table.meter("500")) == (100_060, 600_100)


# ---- whose turn it is ----
@pytest.mark.clause("MD 7.H.1.a")
def test_blackjack_is_paid_and_spun_at_its_turn_when_the_up_card_is_low() -> None:
    table = blackjacks("9c")
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "button_due"), (6, "held")]
    assert moved(table, 2)[0][0] == "pay"

    order = table.button(2).orders[0]
    table.rests("120")

    assert (order.kind, order.target) == ("spin", "2")
    assert table.won() == [(2, "bonus_spin", "pay", 12_000)]
    assert table.button(6).orders == ()
    table.put(cmd.Next(box=4, hand=1))
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "rested"), (6, "button_due")]


@pytest.mark.clause("MD 7.H.1.b.ii", "MD 7.H.1.b.iii")
def test_spin_waits_for_the_settlement_when_the_up_card_could_make_a_blackjack() -> None:
    table = blackjacks("Kc")
    table.peek(False)
    assert {s.status for s in table.play.spins} == {"held"}
    assert moved(table, 2) == []

    finished(table)

    assert [(s.box, s.status) for s in table.play.spins] == [(2, "held"), (6, "button_due")]
    table.spin(6, "10")
    table.spin(2, "33")
    assert table.won() == [(6, "bonus_spin", "pay", 1000), (2, "bonus_spin", "pay", 3300)]
    assert moved(table, 4, "bonus_spin") == [("take", 100)]
    assert table.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


def test_layout_is_not_cleared_while_a_spin_is_due() -> None:
    table = finished(blackjacks("Kc"))

    assert table.put(cmd.LayoutCleared(), after_ms=5000).verdict != "accepted" or (
        table.play.round == "settled"
    )
    assert table.play.spins


# ---- community pay ----
@pytest.mark.clause("MD 12.D.9.b.i", "MD 12.D.8")
def test_community_slice_pays_the_others_with_the_spin_that_caused_it() -> None:
    table = blackjacks("9c")

    table.spin(2, "250/100")

    assert table.won() == [
        (2, "bonus_spin", "pay", 25_000),
        (6, "community", "pay", 10_000),
        (4, "community", "pay", 10_000),
    ]


@pytest.mark.clause("MD 12.D.8.a")
def test_community_pay_follows_the_receivers_own_wager() -> None:
    """MD 12.D.8.a: a $5 spinner, receivers with $5, $1 and none."""
    table = Wheeled(
        paytable_500="C", prize_c_cents=500_000, paytable_100="A", prize_a_cents=100_000
    )
    table.lit(2, 4, 6, 7)
    table.chips({2: 500, 4: 500, 6: 100})
    table.dealt("As 9d 8d 7s 9c Kd 7c 7h 8c 8h")

    table.spin(2, "750/100")

    assert table.won() == [
        (2, "bonus_spin", "pay", 75_000),
        (6, "community", "pay", 10_000),
        (4, "community", "pay", 10_000),
    ]


@pytest.mark.clause("MD 12.D.5")
@pytest.mark.parametrize("symbol", ["999", "5000"])
def test_unknown_symbol_pays_nothing_and_calls_the_floor(symbol: str) -> None:
    """Neither a symbol of no paytable nor one of the other denomination's ($5) is paid."""
    table = blackjacks("9c")

    table.spin(2, symbol)

    assert [i.kind for i in table.open] == ["spin_fault"]
    assert table.won() == []
    (i,) = table.open
    assert table.floor(cmd.Ruled(irr=i.id, ruling="counts", reason="120")).verdict == "accepted"
    assert table.won() == [(2, "bonus_spin", "pay", 12_000)]


# ---- a void round ----
def test_void_round_gives_stakes_and_shares_back() -> None:
    table = blackjacks("Kc")
    assert table.meter("100") == 300_040

    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert table.meter("100") == 299_980
    assert moved(table, 4, "bonus_spin") == [("void", 100)]


def test_share_of_a_spin_that_was_paid_stays_in_a_void_round() -> None:
    table = blackjacks("9c")
    table.spin(2, "120")

    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert table.meter("100") == 300_000


def test_wheel_out_of_service_mid_round_moves_no_stake_and_takes_no_spin_away() -> None:
    """A fault is no free option. Box 2 is read by eye, box 6 has its turn after it.

    Source: console/README 1.5.
    """
    table = blackjacks("9c")

    table.floor(cmd.OutOfService(device="wheel", out=True))

    assert table.meter("100") == 300_040
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "button_due"), (6, "held")]
    assert line(table)[0] == "Next card → box 4"
    table.floor(cmd.SpinAttested(box=2, section="120"))
    assert moved(table, 2, "bonus_spin") == [("pay", 12_000)]
    table.put(cmd.Next(box=4, hand=1))
    assert [(i.kind, i.box) for i in table.open] == [("spin_fault", 6)]
    table.floor(cmd.OutOfService(device="wheel", out=False))
    assert table.open == ()
    assert line(table)[0] == "Box 6: spin"


def test_first_card_that_was_a_burn_adds_nothing() -> None:
    """A later round of the shoe, whose first card is reported as a burn."""
    table = Wheeled()
    table.lit(2)
    table.dealt("9d 9c 9s 8c")
    table.press("act7")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    table.sense(2, 500)
    table.draw("9d")
    assert table.meter("500") == 600_100

    table.put(cmd.BurnReported(made=True))

    assert table.play.round == "wagering"
    assert table.meter("500") == 600_000


# ---- the dealer's line ----
def line(table: Wheeled) -> tuple[str, str]:
    step = next_step(table.state, table.house)
    return step.text, step.hint


@pytest.mark.clause("MD 7.H.1.a")
def test_line_names_the_blackjack_its_payment_and_its_spin_at_the_turn() -> None:
    """MD 7.H.1.a: up 6, box 1 has stood, box 4 has $20: $30, before box 6 acts."""
    table = Wheeled()
    table.lit(1, 4, 6)
    table.put(cmd.WagerSet(box=4, kind="main", on=True, cents=2000))
    table.chips({4: 100, 1: 500})
    table.dealt("9c Ah 9d 6d 7s Jc 7h 8c")
    table.put(cmd.Next(box=1, hand=1))

    assert line(table) == ("Box 4: spin", 'Say "Blackjack". Pay 4 $30, cards in.')
    table.spin(4, "100/20")
    text, hint = line(table)
    assert "6" in text
    assert hint == "Pay box 4 $100, box 1 $50."


def test_line_says_that_a_blackjack_is_not_paid_when_the_up_card_could_make_one() -> None:
    """MD 7.H.1.b.i: announced only."""
    table = blackjacks("Kc")

    table.peek(False)

    assert 'Say "Blackjack". Do not pay: 2.' in line(table)[1]


def test_line_sends_a_jackpot_to_the_floor() -> None:
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940))

    table.spin(6, "jackpot")

    assert line(table)[0] == "Box 6: jackpot $3,000. Floor"


# ---- the wheel's own faults ----
def test_lost_wheel_holds_a_deal_with_bonus_wagers_until_they_are_closed() -> None:
    """The lock-out would not be confirmed; the floorperson gives the stakes back.

    Source: console/README 2.4.
    """
    table = Wheeled()
    table.lit(2)
    table.sense(2, 500)

    table.put(fact.DeviceLost(device="wheel", reason="read"))
    held = table.held
    table.rule("out_of_service")

    assert held == "device_lost"
    assert table.held == ""
    assert not any(w.kind == "bonus_spin" for w in table.play.wagers)
    table.draw("9d")
    assert (table.play.round, table.meter("500")) == ("dealing", 600_000)


def test_lost_wheel_holds_nobody_without_a_bonus_wager() -> None:
    table = Wheeled()
    table.lit(2)

    table.put(fact.DeviceLost(device="wheel", reason="read"))

    assert table.held == ""


def test_tap_does_not_change_what_the_seats_device_has() -> None:
    """MD 2.B.7.a: the amount and the wager are the device's, also while the box is out."""
    table = Wheeled()
    table.lit(2)
    table.sense(2, 500)

    on = table.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True))
    off = table.put(cmd.WagerSet(box=2, kind="bonus_spin", on=False))
    table.put(cmd.BoxSet(box=2, lit=False))
    table.put(cmd.BoxSet(box=2, lit=True))

    assert (on.verdict, on.clause, off.verdict) == ("refused", "MD 2.B.7.a", "refused")
    assert table.offered("box2.bonus_spin") is None
    assert [(w.box, w.cents) for w in table.play.wagers if w.kind == "bonus_spin"] == [(2, 500)]


@pytest.mark.parametrize("up", ["9c", "Kc"])
def test_stake_goes_back_with_a_prize_where_the_house_returns_it(up: str) -> None:
    filed = {"reference": "r", "date": "2026-01-01"}
    table = blackjacks(up, bonus_spin_stake={"value": "returned", "approval": filed})
    if up == "9c":
        table.spin(2, "120")
        table.put(cmd.Next(box=4, hand=1))
        table.press("act7")
        table.spin(6, "10")
    else:
        finished(table)
        table.spin(6, "10")
        table.spin(2, "120")

    stakes = [(p.box, p.direction, p.cents) for p in table.play.payments if p.cents == 100]
    assert sorted(stakes) == [(2, "return", 100), (4, "take", 100), (6, "return", 100)]
