"""How cards, amounts and numbers are written to people."""

from __future__ import annotations

from controller.domain.money import dollars

__all__ = [
    "NUMBERS",
    "OUT_OF_SERVICE",
    "SIGNS",
    "dollars",
    "first_upper",
    "letter",
    "odds_in_words",
    "of_hand",
    "sentence",
    "text_of",
]

NTH = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
SIGNS = {"pay": "+", "take": "−"}
"""Of an amount, as the player meets it."""
OUT_OF_SERVICE = "out of service"
"""Of a device that is not used until somebody brings it back."""
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
NUMBERS = (
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four", "twenty-five",
    "twenty-six", "twenty-seven", "twenty-eight", "twenty-nine", "thirty", "thirty-one",
)  # fmt: skip


def text_of(face: str) -> str:
    """`Ac` -> `A♣`, `Th` -> `10♥`."""
    return face[0].replace("T", "10") + SUITS[face[1]]


def of_hand(box: int, number: int, *, alone: bool) -> str:
    """The box, `3`; with its hand, `5, 2nd`, where that alone does not tell."""
    return str(box) if alone else f"{box}, {NTH.get(number, number)}"


def letter(wagerer: str) -> str:
    """By which the people of a box are told apart; the first is A."""
    return wagerer[-1:] or "A"


def at_box(box: int, wagerer: str) -> str:
    """A box, of a further wagerer's with the letter."""
    return f"{box}, {letter(wagerer)}" if wagerer else f"{box}"


def odds_in_words(odds: str) -> str:
    """`3:2` -> `3 to 2`."""
    return odds.replace(":", " to ")


def sentence(text: str) -> str:
    """With its full stop, where it does not end by itself."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
