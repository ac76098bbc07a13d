"""Payments that a person verifies: the super bonus, and what is above the limit per hand.

Source: MA 5.g, MD 12.C, 2.B.6.b. The whole amount is computed; what is above a limit is held until
it is verified and paid.
"""

from __future__ import annotations

from typing import Final

from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.state.context import Context
from controller.procedure.state.play import Irregularity
from controller.rules.pack.sections.irregularity import Kind

SUPER: Final = "super_bonus"
OVER: Final = "payout_over_limit"


def note(c: Context) -> None:
    """Ask once for each box and hand of a round, however often its settlement is made anew.

    What is paid no more, since a card was read anew, is not asked any more.
    """
    paid = {(_kind_of(c, p), p.box, p.hand) for p in c.play.payments}
    for i in c.play.irregularities:
        of_round = i.kind in (SUPER, OVER) and (i.code, i.status) == (_round(c), "raised")
        if of_round and (i.kind, i.box, i.hand) not in paid:
            c.put(replace(i, status="withdrawn"))
    for p in c.play.payments[c.play.paid_before :]:
        kind = _kind_of(c, p)
        if kind is not None and _asked(c, kind, p) is None:
            c.raise_(kind, box=p.box, hand=p.hand, about=_round(c))
    for i in c.play.irregularities:
        if (i.kind, i.code, i.status) == (OVER, _round(c), "carried_out"):
            release(c, i)


def _kind_of(c: Context, p: Payment) -> Kind | None:
    if p.kind == SUPER:
        return SUPER
    return OVER if over_limit(c, p) else None


def over_limit(c: Context, p: Payment) -> bool:
    return p.direction == "hold" and p.clause == c.pack.settle.payout_limit_cents.clause


def _asked(c: Context, kind: str, p: Payment) -> Irregularity | None:
    wanted = (kind, p.box, p.hand, _round(c))
    known = c.play.irregularities
    told = (i for i in known if i.status != "withdrawn")
    return next((i for i in told if (i.kind, i.box, i.hand, i.code) == wanted), None)


def _round(c: Context) -> str:
    return f"round {c.play.number}"


def release(c: Context, i: Irregularity) -> None:
    """What was held of the hand is paid."""
    c.play = replace(
        c.play,
        payments=tuple(
            replace(p, direction="pay")
            if (p.box, p.hand) == (i.box, i.hand) and over_limit(c, p)
            else p
            for p in c.play.payments
        ),
    )
