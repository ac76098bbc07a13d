"""Massachusetts: who wins, what it pays and what goes back, in the ledger's own examples."""

from __future__ import annotations

import pytest

from controller.domain.wagers import Wager
from controller.rules.match import match_payments
from controller.rules.settlement import settle
from tests.rules.examples.clause_cases import MA, account, cards, case, listed, pack, played

WINS = [
    case("MA 5.a.1", "1 $10: Kh 2d", "Kd 6c 8h", "1 pay 10"),
    case("MA 5.a.2", "1 $10: Kh 9d", "Kd 8c", "1 pay 10"),
    case("MA 5.a.3, MA 5.e~2", "1 $10: As Kd", "Ah Qc", "1 pay 15"),
    case("MA 5.a.3", "1 $10: As Kd | 2 $10: Kh 8d", "7d 7c 7h", "1 pay 15, 2 take 10"),
    case("MA 5.a.4", "1 $10: Kh 5d 6c | 2 $10: Kc 8d", "7d 6h 8c", "1 pay 10, 2 take 10"),
    case("MA 5.b, MA 1.push", "1 $10: Kh 8d", "Kd 8c", "1 return 10"),
    case("MA 1.push", "1 $10: Kh 9d", "Kd 9c", "1 return 10"),
    case("MA 1.push", "1 $10: 5h 5d 5c 6h", "Kd 5c 6d", "1 pay 10"),
    case("MA 5.b~2", "1 $10: 7h 7d 7c", "Kd As", "1 take 10"),
    case(
        "MA 5.e",
        "1 $10: Kh Qd | 2 $10: Kc 7d | 3 $10: 9h 9d",
        "Kd 8c",
        "1 pay 10, 2 take 10, 3 return 10",
    ),
    case("MA 5.e~2", "1 $10: As Kd", "Ac Qd", "1 pay 15"),
    case("MA 5.e~3", "1 $10: Kh 9d", "Kd 6c 8h", "1 pay 10"),
    case("MA 5.f, MA 9.b", "1 $10: 6h 7h 8h x$10", "Kd Qc", "1 pay 20"),
    case("MA 5.f.1", "1 $10: 8h 6d 7h", "Kd Qc", "1 pay 15"),
    case("MA 5.f.2", "1 $10: 6d 8d 7d", "Kd Qc", "1 pay 20"),
    case("MA 5.f.2~2", "1 $10: 7s 8s 6s", "Kd Qc", "1 pay 30"),
    case("MA 5.f.3", "1 $10: 7h 7h 7s", "Kd Qc", "1 pay 15"),
    case("MA 5.f.4", "1 $10: 7c 7c 7c", "5d 9c", "1 pay 20"),
    case("MA 5.f.4~2", "1 $10: 7s 7s 7s", "5d 9c", "1 pay 30"),
    case("MA 5.f.5", "1 $10: 2h 3d 4c 5s 7h", "Kd Qc", "1 pay 15"),
    case("MA 5.f.6", "1 $10: 2h 2d 3c 4s 4h 6d", "Kd Qc", "1 pay 20"),
    case("MA 5.f.7", "1 $10: 2h 2d 2c 3s 3h 4d 5c", "Kd Qc", "1 pay 30"),
    case("MA 5.f.7", "1 $10: 2h 2d 2c 2s 3s 3h 3d 4d", "Kd Qc", "1 pay 30"),
    case("MA 9.b", "1 $20: 2h 3d 4c 5s 7h x$20", "Kd Qc", "1 pay 40"),
    case("MA 9.c", "1 $20: 5h 6d 9c x$20", "Kd As", "1 take 20, 1 return 20"),
    case("MA 9.d", "1 $20: 7h 4d 4c x$20 rescued", "Kd Qc", "1 take 20, 1 return 20"),
    ("1 $20: 7h 6d Kh x$20", "Kd Qc", "1 take 40"),
    case(
        "MA 10.d",
        "1 $20: 8h Kd split | 1.2: 8d Jc Ah split | 1.3: 8c Ks 2d split",
        "Kd As",
        "1 take 20, 1.2 return 20, 1.3 return 20",
    ),
    case("MA 8.a", "2 $20: Kh 6d surrendered", "9c 8d", "2 take 10, 2 return 10"),
    ("2 $20: Kh 6d surrendered", "6c Kd", "2 take 10, 2 return 10"),
    case("MA 8.a.2~2", "2 $20: Kh 6d surrendered", "Kd As", "2 take 20"),
    case("MA 8.a.2~2", "2 $20: Kh 6d surrendered", "Kd 9c", "2 take 10, 2 return 10"),
    case("MA 7.i~5", "1 $10: Ah Qd | 2 $10: Kh Qc", "As Kd", "1 pay 15, 2 take 10"),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), WINS)
