"""The dealer's hand: when a card must be drawn, may not be drawn, and when it cannot matter."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.settled import PlayedHand
from controller.domain.wagers import Wager
from controller.procedure.guide.next_step import next_step
from controller.rules.draw import dealer_draws
from controller.rules.peek import insurance_offered, peek_due
from tests.kit.evening import Evening, house

from .clause_cases import CA, MA, MD, NH, cards, case, pack

LIVE_18 = (PlayedHand(box=1, cards=cards("Kh 8d")),)
DRAW, STAND = True, False

ALONE = [
    case("MA 12.b", MA, "As 5d", DRAW),
    case("MA 12.b~2", MA, "As 6d", STAND),
    case("MA 12.b~2", MA, "Kh 7d", STAND),
    case("MA 12.b~2", MA, "Kh Kd", STAND),
    case("MD 7.M", MD, "As 6d", STAND),
    case("MD 7.M", MD, "As 5d", DRAW),
    case("MD 7.M", MD, "As 5d 9c", DRAW),
    case("MD 7.M", MD, "Kh 6d", DRAW),
    (NH, "Kc 7d", STAND),
    case("NH rules.10", NH, "As 6h", DRAW),
    case("NH rules.10", NH, "As 6h 4d", STAND),
    case("NH rules.10", NH, "As 2h 4d", DRAW),
    case("CA dealing.7.i", CA, "9d 7s", DRAW),
    case("CA dealing.7.i", CA, "9d 8s", STAND),
    case("CA dealing.14", CA, "As 6d", DRAW),
    case("CA chart-1B.stand", CA, "Ac 7d", STAND),
    case("CA chart-1B.stand, CA chart-1B.hard", CA, "9c 8d", STAND),
    case("CA chart-1B.hit, CA chart-1B.soft", CA, "Ac 6d", DRAW),
    case("CA chart-1B.hit", CA, "Kc 6d", DRAW),
    case("CA chart-1B.hit", CA, "Ac 2d 4s", DRAW),
    case("CA chart-1B.soft", CA, "Ac 3d 3s", DRAW),
]


@pytest.mark.parametrize(("name", "dealer", "draws"), ALONE)
def test_the_dealer_draws_as_the_text_says(name: str, dealer: str, draws: bool) -> None:
    """A hand that stands on 18 is live, so that a card can matter; the answer has a clause."""
    text = pack(name)

    found = dealer_draws(text, cards(dealer), LIVE_18)

    assert (found.must, found.may) == (draws, draws)
    assert found.clause.startswith(f"{text.ledger} ")


@pytest.mark.parametrize(
    ("dealer", "by"), [("As 6d", "house.soft-17"), ("As 7d", "chart-1B.stand")]
)
def test_where_the_house_stands_on_a_soft_17_its_own_rule_says_so(dealer: str, by: str) -> None:
    found = dealer_draws(pack(CA, dealer_soft_17="stand"), cards(dealer), LIVE_18)

    assert (found.must, found.clause) == (False, f"CA {by}")


def hand(box: int, text: str, *, split: bool = False) -> PlayedHand:
    return PlayedHand(box=box, cards=cards(text), split=split)


DONE = (
    hand(1, "Kh 6d 9c"),
    PlayedHand(box=2, cards=cards("Kh 6d"), surrendered=True),
    hand(3, "As Kd"),
    hand(4, "7h 7d 7c"),
)
"""A bust, a surrender, a blackjack, a drawn 21."""


@pytest.mark.clause("MA 12.c")
def test_the_dealer_takes_no_card_when_all_boxes_are_over() -> None:
    """V2, boxes 1 and 2 busted, dealer 9s 3d: no draw is allowed."""
    busts = (hand(1, "Kh 6d 9c"), hand(2, "Kd 6h 8c"))

    found = dealer_draws(pack(MA), cards("9s 3d"), busts)

    assert not found.may
    assert found.clause == "MA 12.c"


@pytest.mark.clause("MA 12.c", "MD 7.N")
@pytest.mark.parametrize("name", [MA, MD])
def test_the_dealer_takes_no_card_that_can_change_no_result(name: str) -> None:
    """Bust, surrender, blackjack and a drawn 21 are decided whatever the dealer gets."""
    assert not dealer_draws(pack(name), cards("6h Kd"), DONE).may


@pytest.mark.clause("MD 7.N")
def test_a_split_two_card_21_makes_the_dealer_draw() -> None:
    """A dealer 21 in three cards would tie that hand."""
    found = dealer_draws(pack(MD), cards("6h Kd"), (*DONE, hand(5, "Ah Ks", split=True)))

    assert found.must


@pytest.mark.clause("NH silent.dealer-completes")
@pytest.mark.parametrize("wagers", [(), (Wager(1, "", "break_bonus", 500),)])
def test_the_house_dealer_plays_out_even_for_nobody(wagers: tuple[Wager, ...]) -> None:
    """The only player busted: the dealer's 16 draws, with a Break Bonus or without."""
    assert dealer_draws(pack(NH), cards("6c Kd"), (hand(1, "Kh 6d 9c"),), wagers).must


