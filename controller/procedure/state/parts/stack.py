"""The cards between two shoes: how they were shuffled, why, who cuts, which batch they are."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Why = Literal["", "cover_card", "order"]
"""What the shuffle follows: nothing yet, the cover card came out, the floor ordered it."""


class Stack(Struct, frozen=True, omit_defaults=True):
    """Kept from round to round and from shoe to shoe."""

    why: Why = ""
    due_box: int = 0
    """Box whose card was due when the cover card came out; 0 = the dealer's own."""
    ordered: bool = False
    """A reshuffle that waits for the end of the round."""

    set_aside: str = ""
    """How the shuffler was put out of the way, as attested; empty = it was not."""
    out: bool = False
    """The shuffler is out of service: it gets no order, put out of the way or not."""
    by: Literal["", "machine", "hand"] = ""
    """How the stack was shuffled; empty = the cards came shuffled."""
    whole: bool = True
    """All its cards lie together: nothing is left in a shoe to be plugged."""
    steps: int = 0
    """Step groups of the shuffle by hand that are done."""

    offered: int = 0
    """The box that was offered the cut last, for an offer that goes round."""
    order: tuple[int, ...] = ()
    """Boxes in the order in which the cut was offered."""
    cutter: int | None = None
    """The box that cut last; 0 = the dealer, None = nobody yet."""
    refused: tuple[int, ...] = ()
    again: bool = False
    """A recut is due."""

    batch: int = 1
    """The set of decks in play."""
    other: bool = False
    """Another set of decks is at the table, to alternate with the one in play."""
    inside: int = 0
    """The set of decks in the shuffler; 0 = none."""
    removed_other: int = 0
    """Cards taken out of the set that is not in play."""
    tens_other: int = 0
    opened_other: int = 0
    """us UTC; 0 = none has come yet."""

    @property
    def other_inside(self) -> bool:
        """The batch in the shuffler is not the one in play."""
        return self.inside not in (0, self.batch)