def test_a_wager_is_settled_as_the_text_says(boxes: str, dealer: str, expected: str) -> None:
    """Every movement of the round, and no other."""
    assert sorted(account(pack(MA), played(dealer, boxes))) == sorted(listed(expected))


FIXED = [
    case("MA 5.g", "1 $24: 7h 7h 7h", "7s Kd", "1 pay 48, 1 super_bonus pay 1000"),
    case("MA 5.g", "1 $5: 7h 7h 7h", "7s Kd", "1 pay 10, 1 super_bonus pay 1000"),
    case("MA 5.g", "1 $4: 7h 7h 7h", "7s Kd", "1 pay 8"),
    case("MA 5.g~2", "1 $25: 7s 7s 7s", "7d Kc", "1 pay 75, 1 super_bonus pay 5000"),
    case("MA 5.g~2", "1 $24.99: 7s 7s 7s", "7d Kc", "1 pay 74.97, 1 super_bonus pay 1000"),
    case(
        "MA 5.g~3",
        "1 $10: Kh 6d 8c | 2 $10: Kh 6c surrendered | 3 $10: 7h 7h 7h | 5 $10: Kd 7d",
        "7s Kc",
        "1 take 10, 2 take 5, 2 return 5, 3 pay 20, 3 super_bonus pay 1000, 5 return 10,"
        "1 envy pay 50, 2 envy pay 50, 5 envy pay 50",
    ),
    case(
        "MA 5.g~4, MA 10.e",
        "1 $10: Kh 9d | 3 $10: 7h 7h 7h split | 3.2: 7h Kd split",
        "7c Kc",
        "1 pay 10, 3 pay 20, 3.2 return 10",
    ),
    case("MA 5.g~4, MA 9.b", "1 $10: Kh 9d | 3 $10: 7h 7h 7h x$10", "7c Kc", "1 pay 10, 3 pay 20"),
    case("MA 10.e", "3 $20: 7c 7c 7c split | 3.2: 7h Kd split", "7d Kc", "3 pay 40, 3.2 return 20"),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), FIXED)
def test_three_suited_sevens_against_a_seven(boxes: str, dealer: str, expected: str) -> None:
    """The fixed payments come on top of the odds; not for doubled or split hands."""
    found = account(pack(MA), played(dealer, boxes, variant="no_hole_card"))

    assert sorted(found) == sorted(listed(expected))


MATCHES = [
    case("MA 6.a, MA 6.e.1", 6, "9s 4h", "9d 8c", "2 match pay 20"),
    case("MA 6.a", 6, "Kh 4h", "Qd 8c", "2 match take 5"),
    case("MA 6.a~2", 6, "8s 8h", "8s 9c", "2 match pay 65"),
    case("MA 6.a~2", 6, "8s 8s", "8s 9c", "2 match pay 90"),
    case("MA 6.e.1~2", 6, "9d 4h", "9d 8c", "2 match pay 45"),
    case("MA 6.e.2", 8, "9s 4h", "9d 8c", "2 match pay 15"),
    case("MA 6.e.2~2", 8, "9d 4h", "9d 8c", "2 match pay 60"),
]


@pytest.mark.parametrize(("decks", "hand", "dealer", "expected"), MATCHES)
def test_a_match_wager_is_settled_by_rank(
    decks: int, hand: str, dealer: str, expected: str
) -> None:
    """One of the first two cards of the dealer's rank; both together add."""
    found = account(pack(MA), played(dealer, f"2 $10 match$5: {hand}", decks=decks))

    assert [line for line in found if "match" in line] == [expected]


