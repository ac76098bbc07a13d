"""A draw that was missed, a card not from the shoe, cards touched: their words.

Source: console/README 4.
"""

from __future__ import annotations

from .kind import AS_THEY_LIE, DECKS_OUT, Kind, Question, Ruling

HOLE_DOWN = Question("down", "Hole card still face down?", ("YES", "NO"))
ONE_CARD = Question("down", "Dealer has one card?", ("YES", "NO"))
"""The same fact where the dealer takes the second card last."""

OF_SHOE: dict[str, Kind] = {
    "missed_draw": Kind(
        "Box {box} asked, got no card",
        (
            Ruling(
                "card_last",
                "CARD LAST",
                "After all other boxes, before the hole card. Cards already dealt stay.",
                when=(("down", "YES"),),
            ),
            Ruling(
                "hand_dead",
                "HAND DEAD",
                "The original wager goes back; a double or split on it too (house).",
                confirm=True,
            ),
            AS_THEY_LIE,
        ),
        (HOLE_DOWN,),
        "PLAYER CHOOSES",
    ),
    "not_from_shoe": Kind(
        "Card not from shoe: box {box}",
        (
            Ruling(
                "seen",
                "TAKEN OFF THE LAYOUT",
                "It is no card of any hand; every hand is as the record has it.",
                asks="reason",
            ),
            DECKS_OUT,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Card not from shoe. Floor.",
    ),
    "touched": Kind(
        "Cards touched, box {box}",
        (Ruling("seen", "DEALT WITH", "Entered with what was done about it.", asks="reason"),),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Cards touched. Floor.",
    ),
}
