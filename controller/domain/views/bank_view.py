"""The player-dealer's bank while wagers are open (CA dealing.8.i, CA limits.4.i)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class FeeBand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rate of the bank's fee. Units: cents."""

    to_cents: int = 0
    """The most that the players' wagers may be for it; 0 = no bound."""
    over_cents: int = 0
    """What they must be more than, where there is no bound."""
    fee_cents: int = 0
    fits: Literal["", "may", "does"] = ""
    """`may` = by the chips counted so far; `does` = no other, or it was taken."""


class BankPanel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was put up against what is wagered. Units: cents."""

    box: int
    hand: int = 1
    hands: int = 1
    """That a player may bank in one turn."""
    w_cents: int | None = None
    """Put up; None = it covers every wager."""
    t_cents: int | None = None
    """Wagered on all boxes; None = some chips are not counted."""
    short: bool = False
    bands: tuple[FeeBand, ...] = ()

    @property
    def full(self) -> int:
        """How much of the bank the wagers take, in hundredths; 0 = it is not known."""
        if not self.w_cents or self.t_cents is None:
            return 0
        return min(100, 100 * self.t_cents // self.w_cents)