@pytest.mark.clause("MA 6.d~2")
def test_losing_match_wagers_are_taken_before_winning_ones_are_paid() -> None:
    """Boxes 1 and 3 win, 2 and 4 lose: take 2 and 4, then pay 1 and 3."""
    wagers = [Wager(box, "", "match", 500) for box in (1, 2, 3, 4)]
    first = {1: cards("9s 4h"), 2: cards("Ks 4h"), 3: cards("9h 2h"), 4: cards("5s 4d")}

    done = match_payments(pack(MA), wagers, first, cards("9d")[0], 6)

    assert [(p.direction, p.box) for p in done] == [
        ("take", 2),
        ("take", 4),
        ("pay", 1),
        ("pay", 3),
    ]


@pytest.mark.clause("MA 6.f")
def test_the_match_wager_and_a_surrender_do_not_touch_each_other() -> None:
    """The match payment of $20 stands and the surrender of $10 costs $5."""
    found = account(pack(MA), played("9d 8c", "1 $10 match$5: 9s 4h surrendered"))

    assert sorted(found) == sorted(listed("1 match pay 20, 1 take 5, 1 return 5"))


INSURANCE = [
    case("MA 11.a~2", "1 $20 ins$10: Kh 9d", "As Qc", "pay 20"),
    case("MA 11.a~2", "1 $20 ins$10: Kh 9d", "As 9c", "take 10"),
    case("MA 11.a~2", "1 $20 ins$10: Kh 9d", "As Ad 8c", "take 10"),
    case("MA 11.c", "1 $20 ins$10: Kh 9d", "As Kd", "pay 20"),
    case("MA 8.b", "1 $20 ins$10: Kh 6d surrendered", "As Kd", "pay 20"),
    case("MA 8.b", "1 $20 ins$10: Kh 6d surrendered", "As 9c", "take 10"),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), INSURANCE)
def test_insurance_is_won_by_a_dealer_blackjack_only(
    boxes: str, dealer: str, expected: str
) -> None:
    """Two to one, apart from whatever becomes of the hand."""
    found = account(pack(MA), played(dealer, boxes, variant="hole_card"))

    assert [line for line in found if "insurance" in line] == [f"1 insurance {expected}"]


@pytest.mark.clause("MA 8.b")
def test_a_surrender_against_an_ace_is_settled_beside_the_insurance() -> None:
    """King in the hole: the whole wager and $20 won; a nine: half of it and the insurance."""
    lost = account(pack(MA), played("As Kd", "1 $20 ins$10: Kh 6d surrendered"))
    half = account(pack(MA), played("As 9c", "1 $20 ins$10: Kh 6d surrendered"))

    assert sorted(lost) == sorted(["1 take 20", "1 insurance pay 20"])
    assert sorted(half) == sorted(["1 take 10", "1 return 10", "1 insurance take 10"])


CITED = [
    case("MA 5.f.1", "1 $10: 8h 6d 7h", "Kd Qc", "MA 5.f.1"),
    case("MA 5.f.2", "1 $10: 6d 8d 7d", "Kd Qc", "MA 5.f.2"),
    case("MA 5.f.2~2", "1 $10: 7s 8s 6s", "Kd Qc", "MA 5.f.2~2"),
    case("MA 5.f.3", "1 $10: 7h 7h 7s", "Kd Qc", "MA 5.f.3"),
    case("MA 5.f.4", "1 $10: 7c 7c 7c", "5d 9c", "MA 5.f.4"),
    case("MA 5.f.4~2", "1 $10: 7s 7s 7s", "5d 9c", "MA 5.f.4~2"),
    case("MA 5.f.5", "1 $10: 2h 3d 4c 5s 7h", "Kd Qc", "MA 5.f.5"),
    case("MA 5.f.6", "1 $10: 2h 2d 3c 4s 4h 6d", "Kd Qc", "MA 5.f.6"),
    case("MA 5.f.7", "1 $10: 2h 2d 2c 3s 3h 4d 5c", "Kd Qc", "MA 5.f.7"),
    case("MA 5.b~2", "1 $10: 7h 7d 7c", "Kd As", "MA 5.b~2"),
    case("MA 5.e~2", "1 $10: As Kd", "Ac Qd", "MA 5.e~2"),
]


@pytest.mark.parametrize(("boxes", "dealer", "clause"), CITED)
def test_a_payment_names_its_clause(boxes: str, dealer: str, clause: str) -> None:
    """Every payment names the clause that orders it (controller/README 1.4)."""
    assert [p.clause for p in settle(pack(MA), played(dealer, boxes))] == [clause]
