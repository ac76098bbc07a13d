"""What holds the table, as the dealer is told it."""

from __future__ import annotations

from msgspec import Struct


class Hold(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """To the dealer one line (`Stop. Ten. Floor.`), never facts, rulings or clauses."""

    headline: str
    box: int = 0
    since: int = 0
    clause: str = ""
    """For the floor only."""
    may: tuple[str, ...] = ()
    may_not: tuple[str, ...] = ()
    hint: str = ""
    """What lies still: the cards, or nothing but the table."""
    called_at: int = 0
    acknowledged_by: str = ""
    then: tuple[int, ...] = ()
    """Boxes of the holds behind it, in the order in which they are ruled; 0 = of no box."""

    def place(self, box: int) -> int:
        """Of the queue: 2 = after the first hold; 0 = nothing of that box waits behind it."""
        return self.then.index(box) + 2 if box != self.box and box in self.then else 0
