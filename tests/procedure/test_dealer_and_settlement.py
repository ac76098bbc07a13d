"""The dealer's draws, settlement to the cent, the wheel, the next round (MA 5, 12, 15.e, 16)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact

from .evening import Evening, house


def staked(cards: str, *, variant: str = "hole_card", **wagers: dict[int, int | None]) -> Evening:
    """A confirmed deal of counted wagers; no reader, so that no peek comes between."""
    evening = Evening(house(**{"deal.variant": variant})).opened()
    for kind in ("main", "match", "bonus_spin"):
        for box, cents in wagers.get(kind, {}).items():
            evening.put(cmd.WagerSet(box=box, kind=kind, on=True, cents=cents))
    evening.draw(cards)
    evening.press("act1")
    return evening


def moved(evening: Evening, box: int, kind: str = "main") -> list[tuple[str, object]]:
    found = [p for p in evening.play.payments if (p.box, p.kind) == (box, kind)]
    return [(p.direction, p.cents) for p in found]


# ---- the dealer's hand ----
@pytest.mark.clause("MA 12.b", "MA 12.b~2")
def test_dealer_draws_under_17_and_stands_on_soft_17() -> None:
    evening = staked("9h 5d 9s As", main={1: 1000})

    evening.press("act7")
    assert evening.play.round == ("dealer_plays",)
    evening.draw("Ac")

    assert [s.face for s in evening.play.dealer] == ["5d", "As", "Ac"]
    assert evening.play.round == ("settled",)


@pytest.mark.clause("MA 12.b")
def test_layout_is_not_cleared_while_the_dealer_must_draw() -> None:
    evening = staked("9h 5d 9s As", main={1: 1000})
    evening.press("act7")

    refused = evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert refused.verdict == "refused"
    assert evening.play.round == ("dealer_plays",)


@pytest.mark.clause("MA 12.c")
def test_dealer_draws_nothing_when_no_card_can_change_a_result() -> None:
    """MA 12.c: boxes 1 and 2 both over, hole card turned, dealer 9s 3d: settled."""
    evening = staked("Kh Kd 9s 6h 6d 3d", main={1: 1000, 2: 1000})
    evening.draw("Kc Ks")

    evening.press("act7")

    assert evening.play.round == ("settled",)
    assert moved(evening, 1) == [("take", 1000)]


@pytest.mark.clause("MA 15.e", "MA 12.b~2")
def test_card_that_the_dealer_draws_on_17_is_burned() -> None:
    """MA 15.e: dealer 9s 8d, 4c is scanned: burned, the dealer stays at 17."""
    evening = staked("9h 9s 9c 8d", main={1: 1000})
    evening.press("act7")
    racked = evening.play.racked

    outcome = evening.draw("4c", after_ms=900)

    assert [r.kind for r in outcome.raised] == ["dealer_drew_too_far"]
    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.racked == racked + 1
    assert evening.held == ""
    assert all(e.face != "4c" for e in outcome.exposed)


@pytest.mark.clause("MA 7.h")
def test_next_card_after_the_pay_closes_the_round() -> None:
    evening = staked("9h 9s 9c 8d", main={1: 1000})
    evening.press("act7")

    evening.draw("4c", after_ms=5000)

    assert evening.play.number == 2
    assert evening.play.round == ("dealing",)
    assert evening.steps[-1][1].boundary is not None
    assert evening.state.seen == ()
    assert len(evening.state.log) == 1


@pytest.mark.clause("MA 7.g", "MA 7.g~2", "MA house.dealer-second-card")
def test_dealer_without_a_hole_card_takes_the_second_card_last_and_face_up() -> None:
    evening = staked("Kh 9s 8c", main={1: 1000}, variant="no_hole_card")
    assert evening.play.round == ("deciding",)

    evening.press("act1")
    evening.draw("8d")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert moved(evening, 1) == [("pay", 1000)]


# ---- to the cent ----
@pytest.mark.clause("MA 5.e", "MA 5.e~3", "MA 5.b", "MA 5.a.2")
def test_losers_are_taken_winners_paid_and_ties_returned() -> None:
    """MA 5.e: boxes 1 (20), 2 (17), 3 (18), dealer 18: take from 2, pay 1, leave 3."""
    evening = staked("Kh Kd Kc 9s Qh 7d 8c 9d", main={1: 1000, 2: 1000, 3: 1000})
    evening.press("act1")

    evening.press("act7")

    assert (moved(evening, 1), moved(evening, 2), moved(evening, 3)) == (
        [("pay", 1000)],
        [("take", 1000)],
        [("return", 1000)],
    )


@pytest.mark.clause("MA 5.e~2", "MA house.blackjack-odds")
def test_blackjack_is_paid_three_to_two() -> None:
    evening = staked("As 9s Kd 9d", main={1: 1500})

    evening.press("act7")

    assert moved(evening, 1) == [("pay", 2250)]


@pytest.mark.clause("MA 5.f.1", "MA 5.f.5", "MA 9.b")
@pytest.mark.parametrize(
    ("cards", "extra", "paid"),
    [("8h 6d", "7h", 1500), ("2h 3d", "4c 5s 7h", 1500)],
)
def test_bonus_21_is_paid_by_its_odds(cards: str, extra: str, paid: int) -> None:
    one, two = cards.split()
    evening = staked(f"{one} 9s {two} 9d", main={1: 1000})
    evening.draw(extra)

    evening.press("act7")

    assert moved(evening, 1) == [("pay", paid)]


@pytest.mark.clause("MA 9.b", "MA 9.a~2")
def test_doubled_hand_is_paid_even_money_on_both_wagers() -> None:
    evening = staked("6h 9s 7h 9d", main={1: 1000})
    evening.put(cmd.Double(box=1, hand=1, cents=1000))
    evening.draw("8h")

    evening.press("act7")

    assert moved(evening, 1) == [("pay", 2000)]


@pytest.mark.clause("MA 9.c")
def test_late_found_blackjack_takes_only_the_original_of_a_double() -> None:
    """MA 9.c: $20 + $20 doubled, dealer Kd then As: collect $20 and return $20."""
    evening = staked("6h Kd 5h As", main={1: 2000})
    evening.put(cmd.Double(box=1, hand=1, cents=2000))
    evening.draw("9h")

    evening.press("act7")

    assert sorted(moved(evening, 1), key=str) == [("return", 2000), ("take", 2000)]


@pytest.mark.clause("MA 10.d")
def test_late_found_blackjack_takes_one_wager_of_a_split_box() -> None:
    evening = staked("8h Kd 8d As", main={1: 2000})
    evening.press("act4")
    evening.draw("Kh")
    evening.draw("Kc")

    evening.press("act7")

    assert sum(c for d, c in moved(evening, 1) if d == "take") == 2000  # type: ignore[misc]
    assert sum(c for d, c in moved(evening, 1) if d == "return") == 2000  # type: ignore[misc]


@pytest.mark.clause("MA 8.a.2~2", "MA 8.b")
@pytest.mark.parametrize(("hole", "main"), [("Ks", "take"), ("9c", "half")])
def test_surrender_under_an_ace_waits_for_the_hole_card(hole: str, main: str) -> None:
    """MA 8.b: $20 with $10 insurance, surrendered, up As."""
    evening = staked(f"Kh As 6d {hole}", main={1: 2000})
    evening.put(cmd.Insured(box=1, on=True, cents=1000))
    evening.press("act1")
    evening.press("act5")

    evening.press("act7")

    insured = moved(evening, 1, "insurance")
    if main == "take":
        assert moved(evening, 1) == [("take", 2000)]
        assert insured == [("pay", 2000)]
    else:
        assert sorted(moved(evening, 1), key=str) == [("return", 1000), ("take", 1000)]
        assert insured == [("take", 1000)]


@pytest.mark.clause("MA 5.g", "MA 5.g~3")
def test_super_bonus_and_envy_are_settled_with_the_round() -> None:
    evening = staked("7h 9d 7s 7h 9c Kd", main={1: 1000, 3: 1000})
    evening.draw("7h")

    evening.press("act7")

    assert moved(evening, 1, "super_bonus") == [("pay", 100000)]
    assert moved(evening, 3, "envy") == [("pay", 5000)]


@pytest.mark.clause("MA 5.e")
def test_uncounted_wagers_are_settled_by_their_odds() -> None:
    evening = Evening(house(**{"deal.variant": "hole_card"})).opened().lit(1, 3)
    evening.draw("As 9d 9s Kd 7c Kc")
    evening.press("act1")
    evening.press("act1")

    evening.press("act7")

    assert evening.paid() == {(1, "main"): ("pay", "3:2"), (3, "main"): ("take", "")}


# ---- Bonus Spin (MA 16) ----
def spinning() -> Evening:
    evening = staked("As 9d 9s Kd 7c Kc", main={2: 1000, 4: 1000}, bonus_spin={2: None, 4: None})
    evening.press("act1")
    return evening


@pytest.mark.clause("MA 16.d", "MA 16.d.1", "MA 16.d.2", "MA 16.d.2~2")
def test_blackjack_with_a_bonus_wager_spins_after_the_round() -> None:
    evening = spinning()
    early = evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    assert early.orders == ()
    outcome = evening.press("act7")
    order = outcome.orders[0]
    assert (order.kind, order.target) == ("spin", "2")

    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50")

    assert moved(evening, 2, "bonus_spin")[0] == ("pay", 5000)
    assert evening.play.last_results == ("50",)
    assert evening.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


@pytest.mark.clause("MA 16.d.1")
def test_button_of_a_seat_without_a_blackjack_is_flagged_and_not_armed() -> None:
    evening = spinning()
    evening.press("act7")

    outcome = evening.reading(fact.SeatButtonPressed, "wheel", box=4)

    assert [r.kind for r in outcome.raised] == ["wrong_button"]
    assert outcome.orders == ()


@pytest.mark.clause("MA 16.a", "MA 16.c", "MA house.ace-stacks-with-wheel")
def test_ace_pays_ten_dollars_once_and_no_ace_loses() -> None:
    evening = staked("Ah 9d 9s 5c 9c Kc", main={2: 1000, 4: 1000}, bonus_spin={2: None, 4: None})
    evening.press("act1")

    evening.press("act7")

    assert ("pay", 1000) in moved(evening, 2, "bonus_spin")
    assert moved(evening, 4, "bonus_spin") == [("take", 500)]


@pytest.mark.clause("MA 16.d", "MA house.one-spin-per-seat")
def test_two_blackjacks_spin_one_after_the_other() -> None:
    evening = staked("As Ad 9s Kd Kh Kc", main={2: 1000, 4: 1000}, bonus_spin={2: None, 4: None})
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    evening.reading(fact.SeatButtonPressed, "wheel", box=4)

    first = evening.press("act7").orders
    second = evening.reading(fact.SpinDone, "wheel", order=first[0].wire, section="25").orders
    evening.reading(fact.SpinDone, "wheel", order=second[0].wire, section="500")

    assert [o.target for o in (*first, *second)] == ["2", "4"]
    assert moved(evening, 4, "bonus_spin")[0] == ("pay", 50000)
    assert {s.status for s in evening.play.spins} == {"rested"}


@pytest.mark.clause("MA 16.d.2~2", "MA house.wheel-fault")
def test_section_that_is_not_in_the_table_is_not_paid() -> None:
    evening = spinning()
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    order = evening.press("act7").orders[0]

    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="999")

    assert evening.held == "spin_fault"
    assert moved(evening, 2, "bonus_spin") == []


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


@pytest.mark.clause("MA house.wheel-table")
def test_wheel_out_of_service_gives_the_stakes_back_and_closes_the_wager() -> None:
    evening = spinning()

    evening.floor(cmd.OutOfService(device="wheel", out=True))
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    last = evening.steps[-2][1].state.play.payments
    assert [(p.box, p.direction, p.cents) for p in last if p.kind == "bonus_spin"] == [
        (2, "void", 500),
        (4, "void", 500),
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


# ---- void ----
@pytest.mark.clause("MA house.void-returns", "MA house.void-rank")
def test_void_returns_every_open_wager_once_and_keeps_what_was_settled() -> None:
    evening = staked("8h 9d 9s 8d 7c Kd", main={1: 1000, 3: 1500}, match={3: 500})
    evening.press("act1")
    evening.press("act4")
    evening.draw("2c")
    evening.put(cmd.Double(box=1, hand=1, cents=1000))

    for _ in range(2):
        evening.floor(cmd.RoundVoided(reason="fire alarm"), rank="casino_supervisor")

    assert sorted(moved(evening, 1), key=str) == [("void", 1000), ("void", 2000)]
    assert moved(evening, 3) == [("void", 1500)]
    assert moved(evening, 3, "match") == [("pay", 2000)]
    assert evening.play.round == ("settled",)


@pytest.mark.clause("MA house.void-returns", "MA 8.a.1", "MA 9.d")
def test_void_leaves_hands_that_were_given_up_as_they_are() -> None:
    """Surrendered under a 2 to 9, or rescued: settled at once by the text, so not open."""
    evening = staked("Kh 5h 9s 6d 6h Kd", main={1: 1000, 3: 1000})
    evening.press("act5")
    evening.put(cmd.Double(box=3, hand=1, cents=1000))
    evening.draw("4c")
    evening.put(cmd.Rescue(box=3, hand=1))

    evening.floor(cmd.RoundVoided(reason="fire alarm"), rank="casino_supervisor")

    assert sorted(moved(evening, 1), key=str) == [("return", 500), ("take", 500)]
    assert sorted(moved(evening, 3), key=str) == [("return", 1000), ("take", 1000)]


def test_void_before_deal_ok_returns_the_wagers_of_the_lit_boxes() -> None:
    evening = Evening().opened().lit(1, 3, match={3: 500})
    evening.draw("8h 9d")

    evening.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")

    assert evening.paid() == {
        (1, "main"): ("void", ""),
        (3, "main"): ("void", ""),
        (3, "match"): ("void", ""),
    }


def test_table_is_closed_by_a_floorperson_between_rounds_only() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("8h")

    mid_round = evening.floor(cmd.TableClosed(reason="end"))
    by_dealer = evening.put(cmd.TableClosed(reason="end"))

    assert mid_round.verdict == by_dealer.verdict == "refused"
    assert evening.play.round == ("dealing",)


def test_refused_press_clears_no_layout() -> None:
    """A refusal moves nothing: the settled round stays until something closes it."""
    evening = staked("9h 9s 9c 8d", main={1: 1000})
    evening.press("act7")

    refused = evening.put(cmd.TableClosed(reason="end"), after_ms=5000)

    assert refused.verdict == "refused"
    assert evening.play.round == ("settled",)
    assert evening.steps[-1][1].boundary is None
