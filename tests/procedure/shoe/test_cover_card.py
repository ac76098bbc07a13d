"""The cover card: first of all, in a round, at a burn; its depth; what follows it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house
from tests.kit.stacks import count_rest, deal, finish, in_play, load, shuffle
from tests.procedure.walks.promises import watched

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"


def cover(evening: Evening) -> Outcome:
    return evening.reading(fact.CoverCardSeen, "shoe")


def line(evening: Evening) -> str:
    return next_step(evening.state, evening.house).text


def next_round(evening: Evening) -> None:
    """Box 7 stands on 20 against 20."""
    evening.draw("Kh Qh Ks Qc")
    evening.put(cmd.DealOk(boxes=(7,)))
    if evening.play.round == "peek_due":
        evening.peek(False)
    evening.put(cmd.Turned())


def at(evening: Evening, drawn: int) -> Evening:
    """As if so many cards had been drawn and cleared."""
    play = replace(evening.play, drawn=drawn, racked=drawn)
    evening.state = replace(evening.state, play=play)
    return evening


def eight_decks(pack: str) -> House:
    return house(pack, **{"cards.decks": 8})


# ---- where it comes ----
@pytest.mark.clause("MD 7.C", "MD 7.D", "MA 7.j")
@pytest.mark.parametrize("pack", [MA, MD])
def test_cover_card_first_in_the_deal_makes_the_round_the_last(pack: str) -> None:
    """Wagers closed, in place of box 7's card: the round is dealt; afterwards no further one."""
    evening = Evening(house(pack)).later()
    evening.lit(7)

    cover(evening)
    next_round(evening)
    settled = evening.play.round
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    evening.draw("2c")

    assert settled == "settled"
    assert evening.play.shoe == "rest_due"
    assert evening.play.dealt == ()
    assert evening.play.hands == ()


@pytest.mark.clause("MD 7.C", "MA 7.j")
@pytest.mark.parametrize("pack", [MA, MD])
def test_cover_card_in_the_round_takes_no_place(pack: str) -> None:
    """It comes while box 4 draws: box 4 gets the next card, and is the cover card's box."""
    evening = Evening(house(pack)).later()
    evening.lit(4)
    evening.draw("5c 7d 6h 9h")
    evening.put(cmd.DealOk(boxes=(4,)))

    cover(evening)
    evening.draw("2s")

    assert evening.hand(4) == ["5c", "6h", "2s"]
    assert evening.play.shoe == "last_round"
    assert evening.play.stack.due_box == 4


@pytest.mark.parametrize(("pack", "then"), [(MA, "rest_due"), (MD, "burn_due")])
def test_cover_card_at_a_burn_ends_the_shoe_or_leaves_one_more_round(pack: str, then: str) -> None:
    """MA note A16: reshuffle; MD 7.C: read as the beginning of a round, which is the last."""
    evening = Evening(house(pack)).later()
    evening.put(cmd.DealerSignedOn(name="Bea K."))

    cover(evening)

    assert evening.play.shoe == then
    if pack == MD:
        evening.draw("3c")
        assert evening.play.shoe == "last_round"


@pytest.mark.parametrize("pack", [NH, CA])
def test_cover_card_before_wagers_is_told_where_the_text_is_silent(pack: str) -> None:
    evening = Evening(house(pack)).opened()

    cover(evening)

    assert [(i.kind, i.about) for i in evening.open] == [("cover_card_late", "before wagers")]


def test_second_cover_card_is_expected_where_two_stand_in_the_shoe() -> None:
    one = house(MD)
    covers = replace(one.pack.shoe.cover_cards, value=2)
    two = replace(one.pack, shoe=replace(one.pack.shoe, cover_cards=covers))
    evening = Evening(House(two, sections=one.sections)).later()
    evening.lit(7)

    cover(evening)
    cover(evening)
    raised = [i.kind for i in evening.open]
    cover(evening)

    assert raised == []
    assert [i.kind for i in evening.open] == ["cover_card_late"]


# ---- how deep ----
@pytest.mark.parametrize(
    ("pack", "drawn", "late"),
    [(MD, 288, False), (MD, 289, True), (MA, 274, False), (MA, 340, True)],
)
def test_depth_of_the_cover_card_is_computed_when_it_comes_out(
    pack: str, drawn: int, late: bool
) -> None:
    """MD 5.E.2 by the letter; MA 4.e~4 within its tolerance. Eight decks, burn included."""
    evening = at(Evening(eight_decks(pack)).later().lit(7), drawn)

    cover(evening)

    told = [(i.kind, i.about) for i in evening.open]
    assert told == ([("cover_card_late", f"{384 - drawn} behind")] if late else [])
    assert evening.held == ""


