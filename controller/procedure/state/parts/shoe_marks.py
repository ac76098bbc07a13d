"""What the table keeps of the shoe in play beside its counts: burns, cover card, a rack shuffle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.domain.sealed import Slot
from controller.domain.structs import replace

Cause = Literal["", "shoe", "dealer", "rack"]
"""Why a card is burned: a new shoe, a new dealer, a rack shuffled in mid-round."""


class Marks(Struct, frozen=True, omit_defaults=True):
    burns: int = 0
    """Burn cards still due."""
    cause: Cause = ""
    """Of the burn that is due, or of the last one."""
    burnt: Slot | None = None
    """The last burn card of this shoe: it can still be found in the rack."""
    shown_to: int = 0
    """The box that asked to see it this round."""
    asked: int = 0
    """Id of a draw that may be a burn or the first card: the dealer is asked."""
    signed_at: int = 0
    """When the dealer whose burn is due signed on. Units: ms of the table's clock."""
    at_once: bool = False
    """The draw that is asked about came before that dealer can have read to burn one."""
    covers: int = 0
    """Cover cards that have come out."""
    last: bool = False
    """The round in hand is the last of this shoe, whatever burn is due in it."""
    on_count: bool = False
    """The shoe ended because it no longer held the first cards of a round."""
    overdue: bool = False
    """The cover card was told to be late or missing."""
    discards: int = 0
    """Cards in the rack that are to go back into a continuous shuffler."""
    not_gathered: bool = False
    """A card was drawn while those of the last round still lay on the layout."""
    short: bool = False
    """Loaded, or to be loaded, with the discard rack to finish a round (MA 15.g)."""
    dealt_out: bool = False
    """No card is left, and a floorperson has ruled that the hands stay as they are."""
    stood: tuple[int, int, int] = (0, 0, 0)
    """Box and hand of the last NEXT, and the cards out by then: while no more are, UNDO is open."""
    ended: tuple[int, int] = (0, 0)
    """Box and hand of the last card, NEXT, surrender or rescue: what it ended is told."""
    given_up: tuple[int, int, int] = (0, 0, 0)
    """Box and hand given up after it was passed, or beside a card in doubt; the cards out then."""
    confirmed: int = -1
    """Cards out of this shoe when the deal was confirmed; -1 = it was before this shoe."""
    confirmed_burnt: bool = False
    """That deal came after a burn which the table knows of."""
    late: int = 0
    """Re-maps, late doubles and late splits that were reported in this shoe."""


def in_next_round(marks: Marks, *, not_gathered: bool) -> Marks:
    """What was said of one round's hands ends with it."""
    none = (0, 0, 0)
    return replace(
        marks,
        shown_to=0,
        asked=0,
        given_up=none,
        stood=none,
        ended=(0, 0),
        not_gathered=not_gathered,
    )
