"""Collection fees: flat amounts by schedule, never a share of a wager."""

from __future__ import annotations

from collections.abc import Sequence

from controller.domain.settled import PlayedRound
from controller.domain.wagers import Payment, Wager
from controller.rules.pack import Pack, Rule

from .fixed import player

COUNTED = ("main", "match")
"""What the total is made of, at the closing of the wagers: no doubles, splits or bank."""


def schedule(pack: Pack) -> Rule[tuple[tuple[int, int], ...]] | None:
    s = pack.settle
    tables = (s.fee_schedule_1, s.fee_schedule_2, s.fee_schedule_3, s.fee_schedule_4)
    number = s.fee_schedule.value
    return (*tables, s.fee_schedule_5)[number - 1] if number else None


def bank_fee(pack: Pack, total_cents: int) -> int:
    """The player-dealer's fee for this total of players' wagers."""
    table = schedule(pack)
    if table is None:
        return 0
    return next(fee for bound, fee in table.value if bound == 0 or total_cents <= bound)


def fee_payments(
    pack: Pack, wagers: Sequence[Wager], *, bank_box: int, played: PlayedRound | None = None
) -> tuple[Payment, ...]:
    """One fee per betting player and the player-dealer's own.

    Raises: ValueError when an amount is open.
    """
    table = schedule(pack)
    if table is None:
        return ()
    counted = [w for w in wagers if w.kind in COUNTED]
    if any(w.cents is None for w in counted):
        raise ValueError("the fee needs every amount")
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
    total = sum(w.cents or 0 for w in counted)
    cents = bank_fee(pack, total)
    fees.append(
        Payment(box=bank_box, kind="fee", cents=cents, direction="take", clause=table.clause)
    )
    return tuple(fees)
