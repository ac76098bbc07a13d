"""Rulings of more than one kind, and the four of a text that is silent."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import (
    card_rulings,
    device_rulings,
    free_rulings,
    hand_rulings,
    jackpot_rulings,
    stack_rulings,
)
from controller.procedure.queries import reopening
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play

from .kind import Kind, Ruling

ENTERED = "Entered in the record. Play goes on."
NOTED = Ruling("continue", "NOTED", ENTERED, card_rulings.nothing, asks="note")
TAKEN_NOTE = Ruling("seen", "SEEN", ENTERED, card_rulings.nothing, asks="note")
AS_THEY_LIE = Ruling(
    "as_they_lie",
    "CONTINUE AS DEALT",
    "Nothing moves. Play goes on.",
    card_rulings.nothing,
    asks="reason",
)
RESHUFFLE = Ruling(
    "reshuffle",
    "RESHUFFLE",
    "The open round is finished, then every card is shuffled.",
    stack_rulings.reshuffle,
    asks="reason",
)
DECKS_OUT = Ruling(
    "decks_out",
    "DECKS OUT",
    "The open round is finished, then the decks leave play and new ones come in.",
    stack_rulings.decks_out,
    asks="reason",
    confirm=True,
)


def deal_stays_closed(play: Play, house: House, _: Irregularity) -> str:
    return (reopening.why_not_reopen(play, house) or ("", ""))[1]


def with_the_card(ruling: Ruling, play: Play, _: Irregularity) -> Ruling:
    """One card came since that may be the last of the deal."""
    if not reopening.burn_untold(play):
        return ruling
    return replace(
        ruling,
        effect="The deal is opened again with the card drawn since: "
        "BURN MADE, tap the boxes as they lie, then DEAL OK.",
    )


CORRECT_CARDS = Ruling(
    "correct_cards",
    "CORRECT CARDS",
    "The deal is opened again: tap the boxes as they lie, then DEAL OK. Hands are asked anew.",
    act=None,
    confirm=True,
    why_not=deal_stays_closed,
    now=with_the_card,
)
"""Always there: the cards of the screen are not those on the table."""
HAND_DEAD = Ruling(
    "hand_dead",
    "HAND DEAD, WAGER BACK",
    "Dead: box {box}. Its wager goes back.",
    hand_rulings.hand_dead,
    asks="reason",
    confirm=True,
    needs="casino_supervisor",
)
OUT = Ruling(
    "out_of_service",
    "OUT OF SERVICE",
    "The table goes on without the device, as far as the pack allows.",
    device_rulings.out_of_service,
    confirm=True,
)
VERIFIED = Ruling(
    "verified",
    "VERIFIED",
    "Cards, section and value were looked at. A second person signs the rest.",
    jackpot_rulings.verified,
    stays=True,
)

FREE: dict[str, Ruling] = {
    "as_dealt": Ruling(
        "as_dealt",
        "CONTINUE AS DEALT",
        "Nothing moves; a card that lies nowhere is the next card.",
        free_rulings.as_dealt,
        asks="reason",
    ),
    "reassign_card": Ruling(
        "reassign_card",
        "REASSIGN CARD",
        "The card goes to the hand that is named.",
        free_rulings.reassign,
        asks="box",
        of_card=True,
        confirm=True,
    ),
    "burn_card": Ruling(
        "burn_card",
        "BURN CARD",
        "The card goes to the {rack}.",
        card_rulings.to_rack,
        asks="reason",
        of_card=True,
    ),
    "void_back": Ruling(
        "void_back",
        "VOID, WAGERS BACK",
        "No result: every open wager goes back.",
        act=None,
        asks="reason",
        confirm=True,
        needs="casino_supervisor",
        early=True,
    ),
}
"""The four of a text that is silent: none of them is any clause's remedy (console/README 4)."""


def words(kind: Kind, name: str) -> Ruling | None:
    """The ruling of that name, in the kind's own words where it has some."""
    return next((r for r in kind.rulings if r.name == name), FREE.get(name))
