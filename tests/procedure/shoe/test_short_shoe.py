"""The shoe runs out in a round: the rack is shuffled and cut, one burned, the round goes on."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"
BOTH = pytest.mark.parametrize("pack", [MA, MD])


def line(evening: Evening) -> str:
    return next_step(evening.state, evening.house).text


def at_the_end(pack: str, *, left: int = 0) -> Evening:
    """Boxes 1 and 6 against a 7; box 1 stood on 20, box 6 has 11; so many cards are left."""
    evening = Evening(house(pack)).later()
    evening.lit(1, 6, main={1: 2000, 6: 2000})
    drawn = evening.house.shoe_cards - left - 6
    play = replace(evening.play, drawn=drawn, racked=drawn)
    evening.state = replace(evening.state, play=play)
    evening.draw("Kc 5d 7c Qd 6h 9h")
    evening.put(cmd.DealOk(boxes=(1, 6)))
    return evening


def reload(evening: Evening, cards: int) -> None:
    """The rack through the shuffler, the cut, the load."""
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards)
    assert evening.play.cut == "due"
    evening.cut()
    evening.reading(fact.ShoeLoaded, "shoe")


@BOTH
@pytest.mark.clause("MA 15.g", "MD 13.K")
def test_empty_shoe_suspends_the_round_and_asks_for_the_rack(pack: str) -> None:
    """Box 6 calls draw: hands and wagers stay, the line is the shuffle and cut of the rack."""
    evening = at_the_end(pack)
    before = evening.play

    evening.press("act2")
    said = line(evening)
    waits = evening.put(cmd.Next(box=6, hand=1))
    turned = evening.put(cmd.Turned())

    assert said == "Shoe empty: shuffle the rack"
    assert waits.verdict == turned.verdict == "refused"
    assert evening.play.hands == before.hands
    assert evening.play.wagers == before.wagers
    assert evening.play.irregularities[-1].kind == "shoe_empty"
    assert evening.offered("act1") is not None
    assert evening.play.racked == evening.house.shoe_cards - 6


@BOTH
@pytest.mark.clause("MD 13.K")
def test_counter_at_nought_suspends_where_a_card_must_come(pack: str) -> None:
    """Box 6 has doubled and the shoe counter reads 0: nobody needs to report it."""
    evening = at_the_end(pack)

    evening.put(cmd.Double(box=6, hand=1))

    assert evening.play.shoe == "empty"
    assert line(evening) == "Shoe empty: shuffle the rack"


@BOTH
@pytest.mark.clause("MA 15.g", "MD 13.K")
def test_counter_at_nought_suspends_where_the_hole_card_must_come_again(pack: str) -> None:
    """It was the last card, and lay face up: both boxes stand, and the dealer lacks his second."""
    evening = Evening(house(pack)).later()
    evening.lit(1, 6, main={1: 2000, 6: 2000}, match={1: 500})
    drawn = evening.house.shoe_cards - 6
    evening.state = replace(evening.state, play=replace(evening.play, drawn=drawn, racked=drawn))
    evening.draw("Kc 9d 7c Qd 9h 9c")
    evening.put(cmd.DealOk(boxes=(1, 6)))
    evening.put(cmd.MatchDone())

    evening.press("last.face_up")

    assert evening.play.hole_owed
    assert line(evening) == "Shoe empty: shuffle the rack"
    reload(evening, evening.house.shoe_cards - 5)
    evening.draw("8c")
    evening.draw("3d")
    assert len(evening.play.dealer) == 2
    assert line(evening) == "Turn hole card"


def test_open_cards_count_on_beside_the_rack_and_a_whole_shoe_counts_from_nought() -> None:
    """They lie on the layout and not in the rack, and keep the faces that people have entered."""
    evening = at_the_end(MD)
    evening.put(cmd.ShoeEmptied())
    evening.state = replace(evening.state, play=replace(evening.play, entered=((1, "9c"),)))

    reload(evening, evening.house.shoe_cards - 6)

    faces = ("5d", "6h", "7c", "Kc", "Qd")
    assert (evening.play.counts, evening.play.entered) == (
        tuple((face, 1) for face in faces),
        ((1, "9c"),),
    )
    assert evening.play.loaded == evening.house.shoe_cards - 6
    whole = Evening(house(MD)).opened()
    assert (whole.play.counts, whole.play.entered) == ((), ())
    assert whole.play.loaded == whole.house.shoe_cards


@BOTH
@pytest.mark.clause("MA 15.g~2", "MD 13.L")
def test_first_card_after_the_rack_is_burned_and_the_next_goes_on(pack: str) -> None:
    """Only the rack is shuffled; always cut; 8c is the burn, face down, 3d goes to box 6."""
    evening = at_the_end(pack)
    evening.put(cmd.ShoeEmptied())
    reload(evening, evening.house.shoe_cards - 6)
    said = line(evening)

    evening.draw("8c")
    burnt = evening.play.marks.burnt
    evening.draw("3d")

    assert said == "Burn one first"
    assert burnt is not None
    assert burnt.face is None
    assert evening.hand(6) == ["5d", "6h", "3d"]
    assert evening.play.loaded == evening.house.shoe_cards - 6


@BOTH
def test_card_that_is_offered_waits_while_one_is_burned_after_the_rack(pack: str) -> None:
    """The draw that the line asks for is no error; the offer goes on after it."""
    evening = at_the_end(pack, left=1)
    evening.draw("2s")
    evening.put(cmd.LastCard(what="error_seen"))
    evening.put(cmd.ShoeEmptied())
    reload(evening, evening.house.shoe_cards - 7)
    waits, said = evening.play.pending, line(evening)

    evening.draw("8c")

    assert said == "Burn one first"
    assert evening.play.marks.burnt is not None
    assert evening.play.pending == waits is not None
    assert "card_drawn_in_error" not in [i.kind for i in evening.open]


@BOTH
def test_last_card_before_the_rack_was_loaded_is_no_last_card_any_more(pack: str) -> None:
    """It lay in the rack that was shuffled, or is counted out of it: the shoe counts anew."""
    evening = at_the_end(pack, left=1)
    evening.draw("2s")
    evening.put(cmd.ShoeEmptied())
    reload(evening, evening.house.shoe_cards - 7)
    drawn = evening.play.drawn

    said = evening.put(cmd.LastCard(what="error_seen"))

    assert (said.verdict, said.text) == ("refused", "No card is the last one")
    assert evening.play.drawn == drawn == 0


@BOTH
def test_burn_that_was_no_card_leaves_a_shoe_empty_that_ran_out_with_it(pack: str) -> None:
    """The count said that the last card was the burn: the rack is due, whatever that one was."""
    evening = at_the_end(pack)
    evening.put(cmd.Double(box=6, hand=1))
    reload(evening, evening.house.shoe_cards - 6)
    evening.state = replace(evening.state, play=replace(evening.play, loaded=1))
    evening.reading(fact.CardNotRead, "shoe")

    said = evening.rule("no_card", reason="nothing came")

    assert said.verdict == "accepted"
    assert evening.play.shoe == "empty"
    assert line(evening) == "Shoe empty: shuffle the rack"


@BOTH
@pytest.mark.clause("MA 15.g~3")
def test_round_is_finished_and_settled_after_the_rack_was_loaded(pack: str) -> None:
    """It is not voided; a full reshuffle is due afterwards, and the count agrees."""
    evening = at_the_end(pack)
    evening.put(cmd.ShoeEmptied())
    reload(evening, evening.house.shoe_cards - 6)
    evening.draw("8c 3d")
    evening.put(cmd.Next(box=6, hand=1))
    evening.press("act7")
    evening.draw("2c")

    paid = {p.box: p.direction for p in evening.play.payments}
    left = evening.play.loaded - evening.play.drawn
    evening.reading(fact.RestCounted, "shoe", cards=left, after_ms=5000)

    assert paid == {1: "pay", 6: "take"}
    assert [i.kind for i in evening.open] == ["cover_card_late"]
    assert (evening.play.shoe, evening.play.marks.short) == ("empty", False)


def test_wrong_count_of_the_rack_is_told_before_it_is_cut() -> None:
    """The shuffler counts the rack, not the whole batch."""
    evening = at_the_end(MA)
    evening.put(cmd.ShoeEmptied())
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire

    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=evening.house.shoe_cards)

    assert evening.held == "count_differs"


def test_shoe_said_to_be_empty_too_early_is_a_card_missing() -> None:
    evening = at_the_end(MA, left=3)

    evening.floor(cmd.ShoeEmptied())

    assert evening.held == "count_differs"


@pytest.mark.parametrize("pack", [NH, CA])
def test_floorperson_rules_on_an_empty_shoe_where_the_text_has_no_remedy(pack: str) -> None:
    evening = Evening(house(pack)).opened()
    if pack == CA:
        evening.put(cmd.BankSet(box=4, on=True))
    evening.lit(1)
    evening.draw("8c 9d 7h 5d")
    evening.put(cmd.DealOk(boxes=(1,)))

    evening.floor(cmd.ShoeEmptied())

    assert evening.held == "shoe_empty"
    assert evening.play.shoe == "ready"


def test_shoe_is_not_empty_between_two_rounds() -> None:
    evening = Evening(house(MA)).later()

    assert evening.put(cmd.ShoeEmptied()).verdict == "refused"


@BOTH
def test_pause_before_the_burn_of_a_rack_shuffled_in_the_deal_waits_for_no_card(pack: str) -> None:
    """No card of the deal is due before the burn: play goes on, and nobody is late."""
    evening = Evening(house(pack)).opened().lit(1, 6, main={1: 2000, 6: 2000})
    drawn = evening.house.shoe_cards - 3
    play = replace(evening.play, drawn=drawn, racked=drawn)
    evening.state = replace(evening.state, play=play)
    evening.draw("Kc 5d 7c")
    reload(evening, evening.play.racked)
    assert (evening.play.round, evening.play.shoe) == ("dealing", "burn_due")

    evening.floor(cmd.Paused(reason="count"))
    evening.floor(cmd.Resumed())

    assert evening.timer("deal_gap") == ""
    assert evening.draw("2c", after_ms=60_000).raised == ()


@pytest.mark.parametrize("pack", [NH])
def test_double_that_no_card_can_follow_is_done_by_the_ruling(pack: str) -> None:
    """NH silent.misdeal: the shoe is empty and the hands stay as they are; who waits gets none."""
    evening = at_the_end(pack)
    evening.put(cmd.Double(box=6, hand=1))
    assert evening.held == "shoe_empty"

    ruled = evening.rule("as_dealt", reason="no card is left", rank="casino_supervisor")

    assert ruled.verdict == "accepted"
    assert [(h.box, h.done, len(h.cards)) for h in evening.play.hands][1] == (6, True, 2)
    assert evening.play.round == "turn_due"
