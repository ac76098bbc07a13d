"""The dealer's draws, settlement to the cent, the finished round (MA 5, 7.g, 7.h, 12, 15.e)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.view.layout import boxes
from tests.kit.evening import Evening, house
from tests.kit.stakes import moved, staked


# ---- the dealer's hand ----
def test_dealer_draws_under_17_and_stands_on_soft_17() -> None:
    evening = staked("9h 5d 9s As", main={1: 1000})

    evening.press("act7")
    assert evening.play.round == "dealer_plays"
    evening.draw("Ac")

    assert [s.face for s in evening.play.dealer] == ["5d", "As", "Ac"]
    assert str(evening.play.round) == "settled"


@pytest.mark.clause("MA 12.b")
def test_layout_is_not_cleared_while_the_dealer_must_draw() -> None:
    evening = staked("9h 5d 9s As", main={1: 1000})
    evening.press("act7")

    refused = evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert refused.verdict == "refused"
    assert evening.play.round == "dealer_plays"


@pytest.mark.clause("MA 12.c")
def test_dealer_draws_nothing_when_no_card_can_change_a_result() -> None:
    """MA 12.c: boxes 1 and 2 both over, hole card turned, dealer 9s 3d: settled without a draw."""
    evening = staked("Kh Kd 9s 6h 6d 3d", main={1: 1000, 2: 1000})
    evening.draw("Kc Ks")

    evening.press("act7")

    assert evening.play.round == "settled"
    assert moved(evening, 1) == [("take", 1000)]
    drawn = evening.draw("5c", after_ms=900)
    assert [r.kind for r in drawn.raised] == ["dealer_drew_too_far"]
    assert [s.face for s in evening.play.dealer] == ["9s", "3d"]


@pytest.mark.clause("MA 15.e", "MA 12.b~2")
@pytest.mark.parametrize(("up", "hole"), [("9s", "8d"), ("6s", "Ad")])
def test_card_that_the_dealer_draws_on_17_is_burned(up: str, hole: str) -> None:
    """MA 15.e, 12.b~2: dealer hard or soft 17, 4c is scanned: burned, the dealer stays at 17."""
    evening = staked(f"9h {up} 9c {hole}", main={1: 1000})
    evening.press("act7")
    racked = evening.play.racked

    outcome = evening.draw("4c", after_ms=900)

    assert [r.kind for r in outcome.raised] == ["dealer_drew_too_far"]
    assert [s.face for s in evening.play.dealer] == [up, hole]
    assert evening.play.racked == racked + 1
    assert evening.held == ""
    assert all(e.face != "4c" for e in outcome.exposed)


def test_next_card_after_the_pay_closes_the_round() -> None:
    evening = staked("9h 9s 9c 8d", main={1: 1000})
    evening.press("act7")

    evening.draw("4c", after_ms=5000)

    assert evening.play.number == 2
    assert evening.play.round == "dealing"
    assert evening.steps[-1][1].boundary is not None
    assert evening.state.seen == ()
    assert len(evening.state.log) == 1


@pytest.mark.clause("MA 7.g")
def test_dealer_without_a_hole_card_takes_the_second_card_last_and_face_up() -> None:
    """MA 7.g: box 6 on 13 is not finished: a card is its hit; after NEXT it is the dealer's."""
    evening = staked("6h 9s 7c", main={6: 1000}, variant="no_hole_card")
    evening.draw("5c")
    assert evening.hand(6) == ["6h", "7c", "5c"]
    assert [s.face for s in evening.play.dealer] == ["9s"]

    evening.press("act1")
    evening.draw("8d")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert moved(evening, 6) == [("pay", 1000)]


@pytest.mark.clause("MA 7.g")
def test_card_that_the_dealer_drew_for_himself_too_early_is_offered_to_the_hand() -> None:
    """MA 7.g, 15.d: LAST CARD, IN ERROR; the table has seen it."""
    evening = staked("6h 9s 7c", main={6: 1000}, variant="no_hole_card")
    evening.draw("5c")

    outcome = evening.press("last.error")

    assert [r.kind for r in outcome.raised] == ["card_drawn_in_error_seen"]
    assert evening.hand(6) == ["6h", "7c"]
    evening.press("act2")
    assert evening.hand(6) == ["6h", "7c", "5c"]


@pytest.mark.clause("MA house.dealer-second-card")
@pytest.mark.parametrize("variant", ["no_hole_card", "hole_card"])
def test_dealer_has_two_cards_also_when_no_hand_is_left(variant: str) -> None:
    """The second card is drawn, the hole card turned, before the round is settled."""
    cards = "Kh 9s 6c" if variant == "no_hole_card" else "Kh 9s 6c 8d"
    evening = staked(cards, main={1: 1000}, variant=variant)
    evening.draw("Kc")
    assert evening.play.payments == ()

    evening.draw("8d") if variant == "no_hole_card" else evening.press("act7")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert moved(evening, 1) == [("take", 1000)]


