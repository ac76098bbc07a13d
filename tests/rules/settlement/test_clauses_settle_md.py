"""Maryland: who wins, what it pays and what goes back, in the ledger's own examples."""

from __future__ import annotations

import pytest

from controller.domain.wagers import Wager
from controller.rules.match import match_payments
from controller.rules.settlement import settle
from tests.rules.examples.clause_cases import MD, account, cards, case, listed, pack, played

WINS = [
    case("MD 7.O", "1 $10: Kh Qd", "Kd 9c", "1 pay 10"),
    case("MD 7.O", "1 $10: Kh 8d", "Kd 9c", "1 take 10"),
    case("MD 7.O", "1 $10: Kh 6d 6c | 2 $10: Kc 8d", "Kh 6d 7c", "1 take 10, 2 pay 10"),
    case("MD 7.O.1", "2 $10: Kh 2d", "6h Kd 9c", "2 pay 10"),
    case("MD 7.O.2", "2 $10: Kh 9d", "Kd 8c", "2 pay 10"),
    case("MD 7.O.3", "3 $20: As Kd", "Qh Ac", "3 pay 30"),
    case("MD 7.O.3", "3 $20: As Kd | 5 $10: Kh 8d", "Kh 5c 6d", "3 pay 30, 5 take 10"),
    case("MD 7.O.4", "2 $10: Kh 5c 6d | 5 $10: Kc 8d", "9h 7c 5d", "2 pay 10, 5 take 10"),
    case("MD 7.O.4", "2 $10: 6h 7c 8d | 5 $10: Kc 8d", "9h 7c 5d", "2 pay 15, 5 take 10"),
    case("MD 7.P", "2 $10: Kh 8d", "Kd 8c", "2 return 10"),
    case("MD 7.Q", "2 $10: 7h 7d 7c", "Ah Kd", "2 take 10"),
    case(
        "MD 7.G.3, MD 8.E",
        "1 $20 ins$10: 9h 9c | 3 $20: As Qd",
        "Ah Kd",
        "1 take 20, 1 insurance pay 20, 3 pay 30",
    ),
    case("MD 8.A", "2 $20 ins$10: Kh 9d", "Ah Qc", "2 take 20, 2 insurance pay 20"),
    case("MD 8.A", "2 $20 ins$10: Kh 9d", "Ah 8c", "2 return 20, 2 insurance take 10"),
    case("MD 8.E, MD 12.A.3", "2 $20 ins$10: Kh 9d", "Ah Qc", "2 take 20, 2 insurance pay 20"),
    case("MD 9.A", "2 $20: 9h 7c surrendered", "5d Kc", "2 take 10, 2 return 10"),
    ("2 $50: 9h 7c surrendered", "6d Kc", "2 take 25, 2 return 25"),
    case("MD 9.C", "2 $50: 9h 7c surrendered", "9d Ac", "2 take 25, 2 return 25"),
    case("MD 9.C", "2 $50: 9h 7c surrendered", "Jd Ac", "2 take 50"),
    case("MD 9.C", "2 $50: 9h 7c surrendered", "Ad Jc", "2 take 50"),
    case("MD 9.C.2.a", "2 $50: 9h 7c surrendered", "Jd Ac", "2 take 50"),
    case("MD 9.C.2.b", "2 $50: 9h 7c surrendered", "Jd 5c Kh", "2 take 25, 2 return 25"),
    case(
        "MD 9.D",
        "2 $20 ins$10: 9h 7c surrendered",
        "Ah 8c",
        "2 take 10, 2 return 10, 2 insurance take 10",
    ),
    case("MD 10.E", "2 $20: 5h 6c 9d x$20", "Jd Ac", "2 take 20, 2 return 20"),
    case("MD 10.F", "2 $20: 5h 6c 8d x$10", "Kd 8c", "2 pay 30"),
    case("MD 10.G", "2 $10: 6h 7c 8d x$10", "Kd Qc", "2 pay 20"),
    case(
        "MD 10.G, MD 12.C.4", "2 $10: 7h 7h 7h x$10 | 4 $10: Kh 8d", "7c Kd", "2 pay 20, 4 pay 10"
    ),
    case("MD 10.H", "2 $20: 5h 6c 2d x$20 rescued", "Kd Qc", "2 take 20, 2 return 20"),
    case("MD 11.E", "2 $20: 8h Kd split | 2.2: 8d Jc split", "Kd Ac", "2 take 20, 2.2 return 20"),
    ("2 $20: Ah Kd split | 2.2: Ad 9c split", "Kd Ac", "2 take 20, 2.2 return 20"),
    case(
        "MD 11.F",
        "2 $20: 8h 2c 3d 4s 4h split | 2.2: 8d Qc split",
        "Kd Jc",
        "2 pay 20, 2.2 take 20",
    ),
    case("MD 11.F", "2 $20: 7h 7h 7h split | 2.2: 7h Qc split", "7c Kd", "2 pay 20, 2.2 return 20"),
    case("MD 12.A, MD 12.A.2", "2 $10: As Kd", "6h Kc 9d", "2 pay 15"),
    case("MD 12.A.1", "2 $25: Kh Qd", "Kd 9c", "2 pay 25"),
    case("MD 12.A.2", "4 $20: As Kd", "6h Kc 9d", "4 pay 30"),
    case("MD 12.B", "2 $10: 6s 7s 8s", "Kh Qc", "2 pay 30"),
    case("MD 12.B", "2 $10: 6s 7s 8s x$10", "Kh Qc", "2 pay 20"),
    case("MD 12.B.1", "2 $10: 6h 7c 8d", "Kh Qc", "2 pay 15"),
    case("MD 12.B.2", "2 $10: 6h 7h 8h", "Kh Qc", "2 pay 20"),
    case("MD 12.B.3", "2 $10: 6s 7s 8s", "Kh Qc", "2 pay 30"),
    case("MD 12.B.4", "2 $10: 7h 7h 7c", "Kh Qc", "2 pay 15"),
    case("MD 12.B.5", "2 $10: 7h 7h 7h", "Kh Qc", "2 pay 20"),
    case("MD 12.B.6", "2 $10: 7s 7s 7s", "Kh Qc", "2 pay 30"),
    case("MD 12.B.7", "2 $10: 2h 3c 4d 5s 7h", "Kh Qc", "2 pay 15"),
    case("MD 12.B.8", "2 $10: 2h 2c 3d 4s 4h 6c", "Kh Qc", "2 pay 20"),
    case("MD 12.B.9", "2 $10: 2h 2c 2d 3s 3h 4c 5d", "Kh Qc", "2 pay 30"),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), WINS)
