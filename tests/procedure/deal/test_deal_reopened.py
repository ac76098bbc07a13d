"""CORRECT CARDS takes DEAL OK back where DEAL OK can be pressed again, and nowhere else."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.irregularities import catalog
from controller.procedure.queries import reopening
from controller.procedure.state.inputs import Outcome
from controller.rules import pack as packs
from tests.kit.endless import opened, played, put_in
from tests.kit.evening import Evening, house
from tests.procedure.shoe.test_short_shoe import at_the_end, reload
from tests.procedure.walks.promises import watched

PACKS = [name for name in packs.names() if name != "pure-21-5"]
"""Without the one in which a bank has to be found first."""
SINCE = "Cards were drawn since: rule as booked, or void the round"


def at_hands(pack: str = "maryland", *, burnt: bool = False) -> Evening:
    """Boxes 2 and 5 under a six. `burnt`: the table knows of a burn before this deal."""
    evening = Evening(house(pack, **{"deal.variant": "hole_card"} if pack != "maryland" else {}))
    if burnt:
        evening.opened().lit(2, 5)
    else:
        evening.later().lit(2, 5)
    evening.draw("8c 9d 6s 4c 9c 7d")
    assert evening.put(cmd.DealOk(boxes=(2, 5))).verdict == "accepted"
    return evening


def corrected(evening: Evening) -> Outcome:
    evening.put(cmd.FloorCalled())
    i = next(i for i in evening.open if i.kind == "free_ruling")
    return evening.floor(cmd.Ruled(irr=i.id, ruling="correct_cards"), rank="casino_supervisor")


def ends_again(evening: Evening) -> bool:
    evening.put(cmd.BoxesConfirmed(boxes=(2, 5)))
    return evening.put(cmd.DealOk(boxes=(2, 5))).verdict == "accepted"


@pytest.mark.parametrize("pack", PACKS)
def test_hands_that_stood_are_asked_again_behind_a_corrected_deal(pack: str) -> None:
    """Nothing came out of the shoe since: the deal is told anew, and so is each decision."""
    evening = at_hands(pack)
    evening.put(cmd.Next(box=2, hand=1))

    outcome = corrected(evening)

    assert (outcome.verdict, outcome.lost) == ("accepted", ())
    assert evening.play.round == "deal_out"
    assert ends_again(evening)
    assert [h.done for h in evening.play.hands] == [False, False]
    assert list(watched(evening)) == []


@pytest.mark.parametrize("pack", PACKS)
def test_deal_stays_closed_once_a_hand_has_drawn(pack: str) -> None:
    """The hit would be a card too many of the deal, and no slip takes it: the void remains."""
    evening = at_hands(pack)
    evening.draw("3h 2h")

    outcome = corrected(evening)

    assert (outcome.verdict, outcome.text) == ("refused", SINCE)
    assert evening.hand(2) == ["8c", "4c", "3h", "2h"]
    void = evening.floor(cmd.RoundVoided(reason="dealt wrong"), rank="casino_supervisor")
    assert void.verdict == "accepted"
    assert list(watched(evening)) == []


@pytest.mark.parametrize("pack", PACKS)
def test_hole_card_behind_a_burn_that_nobody_told_goes_back_into_the_deal(pack: str) -> None:
    """DEAL OK came one card early: the hole card went to box 2 as its hit."""
    evening = at_hands(pack)
    evening.draw("3h")

    outcome = corrected(evening)

    assert outcome.verdict == "accepted"
    assert evening.put(cmd.BurnReported(made=True)).verdict == "accepted"
    assert ends_again(evening)
    assert evening.hand(2) == ["9d", "9c"]
    assert evening.held == "hole_card_shown"
    assert list(watched(evening)) == []


def test_one_card_over_is_a_hit_where_the_burn_is_known() -> None:
    evening = at_hands(burnt=True)
    evening.draw("3h")

    assert corrected(evening).text == SINCE


def test_deal_in_which_a_ten_was_replaced_is_not_opened_again() -> None:
    """MD 13.C: the card that took its place is none of the deal as it was counted."""
    evening = Evening(house("maryland")).opened().lit(2, 5)
    evening.draw("8c Th 6s 4c 9c 7d")
    evening.put(cmd.DealOk(boxes=(2, 5)))
    evening.answer("ten", "YES")
    evening.rule("torn_and_boxed")
    evening.draw("9d")

    assert corrected(evening).text == SINCE


def test_reader_that_was_used_offers_no_correction_once_a_hand_has_drawn() -> None:
    """Its own CORRECT CARDS opened a deal that no DEAL OK ended."""
    evening = at_hands()
    evening.put(cmd.Next(box=2, hand=1))
    evening.draw("3h")
    evening.peek(False)
    evening.answer("up_right", "NO")
    used = next(i for i in evening.open if i.kind == "reader_used")

    outcome = evening.rule("correct_cards")

    assert (outcome.verdict, outcome.text) == ("refused", SINCE)
    offers = catalog.offers(evening.play, evening.house, used)
    assert {o.ruling.name: o.grey for o in offers}["correct_cards"] == SINCE


def test_deal_ok_that_was_refused_later_is_not_the_one_that_is_taken_back() -> None:
    evening = at_hands()
    assert evening.put(cmd.DealOk(boxes=(2, 5))).verdict == "refused"

    assert corrected(evening).verdict == "accepted"
    assert evening.play.round == "deal_out"


def test_discards_that_went_in_meanwhile_hide_no_hit() -> None:
    """MD 5.K: they are no card of this deal, neither drawn nor put back."""
    evening = played(opened(), 2, 5)
    evening.put(cmd.LayoutCleared(), after_ms=6000)
    evening.lit(2, 5)
    evening.draw("8c 9d 6s 4c 9c 7d")
    assert evening.put(cmd.DealOk(boxes=(2, 5))).verdict == "accepted"
    back = evening.play.racked
    assert put_in(evening, back).verdict == "accepted"
    assert reopening.cards_since(evening.play) == 0

    evening.draw("2h 2s 2d")

    assert reopening.cards_since(evening.play) == 3
    assert corrected(evening).text == SINCE


def test_deal_stays_closed_once_the_shoe_was_loaded_anew() -> None:
    """MA 15.g: the rack was shuffled in mid-round, and what is drawn is counted from nothing."""
    evening = at_the_end("massachusetts")
    evening.press("act2")
    reload(evening, evening.play.loaded - 6)

    assert evening.play.drawn == 0
    assert corrected(evening).text == SINCE
