"""The prize wheel on the dealer's page, while it is wanted, turns or has paid."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class SpinPay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one box is paid by the spin. Units: cents."""

    box: int
    cents: int


class Wheel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    state: Literal["armed", "spinning", "result"]
    box: int = 0
    """Whose spin it is; 0 = the seat that the system will name."""
    section: str = ""
    """On which it came to rest, as the wheel is inscribed."""
    pays: tuple[SpinPay, ...] = ()
    """The spinner's box first; empty while nothing is to be paid, a jackpot's too."""

    @property
    def paid(self) -> tuple[int, ...]:
        """The boxes that are paid by it."""
        return tuple(pay.box for pay in self.pays)

    @property
    def to_each(self) -> int:
        """What every other box is paid; 0 = not the same. Units: cents."""
        amounts = {pay.cents for pay in self.pays[1:]}
        return amounts.pop() if len(amounts) == 1 else 0
