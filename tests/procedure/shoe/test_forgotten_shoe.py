"""Between a shoe whose cards are known no more and the next load: what the pages show and offer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.domain import commands as cmd
from controller.procedure.reducers.cards import cut, shuffle
from controller.view.layout import gauges
from tests.kit.evening import Evening, house

MA, BONUS = "massachusetts", "massachusetts-bonus-spin"


def decks_out(e: Evening) -> None:
    """Out of play, and another set at the table."""
    e.floor(cmd.DecksTakenOut())
    e.put(cmd.DecksReceived())


def aside(e: Evening) -> None:
    """The controller stands aside, and is back before anything is shuffled."""
    e.floor(cmd.StoodAside(aside=True))
    e.floor(cmd.StoodAside(aside=False))


FORGOTTEN = pytest.mark.parametrize("forget", [decks_out, aside])


def burnt(pack: str = MA) -> Evening:
    """A shoe in play: its burn card lies in the rack and may be asked for."""
    evening = Evening(house(pack)).open_table(first=3)
    evening.shuffled()
    evening.draw("9c")
    return evening.lit(2, 3, 5)


@FORGOTTEN
def test_no_card_of_a_forgotten_shoe_is_on_the_page(forget: Callable[[Evening], None]) -> None:
    """Neither in the shoe nor in the rack, though the rack had the burn card."""
    evening = burnt()
    shoe, _ = gauges.shoe(evening.play, evening.house)
    before = evening.offered("box3.burn") is not None, shoe.fifths

    forget(evening)
    shoe, rack = gauges.shoe(evening.play, evening.house)

    assert before == (True, 5)
    assert (shoe.fifths, rack.fifths) == (0, 0)
    assert shoe.note == ""


@FORGOTTEN
def test_burn_card_of_a_forgotten_shoe_is_shown_to_nobody(
    forget: Callable[[Evening], None],
) -> None:
    evening = burnt()

    forget(evening)
    asked = evening.floor(cmd.BurnShown(box=3))

    assert not any(choice.slot.endswith(".burn") for choice in evening.allowed)
    assert asked.verdict == "refused"


@pytest.mark.parametrize(("forget", "first"), [(decks_out, "riffles"), (aside, "plug")])
def test_plug_is_asked_after_a_forgotten_shoe_where_its_cards_are_still_there(
    forget: Callable[[Evening], None], first: str
) -> None:
    """MA 4.j: only a new set has neither discards nor undealt cards."""
    evening = burnt(BONUS)
    dealt = shuffle.step_now(evening.play, evening.house)

    forget(evening)

    assert dealt == "plug"
    assert shuffle.step_now(evening.play, evening.house) == first


def test_cut_after_a_forgotten_shoe_is_offered_to_the_first_player_again() -> None:
    """As at the opening, not from the far right."""
    evening = burnt()
    in_play = cut.offers(evening.play, evening.house)

    aside(evening)

    assert in_play == (5, 3, 2)
    assert cut.offers(evening.play, evening.house) == (3, 2, 5)
