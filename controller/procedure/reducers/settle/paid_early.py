"""What was paid or taken before the settlement, once a face is known to be another.

Match wagers, insurance, and a hand that was paid or given up at its turn; what a wheel has paid
stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.queries import legal
from controller.procedure.reducers.play import phase
from controller.procedure.state.context import Context
from controller.rules.settlement import blackjacks_paid, settle

from . import verified_payouts

MOVED = ("pay", "take", "return")


def anew(c: Context) -> None:
    """What still is right stays; the rest goes, and what takes its place is moved at once.

    In a void round all stands that was settled before it.
    """
    if legal.is_void(c.play):
        return
    first = c.play.paid_before if c.play.round == "settled" else len(c.play.payments)
    early, later = c.play.payments[:first], c.play.payments[first:]
    c.play = replace(c.play, payments=early)
    right = [*_match(c, early), *_insurance(c, early), *_hands(c, early)]
    kept = tuple(p for p in early if not _doubted(p) or p in right)
    c.play = replace(c.play, payments=kept)
    c.pay(p for p in right if p not in kept)
    if not phase.insurance_due(c.play, c.house):
        c.play = replace(c.play, wagers=tuple(w for w in c.play.wagers if w.kind != "insurance"))
    if c.play.round == "settled":
        c.play = replace(c.play, paid_before=len(c.play.payments))
    c.play = replace(c.play, payments=(*c.play.payments, *later))
    verified_payouts.note(c)


def insurance_won(c: Context) -> None:
    """What a negative check has taken goes back: the turned card makes a blackjack after all.

    Source: MD 8.A, NH insurance.3.
    """
    p = c.play
    if not legal.dealer_turned(p) or not legal.dealer_value(p, c.house).blackjack:
        return
    lay = tuple(x for x in p.payments if (x.kind, x.direction) == ("insurance", "take"))
    c.play = replace(
        p,
        payments=tuple(x for x in p.payments if x not in lay),
        changed=replace(p.changed, gone=(*p.changed.gone, *lay)),
    )


def _doubted(p: Payment) -> bool:
    """Whether a face decides it."""
    return p.kind in ("match", "insurance", "main") and p.direction in (*MOVED, "hold")


def _of(early: Iterable[Payment], kind: str) -> set[tuple[int, str]]:
    return {(p.box, p.wagerer) for p in early if p.kind == kind and p.direction in MOVED}


def _match(c: Context, early: tuple[Payment, ...]) -> Iterable[Payment]:
    settled = _of(early, "match")
    left = tuple(p for p in early if p.kind != "match")
    due = legal.match_payments(replace(c.play, payments=left), c.house) if settled else ()
    return (p for p in due if (p.box, p.wagerer) in settled)


def _insurance(c: Context, early: tuple[Payment, ...]) -> Iterable[Payment]:
    """Back where the up card is none to insure against; open again under a Blackjack."""
    p = c.play
    if not phase.insurance_due(p, c.house):
        return [
            Payment(
                box=w.box,
                wagerer=w.wagerer,
                kind="insurance",
                cents=w.cents,
                direction="void",
                clause=c.pack.play.insurance_up_ranks.clause,
            )
            for w in p.wagers
            if w.kind == "insurance"
        ]
    if legal.dealer_turned(p) and legal.dealer_value(p, c.house).blackjack:
        return []
    return [x for x in early if x.kind == "insurance"]


def _hands(c: Context, early: tuple[Payment, ...]) -> Iterable[Payment]:
    """A Blackjack at its turn, a hand that was given up."""
    boxes = {box for box, _ in _of(early, "main")}
    p, played = c.play, legal.played_round(c.play, c.house)
    ends = legal.surrender_ends(p, c.house)
    given_up = tuple(h for h in played.hands if h.box in boxes and h.surrendered)
    others = {h.box for h in played.hands if h.box in boxes} - {h.box for h in given_up}
    if phase.paid_at_turn(p, c.house):
        own = tuple(h for h in played.hands if h.box in others)
        yield from blackjacks_paid(c.pack, replace(played, hands=own))
    for hand in given_up if ends else ():
        mains = tuple(w for w in played.wagers if (w.box, w.kind) == (hand.box, "main"))
        one = replace(played, hands=(hand,), wagers=mains, dealer=played.dealer[:1])
        yield from settle(c.pack, one)
