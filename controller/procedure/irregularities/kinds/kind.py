"""The row of a kind: its words (console/README 4), when it holds, what else it brings.

Who rules, who must be notified, red or amber and the clause are the pack's; here stands what no
pack changes. `when` names the answers through which a ruling is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from controller.domain import commands as cmd
from controller.procedure.state.chart_states import RoundState
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device
from controller.rules.pack import Pack

Mode = Literal["PLAYER CHOOSES", "RULE, NO CHOICE", "NO CLAUSE: REASON REQUIRED", "CHOOSE"]
Asks = Literal["", "note", "reason", "card", "section", "box"]
"""What is given with the ruling; `note` = a reason may be, `box` = a hand and a reason."""
Act: TypeAlias = Callable[[Context, Irregularity, cmd.Ruled], None]


class Question(Struct, frozen=True):
    name: str
    text: str
    answers: tuple[str, ...]


class Ruling(Struct, frozen=True):
    name: str
    label: str
    effect: str
    act: Act | None
    """What it does; None = the same for every kind: a void, an amendment of the round."""
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
    lays: bool = False
    """Makes the card the next one: where an earlier card lies is ruled first."""
    stays: bool = False
    """The irregularity stays open: a further ruling ends it."""
    role: str = ""
    """Only of a device of this role; empty = of any."""
    result: bool = False
    """What is written with it decides what it does: nothing can be said before."""
    why_not: Callable[[Play, House, Irregularity], str] | None = None
    """Why it may not be ruled now, beside its facts; an empty answer = it may."""
    now: Callable[[Ruling, Play, Irregularity], Ruling] | None = None
    """The same ruling as it is put at this moment."""


class Closing(Struct, frozen=True):
    """The play itself has answered it: it closes without a ruling."""

    ruling: str
    when: Callable[[Context, Irregularity], bool]
    by: str = "table"
    act: Callable[[Context, Irregularity], None] | None = None


class Kind(Struct, frozen=True):
    headline: str
    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    mode: Mode = "CHOOSE"
    dealer: str = ""
    """The dealer's one line where it is not the headline."""
    called: str = ""
    """In the record, where only an engineer reads its own name."""
    headlines: tuple[tuple[str, str], ...] = ()
    """What it is about, and the headline that says it better."""
    named: Callable[[Irregularity], str] | None = None
    """A headline that this one has of its own; an empty answer = it has none."""
    box_beside: bool = False
    """The dealer's words name no place: the box, where there is one, stands beside them."""
    of_hand: bool = False
    """About one hand: it is named where its box has several."""
    of_two_hands: bool = False
    """Asked of two hands of a box: each is named with its number."""

    # ---- asked and answered ----
    asks: Callable[[Play, Irregularity], tuple[Question, ...]] | None = None
    """The questions as the play stands; None = always `questions`."""
    knows: Callable[[Play, House, Irregularity], dict[str, str]] | None = None
    """Facts that the table knows without asking."""
    answered: Callable[[Context, Irregularity, cmd.FactAnswered], None] | None = None
    """What an answer does by itself."""
    on_line: Literal["", "dealers", "always"] = ""
    """The dealer answers it on the line: always, or where the pack lets the dealer rule."""

    # ---- its time ----
    holds: Callable[[Play, House, tuple[Device, ...], Irregularity], bool | None] | None = None
    """Whether it holds the table at this moment; None = as the pack says."""
    closes: Closing | None = None
    until: str = "end of the round"
    """By when an amber one is answered."""
    round: RoundState = "deciding"
    """Where it asks its facts, for the check of the packs."""
    void: Literal["of its card or box", "falls away", "outlives"] = "of its card or box"
    """What a void of the round does to it."""
    never: Callable[[Pack], bool] | None = None
    """Whether nothing in the pack can cause it."""

    # ---- what it is about ----
    card: Literal["waits", "booked", "not counted", "none"] = "waits"
    """Its card lies nowhere until the ruling; or is booked where it lies, or in the rack; or was
    drawn and is not counted yet; or there is no card that a ruling could move."""
    device: str = ""
    """The role at fault, where `about` names no device."""
    faulty: bool = False
    """Its device has no tick on the pages, though its link is up."""
    accuses: bool = False
    """Says that the one who drew, turned or pressed did it wrongly."""

    # ---- who else is told ----
    chip: bool = False
    """Amber, and on the dealer's page until it is done."""
    marks_box: bool = False
    """Its box is marked on the layout."""
    watched: bool = False
    """The surveillance room is told though it holds nobody."""


AMENDING_RULINGS = ("next_hand", "correct_cards", "strike_out", "in_error", "not_face_up")
"""They edit entries of the round: the engine carries them out."""
