"""What the last correction made of payments that had been told, until the next act."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.structs import replace
from controller.domain.wagers import Payment


class Changed(Struct, frozen=True):
    """Payments that no longer count, those that count instead, and whether hands go on."""

    gone: tuple[Payment, ...] = ()
    come: tuple[Payment, ...] = ()
    settlement: bool = False
    late: tuple[tuple[int, int], ...] = ()
    """Hands of which it was found in the settlement that they went over: no line told it."""
    taken: tuple[tuple[int, int], ...] = ()
    """Hands that a line told to take as gone over; they did not, and lost in the settlement."""
    called_off: tuple[Payment, ...] = ()
    """What had been told before the round was called off: it counts again where it goes on."""

    undealt: tuple[Payment, ...] = ()
    """Stakes of doubles and splits whose card never came: they go back."""
    dropping: int = 0
    """The bank's fee that the line has told to drop; units: cents."""
    dropped: int = 0
    """What of it somebody has acted on since, or a correction took back: it lies in the box."""

    def with_come(self, payments: tuple[Payment, ...]) -> Changed:
        return replace(self, come=(*self.come, *payments))

    def heard(self) -> Changed:
        """What is left of it once the next act has acknowledged the line."""
        return replace(self, gone=(), come=(), undealt=(), settlement=False, dropped=self.dropping)