@pytest.mark.clause("MA 7.h")
def test_cards_of_a_finished_round_are_shown_in_order_of_receipt_until_the_next_deal() -> None:
    """MA 7.h: boxes 1, 3, 6; a dispute on box 3."""
    evening = staked("5h 4h 9d 9s 9h 3c 9c 8d", main={1: 1000, 3: 1000, 6: 1000})
    evening.press("act1")
    evening.draw("8h 2c")
    evening.press("act1")
    evening.press("act7")

    assert evening.play.round == "settled"
    assert boxes.boxes(evening.state, evening.house)[2].hands[0].cards == ("4h", "3c", "8h", "2c")


# ---- to the cent ----
@pytest.mark.clause("MA 5.e", "MA 5.b", "MA 5.a.2")
def test_losers_are_taken_winners_paid_and_ties_returned() -> None:
    """MA 5.e: boxes 1 (20), 2 (17), 3 (18), dealer 18: take from 2, pay 1, leave 3."""
    evening = staked("Kh Kd Kc 9s Qh 7d 8c 9d", main={1: 1000, 2: 1000, 3: 1000})
    evening.press("act1")
    assert evening.play.payments == ()

    evening.press("act7")

    assert (moved(evening, 1), moved(evening, 2), moved(evening, 3)) == (
        [("pay", 1000)],
        [("take", 1000)],
        [("return", 1000)],
    )


@pytest.mark.clause("MA house.blackjack-odds")
@pytest.mark.parametrize(
    ("up", "hole", "drawn"),
    [("9s", "8d", ""), ("9s", "9d", ""), ("Ks", "9d", ""), ("Ks", "Kd", ""), ("9s", "3d", "9h"),
     ("9s", "6d", "Kc")],
)  # fmt: skip
def test_blackjack_is_paid_three_to_two(up: str, hole: str, drawn: str) -> None:
    """Against 17, 18, 19, 20, 21 in three cards and a dealer who is over."""
    evening = staked(f"As 8h {up} Kd Kh {hole}", main={1: 1500, 2: 1000})

    evening.press("act7")
    if drawn:
        evening.draw(drawn)

    assert moved(evening, 1) == [("pay", 2250)]


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


def test_doubled_hand_is_paid_even_money_on_both_wagers() -> None:
    evening = staked("6h 9s 7h 9d", main={1: 1000})
    evening.put(cmd.Double(box=1, hand=1, cents=1000))
    evening.draw("8h")

    evening.press("act7")

    assert moved(evening, 1) == [("pay", 2000)]


@pytest.mark.clause("MA 9.c")
def test_late_found_blackjack_takes_only_the_original_of_a_double() -> None:
    """MA 9.c: $20 + $20 doubled, standing 20, dealer Kd then As: collect $20, return $20."""
    evening = staked("6h Kd 5h", main={1: 2000}, variant="no_hole_card")
    evening.put(cmd.Double(box=1, hand=1, cents=2000))
    evening.draw("9h")

    evening.draw("As")

    assert sorted(moved(evening, 1), key=str) == [("return", 2000), ("take", 2000)]


@pytest.mark.clause("MA 10.d")
def test_late_found_blackjack_takes_one_wager_of_a_split_box() -> None:
    """MA 10.d: $20 split to 18, 19 and 20, dealer Kd then As: collect $20, return $40."""
    evening = staked("8h Kd 8d", main={1: 2000}, variant="no_hole_card")
    evening.press("act4")
    evening.draw("8c")
    evening.press("act4")
    evening.draw("Kh Ac 2c Kc")
    evening.press("act1")

    evening.draw("As")

    assert [evening.hand(1, n) for n in (1, 2, 3)] == [
        ["8h", "Kh"],
        ["8c", "Ac"],
        ["8d", "2c", "Kc"],
    ]
    assert sum(c for d, c in moved(evening, 1) if d == "take") == 2000  # type: ignore[misc]
    assert sum(c for d, c in moved(evening, 1) if d == "return") == 4000  # type: ignore[misc]


@pytest.mark.clause("MA 8.b")
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
@pytest.mark.parametrize(
    ("wager", "bonus", "envy"),
    [(2400, [("pay", 100000)], [("pay", 5000)]), (400, [], [])],
)
def test_super_bonus_and_envy_are_settled_with_the_round(
    wager: int, bonus: list[object], envy: list[object]
) -> None:
    """MA 5.g, 5.g~3: three 7h at box 3 under 7s; box 1 over, 2 surrendered, 5 tied."""
    main: dict[int, int | None] = {1: 1000, 2: 1000, 3: wager, 5: 1000}
    evening = staked("Kh Kc 7h Kd 7s 6h 6c 7h 7d Ks", main=main)
    evening.draw("9s")
    evening.press("act5")
    evening.draw("7h")
    evening.press("act1")

    evening.press("act7")

    assert moved(evening, 3) == [("pay", 2 * wager)]
    assert moved(evening, 3, "super_bonus") == bonus
    assert [moved(evening, b, "envy") for b in (1, 2, 5)] == [envy] * 3
    assert moved(evening, 3, "envy") == moved(evening, 6, "envy") == []


def test_uncounted_wagers_are_settled_by_their_odds() -> None:
    evening = Evening(house(**{"deal.variant": "hole_card"})).opened().lit(1, 3)
    evening.draw("As 9d 9s Kd 7c Kc")
    evening.press("act1")
    evening.press("act1")

    evening.press("act7")

    assert evening.paid() == {(1, "main"): ("pay", "3:2"), (3, "main"): ("take", "")}