@pytest.mark.parametrize(("pack", "drawn"), [(MD, 288), (NH, 349)])
def test_missing_cover_card_is_told_once(pack: str, drawn: int) -> None:
    """NH play.9: a warning at card 350; MD 5.E.2: the card after 288 of 384 is none."""
    evening = at(Evening(eight_decks(pack) if pack == MD else house(pack)).later().lit(7), drawn)
    before = [i.kind for i in evening.open]
    evening.draw("9d 8c")

    assert evening.play.loaded == 384
    assert before == []
    assert [(i.kind, i.about) for i in evening.open] == [("cover_card_late", "late or missing")]
    assert Fraction(1, 4) > Fraction(384 - evening.play.drawn, 384)


# ---- burn of a new shoe ----
@pytest.mark.clause("NH play.12")
def test_burn_waits_for_wagers_where_the_text_says_so() -> None:
    """The line asks for bets first; with antes down the first card is burned."""
    evening = Evening(house(NH))
    evening.open_table()
    evening.shuffled()
    before = line(evening)
    evening.lit(1, 2)
    due = line(evening)
    evening.draw("5c Kd 9s")

    assert before == "Bets open"
    assert due == "Burn one first"
    assert evening.play.racked == 1
    assert len(evening.play.dealt) == 2


def with_bank(at: House) -> Evening:
    evening = Evening(at)
    evening.open_table()
    evening.shuffled()
    evening.put(cmd.BankSet(box=4, on=True))
    return evening.lit(1, 2, 5, 7)


@pytest.mark.clause("CA silent.shuffle-cut-burn")
def test_new_shoe_burns_nothing_unless_the_house_says_one() -> None:
    """By default the first card goes to the left of the bank; with a burn of one it is burned."""
    plain = house(CA)
    rules = plain.pack.shoe
    one = replace(rules, burn_on_new_shoe_cards=replace(rules.burn_on_new_shoe_cards, value=1))
    burning = House(replace(plain.pack, shoe=one), sections=plain.sections)

    first, burnt = with_bank(plain), with_bank(burning)
    first.draw("9c")
    burnt.draw("9c")

    assert (len(first.play.dealt), first.play.racked) == (1, 0)
    assert (len(burnt.play.dealt), burnt.play.racked) == (0, 1)


@pytest.mark.clause("MD 5.G")
def test_reshuffle_ordered_in_the_last_round_is_the_one_that_was_due() -> None:
    """The shoe that follows is dealt to its own end."""
    evening = in_play(house(MD), 3)
    evening.reading(fact.CoverCardSeen, "shoe")
    deal(evening)
    evening.floor(cmd.ShuffleOrdered(reason="cards worn"))
    finish(evening)
    count_rest(evening)
    shuffle(evening)
    load(evening)

    deal(evening)
    finish(evening)

    assert evening.play.shoe == "ready"


def test_a_burn_found_face_up_goes_to_the_rack_where_the_shoe_has_no_next_card() -> None:
    """It stays told until the next card takes its place (MA 15.a), and there is none."""
    e = Evening().opened()
    e.put(cmd.BoxSet(box=3, lit=True))
    e.reading(fact.CoverCardSeen, "shoe")

    e.put(cmd.LastCard(what="face_up"))

    assert (e.play.shoe, e.play.racked) == ("rest_due", 1)
    assert not e.open


@pytest.mark.parametrize("pack", [MA, "massachusetts-bonus-spin", MD])
def test_burn_found_face_up_once_the_last_round_is_settled_is_not_replaced(pack: str) -> None:
    """MA 7.j: the shoe is at its end; a burn that the line asked for would be a card in error."""
    evening = Evening(house(pack)).later()
    evening.lit(4)
    evening.draw("Kc 9d 9h 8h")
    cover(evening)
    evening.put(cmd.DealOk(boxes=(4,)))
    evening.floor(cmd.DealerSignedOn(name="Bea K."), rank="casino_supervisor")
    assert line(evening) == "Burn one first"
    evening.draw("2c")
    evening.press("act7")

    seen = evening.put(cmd.LastCard(what="face_up"))

    assert seen.verdict == "accepted"
    assert line(evening) == "Pay and take"
    evening.draw("3c", after_ms=6000)
    assert [x for x in watched(evening) if "was obeyed" in x] == []
