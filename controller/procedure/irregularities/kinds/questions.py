"""The facts that people are asked before a ruling."""

from __future__ import annotations

from .kind import Question

SEEN = Question("seen", "Did anyone see its face?", ("SEEN", "NOT SEEN"))
DRAWN_OFF = Question("drawn_off", "Cards drawn while it was off?", ("0", "1", "2", "3"))
LAMP = Question("lamp", "Does the reader's own lamp answer?", ("YES", "NO"))
SEAL = Question("seal", "Seal intact, its number entered?", ("YES", "NO"))
TEST_CARDS = Question("test_cards", "A+K, A+9, K+A, K+9: yes, no, yes, no?", ("YES", "NO"))
IS_TEN = Question("ten", "Look: is it a ten?", ("YES", "NO"))
LAY_UP = Question("up", "Did it lie face up in the shoe?", ("YES", "NO"))
HOLE_DOWN = Question("down", "Hole card still face down?", ("YES", "NO"))
ONE_CARD = Question("down", "Dealer has one card?", ("YES", "NO"))
"""The same fact where the dealer takes the second card last."""
IS_HOLE_CARD = Question("down", "Does it lie face down as the hole card?", ("YES", "NO"))
UP_RIGHT = Question("up_right", "Is the dealer's first card {up}?", ("YES", "NO"))
WHO_SAW = Question("who", "Who saw it?", ("DEALER", "PLAYERS", "NOBODY"))
LOOKED = Question("looked", "Look at the device: did it move?", ("YES", "NO"))
WRONG = Question("wrong", "What is wrong at box {box}?", ("A CARD", "THE CHIPS", "NOTHING"))
UNTOUCHED = Question("untouched", "Do cards and chips lie as recorded?", ("YES", "NO"))


def which_card(faces: tuple[str, ...]) -> Question:
    """Of a hand's cards, each face as it is written."""
    return Question("which", "Which card of the hand?", faces)
