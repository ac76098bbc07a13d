"""What is known of a kind of input beside its fields: one row, in its class.

What it does stands with its reducer.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Owner = Literal[
    "opening",
    "inspection",
    "decks",
    "shuffle",
    "cut",
    "shoe",
    "round",
    "dealer_hand",
    "wheel",
    "desk",
]


class Row(Struct, frozen=True):
    """The first of the charts that takes the event where it stands owns the input, else the last.

    `desk` is no chart: answers, notices, rulings, devices, orders.
    """

    event: str
    charts: tuple[Owner, ...]
    """Empty = it becomes another input, or edits entries, before a chart could own it."""
    rank: Literal["dealer", "floorperson", "casino_supervisor"] = "dealer"
    """The least that may say it; a ruling's rank is the pack's."""
    in_hold: bool = False
    """Taken while the table is held, and before every device has been heard."""
    unheard: bool = False
    """Taken before every device has been heard."""
    aside: bool = False
    """Taken while the controller stands aside: of links, meters and the table itself."""
    undone: bool = False
    """UNDO takes it back."""
    beside_play: bool = False
    """Nothing on the layout moves by it: what came before it can still be taken back."""
    clears: bool = False
    """Says that the settled layout is cleared."""
    of_hand: bool = False
    """Waits while the rack is shuffled to finish the round."""
    acts: bool = False
    """What the dealer does next: what a spin paid or a correction changed was told before it."""

    # ---- its words; `{0.box}` is the command's own box ----
    key: tuple[str, str] = ("", "")
    """What stands on its key, and what the key does; empty = the page says more than the command
    knows."""
    record: str = ""
    """How the record tells it; empty = the record says more than the command knows."""
    clause: str = ""
    """Where its clause stands in the pack: `line.shuffle`."""
    beside: str = ""
    """Its line beside an irregularity, where the record alone says less than the page."""
    asks: str = ""
    """What a person writes with it."""


ROUND: tuple[Owner, ...] = ("round",)
DESK: tuple[Owner, ...] = ("desk",)