def test_a_wager_is_settled_as_the_text_says(boxes: str, dealer: str, expected: str) -> None:
    """Every movement of the round, and no other."""
    assert sorted(account(pack(MD), played(dealer, boxes))) == sorted(listed(expected))


FIXED = [
    case("MD 12.C", "2 $10: 7h 7h 7h", "7c Kd", "2 pay 20, 2 super_bonus pay 1000"),
    case("MD 12.C", "2 $10: 7h 7h 7h", "8c Kd", "2 pay 20"),
    case("MD 12.C.1", "2 $24: 7d 7d 7d", "7c Kd", "2 pay 48, 2 super_bonus pay 1000"),
    case("MD 12.C.1", "2 $5: 7d 7d 7d", "7c Kd", "2 pay 10, 2 super_bonus pay 1000"),
    case("MD 12.C.1", "2 $4: 7d 7d 7d", "7c Kd", "2 pay 8"),
    case("MD 12.C.2", "2 $25: 7s 7s 7s", "7c Kd", "2 pay 75, 2 super_bonus pay 5000"),
    case(
        "MD 12.C.3",
        "2 $10: 7d 7d 7d | 4 $10: Kh 6d 9c | 5 $10: Kc 6h surrendered | 6 $10: 9d 7s",
        "7c Kd",
        "2 pay 20, 2 super_bonus pay 1000, 4 take 10, 5 take 5, 5 return 5, 6 take 10,"
        "4 envy pay 50, 5 envy pay 50, 6 envy pay 50",
    ),
    case("MD 12.C.3", "2 $4: 7d 7d 7d | 4 $10: Kh 6d 9c", "7c Kd", "2 pay 8, 4 take 10"),
    case(
        "MD 12.C.4",
        "2 $25: 7h 7h 7h split | 2.2: 7h Kd split | 4 $10: Kh 8d",
        "7c Kc",
        "2 pay 25, 2.2 return 25, 4 pay 10",
    ),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), FIXED)
def test_three_suited_sevens_against_a_seven(boxes: str, dealer: str, expected: str) -> None:
    """On top of the odds; $50 to every other player in the round; not for split hands."""
    assert sorted(account(pack(MD), played(dealer, boxes))) == sorted(listed(expected))


@pytest.mark.clause("MD 12.C.3")
def test_envy_without_an_award_follows_the_house_option() -> None:
    """With envy_requires_award = false a winner under $5 still brings the others $50."""
    text = pack(MD, envy_requires_award=False)

    found = account(
        text, played("7c Kd", "2 $4: 7d 7d 7d | 4 $10: Kh 6d 9c | 5 $10: Kc 6h surrendered")
    )

    assert [line for line in found if "envy" in line] == ["5 envy pay 50", "4 envy pay 50"]


