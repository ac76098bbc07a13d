"""What a correction or a ruling makes of payments that were told: the dealer is shown both.

Without it a payment that was carried out would be gone from the page, and asked for again later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.queries import legal
from controller.procedure.reducers.play.phase import match_waits
from controller.procedure.state.house import House
from controller.procedure.state.parts.changed import Changed
from controller.procedure.state.play import Play

from .next_step import at_once

MOVED = ("pay", "take", "return")
OF_BANK = ("fee", "bank", "jackpot")
"""They have lines of their own."""


def between(was: Play, now: Play, house: House) -> Play:
    """`now` with what became of the payments of `was`."""
    if was.number != now.number or off(now):
        return replace(now, changed=Changed())
    over = was.round == "settled", now.round == "settled"
    withdrawn, known = over == (True, False), was.changed
    old = was.payments if over == (True, True) else _by_lines(was, house)
    new = _by_lines(now, house)
    late = tuple(_over_late(was, now, house)) if over[1] else ()
    booked = now.payments[: now.paid_before] if over[1] else new
    # What a hand has lost by the settlement was not moved by its bust, if it has none any more.
    standing = booked if over == (False, True) else now.payments
    gone = _left(old, (*standing, *new))
    come = _left(booked, (*was.payments, *_by_lines(was, house)))
    return replace(
        now,
        changed=Changed(
            (*_without(known.gone, come), *gone),
            (*_without(known.come, gone), *come),
            known.settlement or withdrawn,
            (*known.late, *late),
        ),
    )


def _by_lines(p: Play, house: House) -> tuple[Payment, ...]:
    """What was told before the settlement, some of it to be booked there."""
    made = p.payments[: p.paid_before] if p.round == "settled" else p.payments
    told = legal.match_payments(p, house) if match_told(p, house) else ()
    return (*made, *told, *at_once.moved(p, house))


def _over_late(was: Play, now: Play, house: House) -> Iterator[tuple[int, int]]:
    """They stay in the picture, which has them open."""
    before = {(x.box, x.hand) for x in at_once.moved(was, house)}
    over = {(x.box, x.hand) for x in at_once.moved(now, house) if x.direction == "take"}
    yield from sorted(over - before)


def match_told(p: Play, house: House) -> bool:
    return p.round == "match_due" or (p.round == "deciding" and match_waits(p, house))


def off(p: Play) -> bool:
    """A round that is off lists by itself what stands and what is turned back."""
    return p.round == "settled" and all(h.dead for h in p.hands)


def _left(some: Iterable[Payment], others: Iterable[Payment]) -> tuple[Payment, ...]:
    known = Counter(map(_key, others))
    found = []
    for x in some:
        known[_key(x)] -= 1
        if known[_key(x)] < 0 and x.direction in MOVED and x.kind not in OF_BANK:
            found.append(x)
    return tuple(found)


def _without(told: Iterable[Payment], since: Iterable[Payment]) -> tuple[Payment, ...]:
    """What was told of the same chips since is the last word on them."""
    later = Counter(map(_key, since))
    left = []
    for x in told:
        later[_key(x)] -= 1
        if later[_key(x)] < 0:
            left.append(x)
    return tuple(left)


def _key(x: Payment) -> tuple[object, ...]:
    return x.box, x.wagerer, x.kind, x.hand, x.direction, x.cents
