"""Pure 21.5: the player-dealer's bank acts in order and within its cover; the ledger's examples."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.settled import Bank
from controller.rules.settlement import net, settle
from tests.rules.examples.clause_cases import CA, account, case, listed, pack, played

PLENTY = 1_000_000
UP_9_HOLE_J = "9d Jc"
"""The player-dealer at seat 4 has 19; a jack in the hole puts the button on seat 6."""


def moves(dealer: str, boxes: str, bank: int = PLENTY, seat: int = 4, **options: Any) -> list[str]:
    """The movements at the boxes; the bank's own last line is left out."""
    found = account(pack(CA, **options), played(dealer, boxes, bank=Bank(seat, bank * 100)))
    return [line for line in found if " bank " not in line]


WINS = [
    case("CA object.1", "2 $10: Ac Kd", "9h Jd", "2 pay 12"),
    case("CA object.2", "2 $10: Kh Jc", "9d Jc", "2 pay 10"),
    case("CA object.2", "2 $10: Kh 9c 3d", "9d Jc", "2 take 10"),
    case("CA cards.1", "5 $25: Js Ad", "7d 5h 9c", "5 pay 30"),
    case("CA cards.5", "2 $10: Ah Kc split | 2.2: Ad 9c split", "9d Jc", "2 pay 10, 2.2 pay 10"),
    case("CA dealing.12", "2 $20: As Qh", "Ad Kc", "2 pay 24"),
    case("CA winners.1", "2 $10: 7h 5d", "9d 7c Kh", "2 pay 10"),
    case("CA winners.2", "2 $10: Kh 6d 7c", "9d 9c", "2 take 10"),
    case("CA winners.3", "3 $40: Kh 9d", "9d Jc", "3 return 40"),
    case("CA winners.4", "1 $15: Kh 8d", "Kd Jc", "1 take 15"),
    case("CA winners.4", "1 $15: Kh 5d 6c", "Kd Jc", "1 pay 15"),
    case("CA winners.5", "2 $30: 9c 4d 8s", "7s 6d 8c", "2 pay 30"),
    case("CA winners.5", "2 $30: Kh Qs", "Kd Jc", "2 return 30"),
    case("CA winners.6", "2 $20: Kh 6d 9c", "Kc 6d 9s", "2 take 20"),
    case("CA winners.6.a", "3 $40: Kh 6d 7c", "8c 8d 8h", "3 return 40"),
    case("CA winners.6.a", "5 $10: 8h 5d", "8c 8d 8h", "5 pay 10"),
    case("CA winners.6.a", "3 $40: Kh 6d 7c", "9c 7d 8h", "3 take 40"),
    case("CA options.2", "2 $20: 5c 4d 3s x$20 rescued", "9d Jc", "2 take 20, 2 return 20"),
    case("CA options.3.iv", "2 $10: 5c 4d 3s x$10 rescued", "9d Jc", "2 take 10, 2 return 10"),
    case("CA options.3.iv", "2 $10: 2c 4d 3s 3h xx$30 rescued", "9d Jc", "2 take 20, 2 return 20"),
    case(
        "CA options.3.iv, CA options.3.iii",
        "2 $10: 2c 4d 3s 3h 3d xxx$70 rescued",
        "9d Jc",
        "2 take 40, 2 return 40",
    ),
    case("CA options.6", "2 $25: Kc 6d surrendered", "9d Jc", "2 take 12.5, 2 return 12.5"),
    case("CA options.7.b", "3 $30: Kc 6d surrendered", "Ad 5c Kh", "3 take 15, 3 return 15"),
    case("CA silent.even-money", "2 $10: 5c 4d 2s 9h xx$30", "9d Jc", "2 pay 40"),
    case("CA silent.rounding", "2 $7: Ac Kd", "9d Jc", "2 pay 8.4"),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), WINS)
def test_a_wager_is_settled_as_the_text_says(boxes: str, dealer: str, expected: str) -> None:
    """With ample cover: every movement at the boxes, and no other."""
    assert sorted(moves(dealer, boxes)) == sorted(listed(expected))


