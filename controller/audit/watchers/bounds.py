"""Bounds: the limits of wagers hold after every input, whatever of a box was changed.

A side wager never stands without or above its main wager (MA 6.b, 16.a; MD 6.D, 6.G), a double and
an insurance never above theirs, the player-dealer never wagers against the own bank (CA
silent.pd-bets), and a bank never pays more than it has.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.move import Move, staked
from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.wagers import Wager
from controller.procedure.queries import legal, limits
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules import decisions, placing, wagerers

LOOKED_AT = ("wagers", "boxes", "dealt", "hands", "bank", "people", "payments")
PLACED = ("main", "match", "break_bonus", "bonus_spin", "xtreme")
BEFORE_CARDS = ("wagering", "dealing", "deal_out")


class Bounds:
    """Each break once, when it begins."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def see(self, m: Move) -> Iterator[str]:
        p, was = m.is_, m.was
        if all(getattr(p, name) is getattr(was, name) for name in LOOKED_AT):
            return
        found = {*_broken(m)}
        yield from sorted(found - self._known)
        self._known = found


def _broken(m: Move) -> Iterator[str]:
    p = m.is_
    if p.round == "settled":
        yield from _bank(p)
        return
    yield from _placed(m)
    yield from _insured(p, m.house)
    yield from _doubled(p, m.house)


def _placed(m: Move) -> Iterator[str]:
    """Of boxes that are in: a chip may lie on a sensor before its box is lit, or its main is there.

    Beside a main wager that is spoken only, until it is confirmed or the first card is out.
    """
    p = m.is_
    spoken = {(x.box, x.wagerer) for x in p.people.cash if x.kind == "main" and not x.stands}
    inside = {h.box for h in p.hands} or set(p.boxes)
    own = own_circles(p)
    for wager in staked(m):
        if wager.box not in inside or wager.kind not in PLACED:
            continue
        if wager.kind != "main" and (wager.box, wager.wagerer) in spoken:
            continue
        beside = [w for w in p.wagers if w.box == wager.box and w != wager]
        if _waits_on_sensor(m, wager, beside):
            continue
        no = placing.why_not_place(
            limits.pack(p, m.house, wager.box), wager, beside, bank_boxes=own
        )
        if no is not None:
            yield f"box {wager.box} {wager.kind}: {no.text} ({no.clause})"


def _waits_on_sensor(m: Move, wager: Wager, beside: list[Wager]) -> bool:
    """A chip on the wheel that nobody has keyed now: the first card returns it if it is alone."""
    keyed = isinstance(m.said, cmd.WagerSet) and (m.said.box, m.said.kind) == (
        wager.box,
        wager.kind,
    )
    alone = all((w.kind, w.wagerer) != ("main", wager.wagerer) for w in beside)
    return m.is_.round == "wagering" and wager.kind in ON_WHEEL and alone and not keyed


def own_circles(p: Play) -> frozenset[int]:
    """The box of the bank and those linked with it."""
    if p.bank is None:
        return frozenset()
    linked = (group for group in p.people.linked if p.bank.box in group)
    return frozenset({p.bank.box}.union(*linked))


def _insured(p: Play, house: House) -> Iterator[str]:
    up = p.dealer[0].face if p.dealer else None
    for wager in p.wagers:
        mains = [
            w for w in p.wagers if (w.box, w.wagerer, w.kind) == (wager.box, wager.wagerer, "main")
        ]
        if wager.kind != "insurance" or up is None or not mains:
            continue
        no = wagerers.why_not_insure_own(house.pack, up[0], mains[0], wager.cents)
        if no is not None:
            yield f"box {wager.box} insurance: {no.text} ({no.clause})"


def _doubled(p: Play, house: House) -> Iterator[str]:
    for hand in p.hands:
        main = legal.bound_cents(p, hand.box)
        if not hand.doubles or not main or hand.double_cents is None:
            continue
        times = 2**hand.doubles - 1 if decisions.doubles_all(house.pack) else hand.doubles
        most = main * times
        if not 0 < hand.double_cents <= most:
            yield f"box {hand.box} hand {hand.number}: {hand.double_cents} cents added to {main}"


def _bank(p: Play) -> Iterator[str]:
    """What it has won in the round counts with what was put up."""
    if p.bank is None or p.bank.cents is None:
        return
    moved = [x for x in p.payments if x.kind not in ("fee", "bank")]
    if any(x.cents is None for x in moved if x.direction in ("pay", "take")):
        return
    paid, taken = (
        sum(money.exact(x.cents or 0) for x in moved if x.direction == way)
        for way in ("pay", "take")
    )
    if paid - taken > p.bank.cents:
        yield f"the bank of {p.bank.cents} cents paid {money.text(paid - taken)} more than it took"