MATCHES = [
    case("MD 6.G.1", 6, "7h 9c", "9d 7s", "match pay 20"),
    case("MD 6.G.1", 6, "7h 4c", "9d 7s Kh", "match take 5"),
    case("MD 7.F.1.a", 6, "8h 3c", "8d Kc", "match pay 20"),
    case("MD 7.F.1.a", 6, "8d 3c", "8d Kc", "match pay 45"),
    case("MD 7.F.1.a", 6, "7h 3c", "8d Kc", "match take 5"),
    case("MD 7.F.1.b", 8, "Kh 4c", "Qh 9c", "match take 5"),
    case("MD 7.F.1.b", 8, "Kh 4c", "Ks 9c", "match pay 15"),
    case("MD 7.F.1.b", 8, "Kh 4c", "Kh 9c", "match pay 60"),
    case("MD 7.F.1.c", 6, "8d 8h", "8d Kc", "match pay 65"),
    case("MD 7.F.1.c", 8, "8h 8c", "8d Kc", "match pay 30"),
    case("MD 7.F.1.c", 6, "8d 8d", "8d Kc", "match pay 90"),
    case("MD 12.A.4.a.i, MD 12.A.4", 6, "4s Kh", "4s Kc", "match pay 45"),
    case("MD 12.A.4.a.ii", 6, "4s Kh", "4d Kc", "match pay 20"),
    case("MD 12.A.4.b.i, MD 12.A.4", 8, "4s Kh", "4s Kc", "match pay 60"),
    case("MD 12.A.4.b.ii", 8, "4s Kh", "4d Kc", "match pay 15"),
]


@pytest.mark.parametrize(("decks", "hand", "dealer", "expected"), MATCHES)
def test_a_match_wager_is_settled_by_rank(
    decks: int, hand: str, dealer: str, expected: str
) -> None:
    """The up card only, by rank, each matching card by its suit."""
    found = account(pack(MD), played(dealer, f"3 $10 match$5: {hand}", decks=decks))

    assert [line for line in found if "match" in line] == [f"3 {expected}"]


@pytest.mark.clause("MD 7.F.1")
def test_match_wagers_are_settled_in_one_pass_from_the_right() -> None:
    """Seats 1, 4, 6: first 6, then 4, then 1, whether won or lost."""
    wagers = [Wager(box, "", "match", 500) for box in (1, 4, 6)]
    first = {1: cards("9s 4h"), 4: cards("Ks 4h"), 6: cards("9h 2h")}

    done = match_payments(pack(MD), wagers, first, cards("9d")[0], 6)

    assert [(p.box, p.direction) for p in done] == [(6, "pay"), (4, "take"), (1, "pay")]


ORDERS = [
    case("MD 7.R.1", "collect_then_pay", "3 take 10, 6 pay 10, 1 pay 10"),
    case("MD 7.R.2", "right_to_left", "6 pay 10, 3 take 10, 1 pay 10"),
]


@pytest.mark.parametrize(("order", "expected"), ORDERS)
def test_the_order_of_settlement_is_the_operators_choice(order: str, expected: str) -> None:
    """Seat 1 wins, 3 loses, 6 wins: first the loser, or from the right."""
    boxes = "1 $10: Kh Qd | 3 $10: Kc 7d | 6 $10: Ks Jd"

    assert account(pack(MD, order=order), played("Kd 8c", boxes)) == listed(expected)


@pytest.mark.clause("MD 7.R.1")
def test_the_second_order_collects_before_it_pays() -> None:
    """All losing wagers first, then the winning ones."""
    boxes = "1 $10: Kh 7d | 3 $10: Kc Qd | 6 $10: Ks 7c"

    found = account(pack(MD, order="collect_then_pay"), played("Kd 8c", boxes))

    assert [line.split()[1] for line in found] == ["take", "take", "pay"]


CITED = [
    *(
        case(f"MD 12.B.{n}", f"2 $10: {hand}", "Kh Qc", f"MD 12.B.{n}")
        for n, hand in enumerate(
            (
                "6h 7c 8d",
                "6h 7h 8h",
                "6s 7s 8s",
                "7h 7h 7c",
                "7h 7h 7h",
                "7s 7s 7s",
                "2h 3c 4d 5s 7h",
                "2h 2c 3d 4s 4h 6c",
                "2h 2c 2d 3s 3h 4c 5d",
            ),
            1,
        )
    ),
    case("MD 7.Q", "2 $10: 7h 7d 7c", "Ah Kd", "MD 7.Q"),
    case("MD 7.P", "2 $10: Kh 8d", "Kd 8c", "MD 7.P"),
    case("MD 12.A.1", "2 $25: Kh Qd", "Kd 9c", "MD 12.A.1"),
]


@pytest.mark.parametrize(("boxes", "dealer", "clause"), CITED)
def test_a_payment_names_its_clause(boxes: str, dealer: str, clause: str) -> None:
    """Every payment names the clause that orders it (controller/README 1.4)."""
    (payment,) = settle(pack(MD), played(dealer, boxes))

    assert payment.clause == clause
