"""Collection fees: flat amounts by schedule, never a share of a wager."""

from __future__ import annotations

from collections.abc import Sequence

from controller.domain.settled import PlayedRound
from controller.domain.wagers import Payment, Wager
from controller.rules.pack import Pack, Rule

from .fixed import player

COUNTED = ("main", "match")
"""What the total is made of, at the closing of the wagers: no doubles, splits or bank."""


def schedule(pack: Pack, in_force: int = 0) -> Rule[tuple[tuple[int, int], ...]] | None:
    """`in_force` = its number where it is not the one that the table was opened with."""
    s = pack.settle
    tables = (s.fee_schedule_1, s.fee_schedule_2, s.fee_schedule_3, s.fee_schedule_4)
    number = in_force or s.fee_schedule.value
    return (*tables, s.fee_schedule_5)[number - 1] if number else None


def bank_fee(pack: Pack, total_cents: int, *, in_force: int = 0) -> int:
    """The player-dealer's fee for this total of players' wagers."""
    table = schedule(pack, in_force)
    return 0 if table is None else table.value[band_of(table.value, total_cents)][1]


def band_of(bands: Sequence[tuple[int, int]], total_cents: int) -> int:
    """The first band whose bound the total does not pass; the last has no bound."""
    return next(n for n, (bound, _) in enumerate(bands) if bound == 0 or total_cents <= bound)


def total(wagers: Sequence[Wager]) -> int | None:
    """What the band goes by; None = an amount is open."""
    cents = [w.cents for w in wagers if w.kind in COUNTED]
    return None if None in cents else sum(c for c in cents if c is not None)


def fee_payments(
    pack: Pack,
    wagers: Sequence[Wager],
    *,
    bank_box: int,
    played: PlayedRound | None = None,
    band: int | None = None,
    in_force: int = 0,
) -> tuple[Payment, ...]:
    """One fee per betting player and the player-dealer's own, of a band that somebody named.

    Raises: ValueError when no band was named and an amount is open.
    """
    table = schedule(pack, in_force)
    if table is None:
        return ()
    counted = [w for w in wagers if w.kind in COUNTED]
    if band is None:
        cents = total(counted)
        if cents is None:
            raise ValueError("the fee needs every amount")
        fee = bank_fee(pack, cents, in_force=in_force)
    else:
        fee = table.value[band][1]
    linked = played or PlayedRound(decks=0, hands=(), wagers=tuple(wagers), dealer=())
    first: dict[str, Wager] = {}
    for wager in sorted(counted, key=lambda w: w.box):
        first.setdefault(player(linked, wager), wager)
    each = pack.settle.fee_player_cents
    fees = [
        Payment(
            box=w.box,
            wagerer=w.wagerer,
            kind="fee",
            cents=each.value,
            direction="take",
            clause=each.clause,
        )
        for w in first.values()
    ]
    fees.append(Payment(box=bank_box, kind="fee", cents=fee, direction="take", clause=table.clause))
    return tuple(fees)