@pytest.mark.clause("CA options.2")
def test_a_double_for_less_is_given_back_whole_by_the_rescue() -> None:
    """The player-dealer stands on soft 17, $20 doubled for $5: $5 back, $20 given up."""
    found = moves(UP_9_HOLE_J, "2 $20: 5c 4d 3s x$5 rescued", dealer_soft_17="stand")

    assert sorted(found) == ["2 return 5", "2 take 20"]


MATCHES = [
    case("CA match.1", "Kd Qc", "Kc 9h", "pay 20"),
    case("CA match.6.a", "9d 8c", "9d Jc", "pay 40"),
    case("CA match.paytable.2s", "6s 6s", "6s Jc 5h", "pay 80"),
    case("CA match.paytable.1s1n", "6s 6d", "6s Jc 5h", "pay 60"),
    case("CA match.paytable.1s", "6s 2d", "6s Jc 5h", "pay 40"),
    case("CA match.paytable.2n", "6h 6d", "6s Jc 5h", "pay 40"),
    case("CA match.paytable.1n", "6h Kd", "6s Jc 5h", "pay 20"),
    case("CA match.paytable.none", "7s Ks", "6s Jc 5h", "take 5"),
    case("CA match.paytable.two-rates", "5h Kd", "5h Jc 6d", "pay 40"),
    case("CA match.paytable.two-rates", "5c Kd", "5h Jc 6d", "pay 20"),
    case("CA match.paytable.two-rates", "6h Kd", "5h Jc 6d", "take 5"),
]


@pytest.mark.parametrize(("hand", "dealer", "expected"), MATCHES)
def test_a_match_wager_pays_by_the_combination(hand: str, dealer: str, expected: str) -> None:
    """By rank: a card of the same value and suit is no match."""
    found = moves(dealer, f"2 $10 match$5: {hand}")

    assert [line for line in found if "match" in line] == [f"2 match {expected}"]


COVER = [
    case(
        "CA type.2",
        100,
        "6 $60: Kh 7d | 7 $70: Kc 7h | 1 $50: Ks 7c",
        "6 take 60, 7 take 40, 7 return 30, 1 return 50",
    ),
    case(
        "CA type.3",
        100,
        "6 $100: Kh 7d | 7 $25: Kc 7h | 1 $25: Ks Qd",
        "6 take 100, 7 return 25, 1 return 25",
    ),
    case(
        "CA dealing.8.ii",
        100,
        "6 $60: Kh Qd | 7 $100: Kc 8h | 1 $20: Ks Js",
        "6 pay 60, 7 take 40, 7 return 60, 1 return 20",
    ),
    case("CA dealing.10.iii", 50, "6 $80: Kh Qd", "6 pay 50"),
    case("CA dealing.10.iv", 60, "6 $60: Kh Qd | 2 $40: Kc 8h", "6 pay 60, 2 return 40"),
    case(
        "CA options.9",
        300,
        "6 $320: Kh Qd | 7 $80: Kc Js",
        "6 pay 300, 7 return 80",
    ),
    case(
        "CA match.6.b",
        64,
        "6 $60 match$10: Kh Qd",
        "6 pay 60, 6 match take 4, 6 match return 6",
    ),
    case(
        "CA match.7",
        100,
        "6 $20 match$10: 9d 9d Ac | 7 $25: Kc 8h",
        "6 return 20, 6 match pay 100, 7 return 25",
    ),
    case(
        "CA match.8.ii",
        30,
        "6 $25 match$5: Kh Qd | 7 $10: Kc 8h",
        "6 pay 25, 6 match take 5, 7 return 10",
    ),
    case(
        "CA match.8.iii",
        60,
        "6 $60: Kh Qd | 7 $60 match$5: 9d 8h 2c",
        "6 pay 60, 7 return 60, 7 match return 5",
    ),
]


@pytest.mark.parametrize(("bank", "boxes", "expected"), COVER)
def test_each_dollar_of_the_bank_acts_once(bank: int, boxes: str, expected: str) -> None:
    """Button on seat 6, then 7, 1, 2 ...: base hands, then the match; then no action."""
    assert moves(UP_9_HOLE_J, boxes, bank) == listed(expected)


NO_ACTION = [
    case("CA type.3", 100, "6 $100: Kh 7d | 7 $25: Kc 7h | 1 $25: Ks Qd", [7, 1]),
    case("CA dealing.10.iv", 60, "6 $60: Kh Qd | 2 $40: Kc 8h", [2]),
]


