"""The shape of the catalogue's words: headline, facts before rulings, rulings (console/README 4).

Who rules, who must be notified, red or amber and the clause are the pack's; here stands what no
pack changes. `when` names the answers through which a ruling is reached.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Mode = Literal["PLAYER CHOOSES", "RULE, NO CHOICE", "NO CLAUSE: REASON REQUIRED", "CHOOSE"]
Asks = Literal["", "note", "reason", "card", "section", "box"]
"""What is given with the ruling; `note` = a reason may be, `box` = a hand and a reason."""


class Question(Struct, frozen=True):
    name: str
    text: str
    answers: tuple[str, ...]


class Ruling(Struct, frozen=True):
    name: str
    label: str
    effect: str
    when: tuple[tuple[str, str], ...] = ()
    asks: Asks = ""
    confirm: bool = False
    """Money moves or a hand dies: asked once more."""
    needs: str = ""
    """A rank above the pack's, empty = the pack's."""
    early: bool = False
    """May be ruled before the facts are answered."""
    of_card: bool = False
    """Moves the card of the irregularity: out of reach where there is none."""
    stays: bool = False
    """The irregularity stays open: a further ruling ends it."""


class Kind(Struct, frozen=True):
    headline: str
    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    mode: Mode = "CHOOSE"
    dealer: str = ""
    """The dealer's one line where it is not the headline."""


AMENDING_RULINGS = ("next_hand", "correct_cards", "strike_out", "in_error")
"""They edit entries of the round: the engine carries them out, they have no act."""

SEEN = Question("seen", "Did anyone see its face?", ("SEEN", "NOT SEEN"))
DRAWN_OFF = Question("drawn_off", "Cards drawn while it was off?", ("0", "1", "2", "3"))
LAMP = Question("lamp", "Does the reader's own lamp answer?", ("YES", "NO"))
SEAL = Question("seal", "Seal intact, its number entered?", ("YES", "NO"))
TEST_CARDS = Question("test_cards", "A+K, A+9, K+A, K+9: yes, no, yes, no?", ("YES", "NO"))

ENTERED = "Entered in the record. Play goes on."
NOTED = Ruling("continue", "NOTED", ENTERED, asks="note")
TAKEN_NOTE = Ruling("seen", "SEEN", ENTERED, asks="note")
AS_THEY_LIE = Ruling(
    "as_they_lie", "CONTINUE AS DEALT", "Nothing moves. Play goes on.", asks="reason"
)
RESHUFFLE = Ruling(
    "reshuffle",
    "RESHUFFLE",
    "The open round is finished, then every card is shuffled.",
    asks="reason",
)
DECKS_OUT = Ruling(
    "decks_out",
    "DECKS OUT",
    "The open round is finished, then the decks leave play and new ones come in.",
    asks="reason",
    confirm=True,
)
CORRECT_CARDS = Ruling(
    "correct_cards",
    "CORRECT CARDS",
    "The deal is opened again: tap the boxes as they lie, then DEAL OK.",
    confirm=True,
)
"""Always there: the cards of the screen are not those on the table."""
HAND_DEAD = Ruling(
    "hand_dead",
    "HAND DEAD, WAGER BACK",
    "The hand of box {box} is out; its wager goes back.",
    asks="reason",
    confirm=True,
    needs="casino_supervisor",
)

FREE: dict[str, Ruling] = {
    "as_dealt": Ruling(
        "as_dealt",
        "CONTINUE AS DEALT",
        "Nothing moves; a card that lies nowhere is the next card.",
        asks="reason",
    ),
    "reassign_card": Ruling(
        "reassign_card",
        "REASSIGN CARD",
        "The card goes to the hand that is named.",
        asks="box",
        of_card=True,
        confirm=True,
    ),
    "burn_card": Ruling(
        "burn_card", "BURN CARD", "The card goes to the {rack}.", asks="reason", of_card=True
    ),
    "void_back": Ruling(
        "void_back",
        "VOID, WAGERS BACK",
        "No result: every open wager goes back.",
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
