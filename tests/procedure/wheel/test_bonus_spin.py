"""Bonus Spin: seat button, spin, section paid, faults of the wheel (MA 16)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.levels import levels
from controller.procedure.state.house import House, Section
from tests.kit.evening import Evening, house
from tests.kit.stakes import moved, staked


def spinning() -> Evening:
    evening = staked("As 9d 9s Kd 7c Kc", main={2: 1000, 4: 1000}, bonus_spin={2: None, 4: None})
    evening.press("act1")
    return evening


@pytest.mark.clause("MA 16.d.2")
def test_blackjack_with_a_bonus_wager_spins_after_the_round() -> None:
    evening = spinning()
    early = evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    assert early.orders == ()
    outcome = evening.press("act7")
    order = outcome.orders[0]
    assert (order.kind, order.target) == ("spin", "2")

    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50")

    assert moved(evening, 2, "bonus_spin") == [("pay", 5000)]
    assert evening.play.last_results == ("50",)
    assert evening.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


@pytest.mark.clause("MA 16.d.1", "MA house.wheel-fault")
def test_button_of_a_seat_without_a_blackjack_is_flagged_and_not_armed() -> None:
    """MA 16.d.1: box 2 qualifies, button 2 shows its seat; a supervisor rules on button 4."""
    evening = spinning()
    wrong = evening.reading(fact.SeatButtonPressed, "wheel", box=4)
    assert [s.status for s in evening.play.spins] == ["button_due"]
    right = evening.reading(fact.SeatButtonPressed, "wheel", box=2)

    assert [r.kind for r in wrong.raised] == ["wrong_button"]
    assert right.raised == ()
    assert [(s.box, s.status) for s in evening.play.spins] == [(2, "armed")]
    assert levels(evening.state, evening.house).wheel_armed == 2
    assert evening.rule("seen").verdict == "refused"
    assert evening.rule("seen", rank="casino_supervisor").verdict == "accepted"
    assert evening.press("act7").orders[0].target == "2"


@pytest.mark.clause("MA 16.a", "MA 16.c", "MA house.ace-stacks-with-wheel")
def test_ace_pays_ten_dollars_once_and_no_ace_loses() -> None:
    """MA 16.a, 16.c: box 1 Ah As, 2 Ac 5c, 4 Kh Qc; box 6 As Kd has the wheel in its place."""
    boxes = (1, 2, 4, 6)
    evening = staked(
        "Ah Ac Kh As 9s As 5c Qc Kd Kc",
        main=dict.fromkeys(boxes, 1000),
        bonus_spin=dict.fromkeys(boxes),
    )
    evening.press("act1")
    evening.press("act1")
    evening.press("act7")
    order = evening.reading(fact.SeatButtonPressed, "wheel", box=6).orders[0]

    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50")

    assert [moved(evening, b, "bonus_spin") for b in boxes] == [
        [("pay", 1000)],
        [("pay", 1000)],
        [("take", 500)],
        [("pay", 5000)],
    ]


@pytest.mark.clause("MA house.one-spin-per-seat")
def test_two_blackjacks_spin_one_after_the_other_and_each_once() -> None:
    evening = staked("As Ad 9s Kd Kh Kc", main={2: 1000, 4: 1000}, bonus_spin={2: None, 4: None})
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    evening.reading(fact.SeatButtonPressed, "wheel", box=4)

    first = evening.press("act7").orders
    second = evening.reading(fact.SpinDone, "wheel", order=first[0].wire, section="25").orders
    evening.reading(fact.SpinDone, "wheel", order=second[0].wire, section="500")

    assert [o.target for o in (*first, *second)] == ["2", "4"]
    assert moved(evening, 4, "bonus_spin")[0] == ("pay", 50000)
    assert {s.status for s in evening.play.spins} == {"rested"}
    again = evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    assert [r.kind for r in again.raised] == ["wrong_button"]
    assert again.orders == ()
    assert len(evening.play.spins) == 2


@pytest.mark.clause("MA 16.d.2~2")
def test_section_that_is_not_in_the_table_is_not_paid() -> None:
    evening = spinning()
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    order = evening.press("act7").orders[0]

    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="999")

    assert evening.held == "spin_fault"
    assert moved(evening, 2, "bonus_spin") == []


@pytest.mark.parametrize(
    ("told", "set_to", "about"),
    [
        ({"turns": 2}, {}, "too few turns: 2"),
        ({"turns": 3}, {}, ""),
        ({"turns": 3}, {"least_turns": 4}, "too few turns: 3"),
        ({}, {"least_turns": 4}, ""),
        ({"direction": "anticlockwise"}, {}, "turned anticlockwise"),
        ({"direction": "anticlockwise"}, {"direction": "any"}, ""),
        ({"direction": "clockwise"}, {"direction": "anticlockwise"}, "turned clockwise"),
        ({"box": 4}, {}, "result for box 4"),
        ({"box": 2}, {}, ""),
    ],
)
def test_result_is_doubted_by_what_the_wheel_tells_of_it(
    told: dict[str, Any], set_to: dict[str, Any], about: str
) -> None:
    """Turns, direction and box; a wheel that does not tell is believed."""
    evening = Evening(house(**set_to)).opened().lit(2, bonus_spin={2: None})
    evening.draw("As 9s Kd Kc")
    evening.press("act1")
    evening.press("act7")
    order = evening.reading(fact.SeatButtonPressed, "wheel", box=2).orders[0]

    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50", **told)

    assert [i.about for i in evening.open] == ([about] if about else [])
    assert moved(evening, 2, "bonus_spin") == ([] if about else [("pay", 5000)])


@pytest.mark.clause("MA house.wheel-table")
def test_bonus_spin_is_closed_without_the_suppliers_table() -> None:
    """With a table the section pays what it says; without one there is no wager."""
    without = Evening(House(house().pack, sections=())).opened().lit(2)
    doubled = Evening(House(house().pack, sections=(Section("50", 10000),))).opened()
    doubled.lit(2, bonus_spin={2: None})
    doubled.draw("As 9s Kd Kc")
    doubled.press("act1")
    doubled.press("act7")
    order = doubled.reading(fact.SeatButtonPressed, "wheel", box=2).orders[0]
    doubled.reading(fact.SpinDone, "wheel", order=order.wire, section="50")

    refused = without.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True))

    assert (refused.verdict, refused.clause) == ("refused", "MA house.wheel-table")
    assert without.offered("box2.bonus_spin") is None
    assert moved(doubled, 2, "bonus_spin") == [("pay", 10000)]


@pytest.mark.clause("MA house.wheel-fault")
@pytest.mark.parametrize(
    ("ruling", "reason", "spun"),
    [("again", "", "order"), ("counts", "50", "pay"), ("none", "stuck", "void")],
)
def test_fault_of_a_spin_is_ruled_by_the_supervisor(ruling: str, reason: str, spun: str) -> None:
    evening = spinning()
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    order = evening.press("act7").orders[0]
    evening.reading(fact.SpinFaulted, "wheel", order=order.wire, reason="stuck")
    assert evening.rule(ruling, reason=reason).verdict == "refused"

    outcome = evening.rule(ruling, reason=reason, rank="casino_supervisor")

    assert outcome.verdict == "accepted"
    assert evening.held == ""
    if spun == "order":
        assert [o.target for o in outcome.orders] == ["2"]
        assert outcome.orders[0].wire != order.wire
    else:
        assert moved(evening, 2, "bonus_spin")[0][0] == spun
        assert evening.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


def test_wheel_out_of_service_leaves_a_won_spin_to_the_rank_that_may_void() -> None:
    """Box 2 has the Blackjack; box 4, without an ace, has lost by its cards (MA 16.a)."""
    evening = spinning()

    evening.floor(cmd.OutOfService(device="wheel", out=True))
    evening.press("act7")
    assert evening.held == "spin_fault"
    assert evening.rule("none", reason="nobody saw it").verdict == "refused"
    evening.rule("none", rank="casino_supervisor", reason="nobody saw it")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    last = evening.steps[-2][1].state.play.payments
    assert [(p.box, p.direction, p.cents) for p in last if p.kind == "bonus_spin"] == [
        (4, "take", 500),
        (2, "void", 500),
    ]
    assert not any(w.kind == "bonus_spin" for w in evening.play.wagers)
    refused = evening.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True))
    assert refused.clause == "MA house.wheel-table"
    evening.floor(cmd.OutOfService(device="wheel", out=False))
    assert evening.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True)).verdict == "accepted"


def test_wheel_out_of_service_between_the_rounds_only_closes_the_wager() -> None:
    evening = Evening().opened().lit(2, bonus_spin={2: None})

    evening.floor(cmd.OutOfService(device="wheel", out=True))

    assert evening.play.payments == ()
    assert {w.kind for w in evening.play.wagers} == {"main"}


def test_chip_taken_off_while_the_wheel_turns_leaves_the_wager() -> None:
    evening = spinning()
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    order = evening.press("act7").orders[0]

    evening.reading(fact.WagerSensed, "wheel", box=2, on=False)
    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50")

    assert moved(evening, 2, "bonus_spin")[0] == ("pay", 5000)


@pytest.mark.clause("MA 16.d")
@pytest.mark.parametrize("match", [{}, {2: 500}])
def test_seat_spins_once_whatever_comes_between_the_deal_and_the_decisions(
    match: dict[int, int],
) -> None:
    """Match wagers, insurance and the check each begin a stretch: the first notes the spin."""
    wagers: dict[str, Any] = {"main": {2: 1500, 5: 1500}, "bonus_spin": {2: 500}, "match": match}
    evening = staked("As 8c Ad Kd 9c 7s", variant="hole_card_reader", **wagers)
    if match:
        evening.press("act1")
    stretch = evening.play.round

    evening.peek(False)

    assert (stretch, evening.play.round) == ("insurance", "deciding")
    assert [(s.box, s.status) for s in evening.play.spins] == [(2, "button_due")]
