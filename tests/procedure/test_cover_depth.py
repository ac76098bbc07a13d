"""How deep the cover card lay: computed when it comes out, never asked (MA 4.e~4, MD 5.E.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.domain import facts as fact
from controller.procedure.house import House

from .evening import Evening, house
from .stacks import MA, MD, NH, in_play


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


@pytest.mark.parametrize("pack", [MA, MD, NH])
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
    assert early.play.shoe == ("last_round",)


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
