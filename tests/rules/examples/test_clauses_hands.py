"""What cards count and what a hand is: the definitions of the four texts, in their own examples."""

from __future__ import annotations

import pytest

from controller.domain.cards import Card
from controller.rules import hands

from .clause_cases import CA, MA, MD, NH, cards, case, pack

TOTALS = [
    case("MA 1.hard-total", MA, "As 6d 9c", "hard 16"),
    case("MA 1.hard-total", MA, "Kh 5c 6d", "hard 21"),
    case("MA 1.soft-total", MA, "As 6d", "soft 17"),
    case("MA 1.soft-total", MA, "As Ad 9c", "soft 21"),
    case("MA 2.b.1", MA, "2c 9d", "hard 11"),
    case("MA 2.b.2", MA, "Jc Qd", "hard 20"),
    case("MA 2.b.3", MA, "As Ad", "soft 12"),
    case("MA 2.b.3", MA, "As Ad 9h", "soft 21"),
    case("MA 2.b.3", MA, "As Ad 9h 5c", "hard 16"),
    case("MD 1.B.3", MD, "9h 7c", "hard 16"),
    case("MD 1.B.3", MD, "Ah 9c 7d", "hard 17"),
    case("MD 1.B.5", MD, "Ac 6d", "soft 17"),
    case("MD 1.B.5", MD, "Ac Ad", "soft 12"),
    case("MD 1.B.5", MD, "Ac 6d 9h", "hard 16"),
    case("MD 3.D", MD, "5c Kd", "hard 15"),
    case("MD 3.D.1", MD, "2h 9c", "hard 11"),
    case("MD 3.D.2", MD, "Jh Qc", "hard 20"),
    case("MD 3.D.3", MD, "Ah Ac 9d", "soft 21"),
    case("MD 3.D.3", MD, "Ah 5c 6d", "hard 12"),
    case("NH rules.1", NH, "As Ad 9c", "soft 21"),
    case("NH rules.1", NH, "As Ad 9c 5h", "hard 16"),
    case("NH rules.2", NH, "Ah 6s", "soft 17"),
    case("NH rules.2", NH, "Ah 6s Kd", "hard 17"),
    case("NH rules.3", NH, "2c 9d 7s", "hard 18"),
    case("NH rules.4", NH, "Qc Jh", "hard 20"),
    case("CA cards.2", CA, "Qc 9d", "hard 19"),
    case("CA cards.2", CA, "Qc 4d As", "hard 15"),
    case("CA cards.3", CA, "As 6d", "soft 17"),
    case("CA cards.3", CA, "As 6d 9c", "hard 16"),
    case("CA cards.4", CA, "2c 8d 9h", "hard 19"),
    case("CA chart-1A.hard", CA, "Ac 9d 7s", "hard 17"),
    case("CA chart-1A.hard", CA, "Ac 6d", "soft 17"),
    case("CA chart-1B.soft", CA, "Ac 6d", "soft 17"),
    case("CA chart-1B.soft", CA, "Ac 3d 3s", "soft 17"),
    case("CA chart-1B.hard", CA, "9c 8d", "hard 17"),
]


@pytest.mark.parametrize(("name", "hand", "total"), TOTALS)
def test_a_hand_has_the_total_of_the_text(name: str, hand: str, total: str) -> None:
    """An ace counts 11 where that does not pass 21, else 1; a court card counts 10."""
    value = hands.value(pack(name), cards(hand), split=False)

    assert f"{'soft' if value.soft else 'hard'} {value.total}" == total


@pytest.mark.clause("MA 2.b", "MD 3.D")
@pytest.mark.parametrize("name", [MA, MD])
def test_each_rank_alone_has_its_value(name: str) -> None:
    """One of each rank: 11 2 3 4 5 6 7 8 9 10 10 10."""
    values = [hands.value(pack(name), (Card(r, "s"),), split=False).total for r in "A23456789JQK"]

    assert values == [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]


BLACKJACKS = [
    case("MA 1.blackjack, MA 1", MA, "Ah Qd", False, True),
    case("MA 1.blackjack", MA, "Ah 5c 5d", False, False),
    case("MA 1.blackjack~2, MA 1", MA, "Kh As", True, False),
    case("MA 1.blackjack~2", MA, "Ah Kd", True, False),
    case("MD 1.B.1", MD, "As Kd", False, True),
    case("MD 1.B.1", MD, "6c 4d As", False, False),
    case("MD 1.B.1", MD, "Ah Qs", True, False),
    case("NH object.2", NH, "Ac Jd", False, True),
    case("NH split.4", NH, "Ac Ks", True, False),
    case("CA object.1", CA, "Ac Kd", False, True),
    case("CA cards.1", CA, "Js Ad", False, True),
    case("CA cards.5", CA, "Ah Kc", True, False),
]


@pytest.mark.parametrize(("name", "hand", "split", "blackjack"), BLACKJACKS)
def test_blackjack_is_an_ace_and_a_court_card_on_the_deal(
    name: str, hand: str, split: bool, blackjack: bool
) -> None:
    """Two cards, not of a split hand; any other 21 is a 21."""
    value = hands.value(pack(name), cards(hand), split=split)

    assert value.total == 21
    assert value.blackjack is blackjack


DEALERS = [
    case("MD 7.G.2", MD, "Ad Jc", True),
    case("MD 7.G.2", MD, "Jd Ac", True),
    case("MD 7.G.2", MD, "Jd Kc", False),
    case("MD 7.G.2", MD, "Ad Ac", False),
]


@pytest.mark.parametrize(("name", "dealer", "blackjack"), DEALERS)
def test_the_dealers_blackjack_comes_in_either_order(
    name: str, dealer: str, blackjack: bool
) -> None:
    """Up and hole card, an ace and a court card."""
    assert hands.value(pack(name), cards(dealer), split=False).blackjack is blackjack


@pytest.mark.clause("CA object.1", "CA cards.1")
def test_the_blackjack_of_the_player_dealer_game_is_called_21_5() -> None:
    """An ace with a marked court card on the deal counts 10.5 + 11."""
    assert hands.value(pack(CA), cards("Js Ad"), split=False).text == "21.5"
    assert hands.value(pack(CA), cards("Js Ad"), split=True).text != "21.5"


@pytest.mark.clause("CA object.2")
def test_a_hand_of_22_is_over() -> None:
    """Given 22, the player is over; 21 is not."""
    assert hands.value(pack(CA), cards("Kh 9d 3c"), split=False).bust
    assert not hands.value(pack(CA), cards("Kh 9d 2c"), split=False).bust


@pytest.mark.clause("MA 1.suit")
def test_a_suit_is_no_colour() -> None:
    """Both red is not one suit: 7h 7h 7d is mixed and pays 3 to 2."""
    from controller.rules.outcome import DealerResult, verdict
    from controller.rules.sheet import sheet

    rules = sheet(pack(MA))

    _, mixed = verdict(rules, cards("7h 7h 7d"), DealerResult(20), split=False, doubled=False)
    _, suited = verdict(rules, cards("7h 7h 7h"), DealerResult(20), split=False, doubled=False)
    assert (mixed[2], suited[2]) == ("3:2", "2:1")
