"""The player-dealer's turn: to whom the bank was offered, fees taken, amounts asked for.

The bank itself (box, amount, rounds held) stands in the play beside it.
"""

from __future__ import annotations

from msgspec import Struct

Asked = tuple[int, str, int, str]
"""A wager to be counted: box, kind, hand, wagerer."""
Back = tuple[int, int | None]
"""Box and cents; None = they were not counted."""


class Banking(Struct, frozen=True, omit_defaults=True):
    last: int = 0
    """The box that held the bank before: the offer goes on at its left; 0 = nobody yet."""
    declined: tuple[int, ...] = ()
    """Boxes that have declined since, in order."""
    nobody: bool = False
    """Nobody who was left takes it: a floorperson rules."""
    again: bool = False
    """As ruled, the last bank may go on."""
    rate: int = 0
    """The rate of the bank's fee that lies before its box, counted from 1, and the players' fees
    dropped; 0 = not yet."""
    schedule: int = 0
    """Of the fees, where it is no longer the one that the table was opened with."""
    due: Asked | None = None
    """The wager that must be counted before the cover can go on."""
    stated: tuple[Asked, ...] = ()
    """Those that were counted in this settlement."""
    providers: tuple[tuple[int, str], ...] = ()
    """(box, name) of registered third-party providers."""
    back: tuple[Back, ...] = ()
    """Chips in other circles of the player-dealer, which go back before the deal."""


def next_round(banking: Banking, last: int) -> Banking:
    """Nothing of a round stays; `last` = the box whose turn ends with it, 0 = it goes on."""
    kept = Banking(last=banking.last, schedule=banking.schedule, providers=banking.providers)
    if not last:
        return kept
    return Banking(last=last, schedule=banking.schedule, providers=banking.providers)