@pytest.mark.clause("NH silent.dealer-completes")
@pytest.mark.parametrize(("bet", "draws"), [(True, True), (False, False)])
def test_when_needed_means_a_live_hand_or_a_break_bonus(bet: bool, draws: bool) -> None:
    """With dealer_completes = when_needed a busted table draws only for a Break Bonus."""
    text = pack(NH, dealer_completes="when_needed")
    wagers = (Wager(1, "", "break_bonus", 500),) if bet else ()

    assert dealer_draws(text, cards("6c Kd"), (hand(1, "Kh 6d 9c"),), wagers).must is draws


def test_the_player_dealer_hand_is_completed_even_when_every_player_is_over() -> None:
    """Reveal and completion do not depend on a live hand."""
    assert dealer_draws(pack(CA), cards("9d 7s"), (hand(1, "Kh 6d 9c"),)).must


@pytest.mark.clause("MA 7.g~3")
def test_the_dealer_draws_face_up_until_17() -> None:
    """V1, box 1 stands on 15, 9s 3d: a draw is asked for on 12 and on 14, and none on 17."""
    table = Evening(house(MA, variant="no_hole_card")).opened().lit(1)
    table.draw("Kh 9s 5d")
    table.put(cmd.DealOk())
    table.put(cmd.Next(box=1, hand=1))
    asked = []

    for card in ("3d", "2c", "3h"):
        table.draw(card)
        asked.append(next_step(table.state, table.house).text)

    assert asked == ["Draw for the dealer", "Draw for the dealer", "Pay and take"]
    assert [slot.face for slot in table.play.dealer] == ["9s", "3d", "2c", "3h"]


@pytest.mark.clause("MD 7.L.2")
def test_a_card_for_16_is_the_dealers_and_ends_the_drawing_at_20() -> None:
    """6d Kc against a live 18: the next card, 4h, lies face up in the dealer's hand."""
    table = Evening(house(MD)).opened().lit(2)
    table.draw("Kh 6d 8d Kc")
    table.put(cmd.DealOk())
    table.put(cmd.Next(box=2, hand=1))
    table.put(cmd.Turned())
    before = next_step(table.state, table.house).text

    table.draw("4h")

    assert before == "Draw for the dealer"
    assert [slot.face for slot in table.play.dealer] == ["6d", "Kc", "4h"]
    assert table.play.round == "settled"


@pytest.mark.clause("NH rules.9")
def test_a_card_for_the_dealer_on_hard_17_is_raised_and_holds_the_round() -> None:
    """Kc and 7d turned: the card drawn is not the dealer's, and the table is held."""
    table = Evening(house(NH)).opened().lit(2)
    table.draw("Kh Kc Qd 7d")
    table.put(cmd.DealOk())
    table.put(cmd.Turned())

    outcome = table.draw("2c")

    assert [raised.kind for raised in outcome.raised] == ["dealer_drew_too_far"]
    assert table.held == "dealer_drew_too_far"
    assert [slot.face for slot in table.play.dealer] == ["Kc", "7d"]


@pytest.mark.clause("CA chart-1B.no-options")
def test_the_player_dealer_has_no_choice_on_his_hand() -> None:
    """On 16 nothing that could say stand is offered or accepted: the line stays the draw."""
    table = Evening(house(CA)).opened()
    table.put(cmd.BankSet(box=4, on=True))
    table.lit(2)
    table.draw("Kh 9s Kd 7c")
    table.put(cmd.DealOk())
    table.put(cmd.Turned())

    asked = [table.put(cmd.Next(box=box, hand=1)).verdict for box in (4, 2, 0)]
    offered = [c for c in table.allowed if isinstance(c.command, cmd.Decision)]

    assert asked == ["refused"] * 3
    assert offered == []
    assert next_step(table.state, table.house).text == "Draw for the dealer"


@pytest.mark.parametrize(("name", "hole"), [case("MA 15.c", MA, "7s"), case("MD 13.E", MD, "7s")])
def test_a_card_too_many_that_nobody_saw_goes_to_the_first_hand_that_takes_one(
    name: str, hole: str
) -> None:
    """Eight cards are due: the ninth, reported before DEAL OK, becomes box 1's hit."""
    table = Evening(house(name)).opened().lit(1, 3, 6)
    table.draw(f"5h 9s 2c 9d 8h 8d Qc {hole} 4c")
    over = table.put(cmd.DealOk()).verdict

    table.put(cmd.LastCard(what="error"))
    agreed = table.put(cmd.DealOk()).verdict
    before = table.hand(1)
    table.put(cmd.CardTaken(box=1, hand=1))

    assert (over, agreed) == ("refused", "accepted")
    assert before == ["5h", "8h"]
    assert table.hand(1) == ["5h", "8h", "4c"]


PEEKS = [
    case("MA 11.a", MA, "A", True, True),
    case("MA 11.a", MA, "K", True, False),
    case("MA 11.a", MA, "9", False, False),
    case("MD 8.A", MD, "A", True, True),
    case("MD 8.A", MD, "K", True, False),
    (NH, "A", True, True),
    (NH, "K", False, False),
    case("CA silent.insurance", CA, "A", True, False),
]


@pytest.mark.parametrize(("name", "up", "peek", "insurance"), PEEKS)
def test_peek_and_insurance_belong_to_the_up_cards_of_the_text(
    name: str, up: str, peek: bool, insurance: bool
) -> None:
    """Insurance under an ace, where the text has it; the check under the ranks it names."""
    text = pack(name)

    assert insurance_offered(text, up) is insurance
    assert peek_due(text, up) is peek
