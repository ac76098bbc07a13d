"""How deep the cover card lay: computed when it comes out, never asked (MA 4.e~4, MD 5.E.2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.house import House
from tests.kit.evening import Evening, house
from tests.kit.stacks import CA, MA, MD, NH, approved, in_play


def dealt_down(at: House, cards: int) -> Evening:
    """A shoe of which that many cards are out, burn included; box 3 has wagered."""
    evening = in_play(at, 3)
    play = replace(evening.play, drawn=cards, racked=cards)
    evening.state = replace(evening.state, play=play)
    return evening


def flagged(evening: Evening) -> list[tuple[str, str]]:
    return [(i.kind, i.about) for i in evening.open]


@pytest.mark.clause("MD 5.E.2", "MD house.cover-card-overdue")
def test_cover_card_with_71_behind_it_is_flagged_and_with_72_not() -> None:
    """After 217 of 288 cards: flagged at that moment; after 216: no flag; no number was asked."""
    right, late = dealt_down(house(MD), 216), dealt_down(house(MD), 217)

    for evening in (right, late):
        evening.reading(fact.CoverCardSeen, "shoe")

    assert flagged(right) == []
    assert flagged(late) == [("cover_card_late", "71 behind")]
    assert late.held == ""


@pytest.mark.clause("MD 5.E.2")
def test_cover_card_that_does_not_come_after_216_cards_is_flagged() -> None:
    """The next item drawn is a card: amber, to the floorperson; once."""
    evening = dealt_down(house(MD), 216)

    evening.draw("5h 6h")

    assert flagged(evening) == [("cover_card_late", "late or missing")]
    assert evening.held == ""


@pytest.mark.clause("MA 4.e~4")
def test_cutting_card_with_44_of_384_behind_it_is_flagged() -> None:
    """After 340 cards: late, in amber; after 274, 110 behind it: no flag."""
    at = house(MA, decks=8)
    right, late = dealt_down(at, 274), dealt_down(at, 340)

    for evening in (right, late):
        evening.reading(fact.CoverCardSeen, "shoe")

    assert flagged(right) == []
    assert flagged(late) == [("cover_card_late", "44 behind")]
    assert late.held == ""


@pytest.mark.parametrize("pack", [MA, MD])
def test_cover_card_with_more_than_half_behind_it_is_entered_and_asks_nobody(pack: str) -> None:
    """MA house.cut-tolerance: flagged, not refused; half is legal by MD 5.E.2's own note."""
    at = house(pack, decks=6)
    half = at.shoe_cards // 2
    right, early = dealt_down(at, half), dealt_down(at, half - 1)

    raised = [evening.reading(fact.CoverCardSeen, "shoe").raised for evening in (right, early)]

    assert [[r.kind for r in kinds] for kinds in raised] == [[], ["cover_card_early"]]
    told = early.play.irregularities[-1]
    assert (told.about, told.status) == (f"{half + 1} behind", "carried_out")
    assert (early.held, flagged(early)) == ("", [])
    assert early.play.shoe == "last_round"


@pytest.mark.parametrize("pack", [NH, CA])
def test_cut_card_early_against_its_place_is_entered(pack: str) -> None:
    """About one deck from the back, says the text: 48 and the tolerance of 13 behind it."""
    at = house(pack)
    right, early = dealt_down(at, at.shoe_cards - 61), dealt_down(at, at.shoe_cards - 62)

    for evening in (right, early):
        evening.reading(fact.CoverCardSeen, "shoe")

    told = [[i.about for i in e.play.irregularities if i.kind == "cover_card_early"]
            for e in (right, early)]  # fmt: skip
    assert told == [[], ["62 behind"]]


def test_house_says_how_much_of_the_shoe_may_lie_behind_the_cover_card() -> None:
    evening = dealt_down(house(MA, cover_card_early_percent=90), 29)

    assert evening.reading(fact.CoverCardSeen, "shoe").raised == ()


@pytest.mark.clause("NH play.9")
def test_marker_that_has_not_come_by_card_350_is_warned_of() -> None:
    """Eight decks: expected after about card 336, the burn included."""
    early, late = dealt_down(house(NH), 335), dealt_down(house(NH), 349)

    for evening in (early, late):
        evening.draw("5h")

    assert flagged(early) == []
    assert ("cover_card_late", "late or missing") in flagged(late)


def at_its_end(at: House, left: int) -> Evening:
    """Between two rounds; no cover card has come, and one box asks four cards of the shoe."""
    evening = in_play(at)
    marks = replace(evening.play.marks, burns=0)
    drawn = evening.play.loaded - left
    play = replace(evening.play, drawn=drawn, shoe="ready", marks=marks)
    evening.state = replace(evening.state, play=play)
    return evening.lit(3)


@pytest.mark.parametrize("left", [4, 3])
def test_shoe_that_cannot_deal_the_boxes_ends_on_count_where_the_text_has_no_remedy(
    left: int,
) -> None:
    """One box and the dealer need four cards; with three no deal is begun."""
    evening = at_its_end(house(NH), left)

    step = next_step(evening.state, evening.house)

    ended = left < 4
    assert evening.play.shoe == ("rest_due" if ended else "ready")
    assert ("Too few cards for a round." in step.hint) is ended


@pytest.mark.parametrize("pack", [MA, MD])
def test_shoe_that_cannot_deal_the_boxes_is_dealt_where_the_rack_finishes_the_round(
    pack: str,
) -> None:
    """MA 15.g, MD 13.K: the text has its own course."""
    assert at_its_end(house(pack), 3).play.shoe == "ready"


def test_shoe_without_a_cutting_card_ends_on_count() -> None:
    """MA 4.h: none may be approved; then nothing else ends the shoe."""
    assert at_its_end(approved(MA, cover_cards=0), 3).play.shoe == "rest_due"


def test_last_round_that_the_shoe_could_deal_is_known_before_the_layout_is_cleared() -> None:
    """The first card of the next round would close it: the dealer is told in time."""
    evening = at_its_end(house(NH), 6)
    evening.draw("Kc 9c Qd 8h")
    evening.put(cmd.DealOk(boxes=(3,)))
    evening.put(cmd.Next(box=3, hand=1))
    evening.put(cmd.Turned())

    assert (evening.play.round, evening.play.shoe) == ("settled", "last_round")
