"""The picture of the settlement: what is still to be paid and taken, and what is done."""

from __future__ import annotations

from typing import Literal

from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.domain.wagers import Payment
from controller.procedure.guide.next_step import ended_hands
from controller.procedure.guide.next_step.next_void import stands
from controller.procedure.queries import chips, legal, target
from controller.procedure.reducers.bank.player_dealer import safe_part
from controller.procedure.reducers.wheel import lockout
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

ASIDE = ("match", "insurance")
"""Settled by themselves: they stand where the hands are dead."""


def payments(p: Play, house: House) -> tuple[page.Payment, ...]:
    """The picture of the settlement, without match wagers that were paid before.

    What was moved at its own time is closed: a blackjack paid at its turn would be paid twice.
    """
    if p.round != "settled":
        return ()
    return tuple(
        _left(
            *(p, house, x),
            page.Payment(
                box=x.box,
                direction="push" if x.direction in ("return", "void") else _direction(x),
                kind=x.kind,
                wagerer=x.wagerer,
                hand=x.hand,
                odds=x.odds,
                cents=x.cents if isinstance(x.cents, int) else None,
                clause=x.clause,
                state="closed" if _moved(p, house, n, x) else "open",
                text=_instead(p, x),
            ),
        )
        for n, x in enumerate(p.payments)
        if x.kind != "fee"
        and not (n < p.paid_before and legal.is_void(p))
        and (x.kind != "match" or n >= p.paid_before or house.pack.settle.match_at.value == "end")
        and not _paid_since(p, x)
    )


def _moved(p: Play, house: House, n: int, x: Payment) -> bool:
    """Whether an earlier line told it, so that the picture shows it as done."""
    if (x.kind, x.direction) == ("insurance", "take") and n < p.paid_before:
        return ended_hands.insurance_told(p)
    given_up = x.kind == "main" and ended_hands.rescue_told(p, house, x)
    back = x.direction == "void" and x.kind in lockout.ON_WHEEL  # no line tells a stake that is off
    earlier = n < p.paid_before and x.direction != "hold"
    if legal.is_void(p) and x.kind in ASIDE and x in stands(p):
        return True  # listed as what stands; chips only go back now
    return given_up or (earlier and not back) or _over(p, house, x) == "all"


def _over(p: Play, house: House, x: Payment) -> str:
    """How much of a hand that went over was taken when it did: all, one wager, or nothing."""
    at = target.find(p, x.box, x.hand)
    if (x.kind, x.direction) != ("main", "take") or at is None:
        return ""
    if (x.box, x.hand) in p.changed.late:
        return ""
    if (x.box, x.hand) in p.changed.taken:
        return "all"
    return ended_hands.taken_at_once(p, house, at)


def _left(p: Play, house: House, x: Payment, shown: page.Payment) -> page.Payment:
    """Without what was moved before: what went over is taken, what is given up goes back.

    Source: MA 9.c, 10.d; CA options.2, options.7.b.
    """
    if _over(p, house, x) == "one":
        return _rest(p, house, x, shown)
    if x.kind != "main" or shown.direction != "push":
        return shown
    gone = safe_part(p, house, x.box, x.hand)
    if gone is None and x.direction == "void":
        return replace(shown, text="BACK REST")
    if gone is None or (gone and (shown.cents or 0) <= gone):
        return replace(shown, state="closed")
    return replace(shown, cents=shown.cents - gone) if gone and shown.cents else shown


def _rest(p: Play, house: House, x: Payment, shown: page.Payment) -> page.Payment:
    """One original wager of the hand is taken already; what was held of it is still to come."""
    at = target.find(p, x.box, x.hand)
    there = () if at is None else chips.on_hand(p, p.hands[at])
    own = next((s for s in there if s.wagerer == x.wagerer), None)
    found = legal.dealer_turned(p) and legal.dealer_value(p, house).blackjack
    if own is None or own.added == 0 or found:
        return replace(shown, state="closed")
    if own.main is None or shown.cents is None:
        return replace(shown, text="TAKE REST")
    return replace(shown, cents=shown.cents - own.main)


def _paid_since(p: Play, x: Payment) -> bool:
    """A jackpot that waited and stands in the picture as what was paid for it."""
    paid = {h.box for h in p.prizes.hits if h.paid_by and h.round == p.number}
    return x.direction == "hold" and x.kind in ("bonus_spin", "xtreme") and x.box in paid


def _instead(p: Play, x: Payment) -> str:
    """A part that comes back of a hand given up is no tie."""
    asked = ("late_double", x.box, "raised", 0)
    late = any((i.kind, i.box, i.status, i.round) == asked for i in p.irregularities)
    if x.direction == "hold" or late:
        return "FLOOR"
    if x.text == "no action":
        return "NO ACTION"
    if x.direction == "void" and legal.is_void(p):
        return "back"
    given_up = any(
        (h.box, h.number) == (x.box, x.hand) and (h.surrendered or h.rescued) for h in p.hands
    )
    return "back" if given_up and x.kind == "main" and x.direction == "return" else ""


def _direction(x: Payment) -> Literal["pay", "take"]:
    return "pay" if x.direction in ("pay", "hold") else "take"
