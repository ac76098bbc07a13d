"""What holds the table, as the dealer is told it."""

from __future__ import annotations

from msgspec import Struct


class Queued(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of several holds: whose box, since when, and who comes; never what it is about."""

    box: int = 0
    since: int = 0
    called: str = ""
    """`Casino supervisor`, where a rank above was called."""
    acknowledged_by: str = ""


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
    queue: tuple[Queued, ...] = ()
    """Where several are open, all of them in the order in which they are ruled."""

    def place(self, box: int) -> int:
        """Of the queue: 2 = after the first hold; 0 = nothing of that box waits behind it."""
        boxes = [one.box for one in self.queue]
        return boxes.index(box) + 1 if box and box != self.box and box in boxes else 0
