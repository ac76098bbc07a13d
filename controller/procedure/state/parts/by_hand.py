"""What the table does by hand: cards keyed in, the controller aside; a value of the play."""

from __future__ import annotations

from msgspec import Struct


class Manual(Struct, frozen=True, omit_defaults=True):
    scanner: str = ""
    """How the shoe scanner was put out of use: cards are keyed in; empty = it reads."""
    by: str = ""
    """Who said so."""
    aside_since: int = 0
    """Since when the controller stands aside; 0 = it does not. Units: us UTC."""
    aside_by: str = ""
    shoes: int = 0
    """Shoe changes that were told while the controller stood aside."""
