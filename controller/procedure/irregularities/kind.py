"""The shape of the catalogue's words: headline, facts before rulings, rulings (TABLE 4).

Who rules, who must be notified, red or amber and the clause are the pack's; here stands what no
pack changes. `when` names the answers through which a ruling is reached.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Mode = Literal["PLAYER CHOOSES", "RULE, NO CHOICE", "NO CLAUSE: REASON REQUIRED", "CHOOSE"]
Asks = Literal["", "reason", "card", "section"]


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


class Kind(Struct, frozen=True):
    headline: str
    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    mode: Mode = "CHOOSE"
    dealer: str = ""
    """The dealer's one line where it is not the headline."""


SEEN = Question("seen", "Did anyone see its face?", ("SEEN", "NOT SEEN"))
DRAWN_OFF = Question("drawn_off", "Cards drawn while it was off?", ("0", "1", "2", "3"))
ENTERED = "Entered in the record. Play goes on."
NOTED = Ruling("continue", "NOTED", ENTERED)
AS_THEY_LIE = Ruling(
    "as_they_lie", "CONTINUE AS DEALT", "Nothing moves. Play goes on.", asks="reason"
)
