"""What the last correction made of payments that had been told, until the next act."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.wagers import Payment


class Changed(Struct, frozen=True):
    """Payments that no longer count, those that count instead, and whether hands go on."""

    gone: tuple[Payment, ...] = ()
    come: tuple[Payment, ...] = ()
    settlement: bool = False
    late: tuple[tuple[int, int], ...] = ()
    """Hands of which it was found in the settlement that they went over: no line told it."""