@pytest.mark.parametrize(("bank", "boxes", "passed"), NO_ACTION)
def test_a_wager_that_the_bank_does_not_reach_is_recorded_as_no_action(
    bank: int, boxes: str, passed: list[int]
) -> None:
    """Its payment says so."""
    found = settle(pack(CA), played(UP_9_HOLE_J, boxes, bank=Bank(4, bank * 100)))

    assert [p.box for p in found if p.text == "no action"] == passed


BANKS = [
    case("CA dealing.8.ii", 100, "6 $60: Kh Qd | 7 $100: Kc 8h | 1 $20: Ks Js", -20),
    case("CA dealing.10.iii", 50, "6 $80: Kh Qd", -50),
    case("CA type.2", 100, "6 $60: Kh 7d | 7 $70: Kc 7h | 1 $50: Ks 7c", 100),
]


@pytest.mark.parametrize(("bank", "boxes", "won"), BANKS)
def test_the_player_dealer_wins_or_loses_no_more_than_was_put_up(
    bank: int, boxes: str, won: int
) -> None:
    """What goes back to the bank is its wager, less what it paid, plus what it took."""
    payments = settle(pack(CA), played(UP_9_HOLE_J, boxes, bank=Bank(4, bank * 100)))

    (back,) = [p for p in payments if p.kind == "bank"]
    assert back.cents == (bank + won) * 100
    assert net(payments) == -won * 100


@pytest.mark.clause("CA dealing.13.ii")
def test_a_dealer_blackjack_is_settled_at_once_in_action_order() -> None:
    """Seat 4, W $200, up king, ace in the hole: button on seat 1."""
    boxes = "1 $25: Kh Qd | 5 $25: Ac Jc"

    assert moves("Ks Ad", boxes, 200) == ["1 take 25", "5 pay 30"]


@pytest.mark.clause("CA dealing.7.ii", "CA winners.2")
def test_settlement_runs_clockwise_from_the_button_and_takes_busts_there() -> None:
    """Button on seat 6: 6, 7, 1, 2, 5; the bust of seat 1 is taken at its turn."""
    boxes = "1 $10: Kh 6d 8c | 2 $10: Ks 7d | 5 $10: Kc 7h | 6 $10: Kd 7s | 7 $10: Kh 7c"

    found = moves(UP_9_HOLE_J, boxes)

    assert [line.split()[0] for line in found] == ["6", "7", "1", "2", "5"]
    assert "1 take 10" in found


@pytest.mark.clause("CA match.8.i")
@pytest.mark.parametrize("bank", [100, 5000])
def test_the_settlement_begins_at_the_button_with_any_bank(bank: int) -> None:
    """Hole 5, player-dealer at seat 4: seat 6 first."""
    found = moves("9d 5c 6h", "1 $75: Kh 8d | 6 $75: Kc 8h", bank)

    assert found[0].startswith("6 ")


LOCKED = [
    case("CA match.5.i", "rotation", 300, "1 $5: Ac Kd", ["1 pay 6"]),
    case("CA match.5.i", "rotation", 60, "6 $60: Kh Qc | 1 $5: Ac Kd", ["6 pay 60", "1 return 5"]),
    case("CA match.5.i", "early", 66, "6 $60: Kh Qc | 1 $5: Ac Kd", ["1 pay 6", "6 pay 60"]),
]


@pytest.mark.parametrize(("when", "bank", "boxes", "expected"), LOCKED)
def test_a_blackjack_is_paid_in_rotation_or_early(
    when: str, bank: int, boxes: str, expected: list[str]
) -> None:
    """Up 9: locked at the deal and paid at its turn while the bank lasts; or at once."""
    options: dict[str, Any] = {"blackjack_paid": "early"} if when == "early" else {}

    assert moves(UP_9_HOLE_J, boxes, bank, **options) == expected


@pytest.mark.clause("CA match.5.ii")
def test_the_match_of_a_busted_hand_is_paid_at_its_turn() -> None:
    """Seat 3, 8s 5d Kc = 23 against 8c up: the match of $10 pays $40, unsuited."""
    found = moves("8c Jc", "3 $20 match$10: 8s 5d Kc")

    assert found == ["3 take 20", "3 match pay 40"]
    assert pack(CA).settle.match_at.value == "end"
