"""What every command carries: who, in which rank, from where, in answer to what.

The console vouches for `by`, `rank` and `at`; `rid` is the request id of the tap, `token` the
`allowed` entry it answers. Commands name their target in full (box and hand); 0 = "the state's
target", only from a keypad, filled in at the door.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from controller.domain.input_row import Row

__all__ = ["RANKS", "SURVEILLANCE", "Command", "Where"]

RANKS = ("dealer", "floorperson", "casino_supervisor")
"""In rising order; a higher rank may act for a lower one (house)."""

SURVEILLANCE = "surveillance"
"""No rank: it acknowledges and never rules."""
Where = Literal["dealer", "floor", "keypad", "surveillance"]


class Command(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    by: str = "dealer"
    rank: str = "dealer"
    where: Where = "dealer"
    rid: str = ""
    token: str = ""

    row: ClassVar[Row]

    def on_key(self) -> tuple[str, str]:
        """What stands on its key, and what the key does; both empty = the page knows more."""
        label, does = self.row.key
        return label.format(self), does.format(self)

    def to_write(self) -> str:
        """What a person writes with it, by the names of the fields."""
        return self.row.asks

    def in_record(self) -> str:
        """How the record tells it; empty = the record knows more."""
        return self.row.record.format(self)
