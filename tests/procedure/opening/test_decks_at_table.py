"""The decks of each text at the table: how many cards, how often each face, what is attested."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house
from tests.kit.shown import labels

NH, CA, MD = "boston-billiard", "pure-21-5", "maryland"


def seated(pack: str, *boxes: int) -> Evening:
    e = Evening(house(pack)).opened()
    if e.house.pack.deal.bank.value == "player_dealer":
        e.put(cmd.BankSet(box=7, on=True))
    return e.lit(*boxes)


@pytest.mark.parametrize(
    ("pack", "decks", "boxes"),
    [
        pytest.param(NH, 8, (1, 2, 3, 4), marks=pytest.mark.clause("NH equipment.1")),
        pytest.param(CA, 6, (1, 2, 3), marks=pytest.mark.clause("CA deck.1")),
    ],
)
def test_each_face_is_in_the_shoe_once_a_deck(
    pack: str, decks: int, boxes: tuple[int, ...]
) -> None:
    """As many fives of diamonds as decks raise nothing; one more cannot be of the set."""
    e = seated(pack, *boxes)
    e.draw(*["5d"] * len(boxes), "9s", *["5d"] * len(boxes), "8c")
    e.press("act1")
    assert (len(boxes) * 2, e.open) == (decks, ())

    e.draw("5d")

    assert e.held == "copy_too_many"


@pytest.mark.parametrize(
    ("pack", "cards"),
    [
        pytest.param(NH, 384, marks=pytest.mark.clause("NH equipment.1")),
        pytest.param(CA, 288, marks=pytest.mark.clause("CA deck.1")),
    ],
)
def test_shoe_of_another_number_of_cards_is_not_loaded(pack: str, cards: int) -> None:
    """NH: eight decks of 48; CA: six. One card less at the count, and nothing is dealt."""
    e = Evening(house(pack)).open_table()
    e.put(cmd.ShuffleAsked())
    wire = e.state.orders[-1].wire
    assert e.house.shoe_cards == cards

    e.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards - 1)

    assert [i.kind for i in e.open] == ["count_differs"]
    assert e.put(cmd.CutPlaced()).verdict == "refused"


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(NH, marks=pytest.mark.clause("NH equipment.1")),
        pytest.param(CA, marks=pytest.mark.clause("CA deck.3")),
    ],
)
def test_ten_is_no_card_of_the_decks(pack: str) -> None:
    e = seated(pack, 1)

    e.draw("9c 9s 3c 9d")
    e.press("act1")
    e.draw("Th")

    assert e.held == "ten_found"


@pytest.mark.clause("CA deck.2")
def test_bonus_mark_of_every_court_card_is_attested_before_the_shuffle() -> None:
    """The scanner reads no mark: the dealer looks for it in the decks, or they are not used."""
    e = Evening(house(CA)).open_table(before=cmd.DecksInspected)
    step = next_step(e.state, e.house)

    unseen = [e.put(said).verdict for said in (cmd.CardsWashed(), cmd.ShuffleAsked())]
    keys = labels(e, "act")
    inspected = e.put(cmd.DecksInspected())

    assert (step.text, step.clause) == ("Court cards Bonus? No ten?", "CA deck.2")
    assert "NO TENS" in keys or "BONUS, NO TEN" in keys
    assert unseen == ["refused", "refused"]
    assert inspected.verdict == "accepted"


@pytest.mark.clause("CA deck.2")
def test_decks_with_a_court_card_without_its_mark_leave_the_table() -> None:
    """Found at the inspection: the floor takes the set out, and another one is received."""
    e = Evening(house(CA)).open_table(before=cmd.DecksInspected)

    assert e.floor(cmd.DecksTakenOut()).verdict == "accepted"

    assert e.play.decks == "none"
    assert e.put(cmd.DecksInspected()).verdict == "refused"
    assert e.put(cmd.DecksReceived()).verdict == "accepted"


CITED = {
    6: ("MD 12.A.4.a.i", "MD 12.A.4.a.ii", 4500, 2000),
    8: ("MD 12.A.4.b.i", "MD 12.A.4.b.ii", 6000, 1500),
}


@pytest.mark.clause("MD 12.A.4.a.i", "MD 12.A.4.a.ii", "MD 12.A.4.b.i", "MD 12.A.4.b.ii")
@pytest.mark.parametrize("decks", CITED)
def test_match_payment_cites_the_odds_of_its_decks_and_suit(decks: int) -> None:
    """Box 1 matches in suit, box 2 in rank, box 3 not at all."""
    e = Evening(house(MD, **{"cards.decks": decks})).opened()
    e.lit(1, 2, 3, main=dict.fromkeys((1, 2, 3), 1000), match=dict.fromkeys((1, 2, 3), 500))
    e.draw("4s 4d Kc 4s Kh Kd 9c 9d")
    e.press("act1")
    same, other, suited, ranked = CITED[decks]

    e.press("act1")

    booked = {p.box: (p.direction, p.cents, p.clause) for p in e.play.payments}
    assert booked == {
        1: ("pay", suited, same),
        2: ("pay", ranked, other),
        3: ("take", 500, "MD 7.F.1.a"),
    }
