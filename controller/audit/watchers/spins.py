"""The money of the wheel: each spin's prizes told once and paid once, each share with its stake.

Source: MD 12.D.5, 12.D.6.a, 12.D.7; MA 16.d.2~2. It looks at payments and at the dealer's line, so
that a prize that was paid and not told is found, and one that is told when it lies paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from controller.audit.move import Move, amends, line_waits
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain import money
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.reducers.wheel.spin_prizes import OF_SPIN
from controller.procedure.state.play import Play
from controller.rules.settlement.progressive import contribute, initial_meters

BY_WHEEL = (fact.SpinDone, cmd.SpinAttested, cmd.Ruled)
"""What brings a spin to rest: the wheel, or a person who says where it rested."""


class SpinToldOnce:
    """The prizes of a spin stand on the page at its rest, and no more once the dealer went on."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._owed: list[Payment] = []
        """Paid while the table was held or paused: told as soon as it goes on."""

    def __call__(self, m: Move) -> Iterator[str]:
        if m.step.boundary is not None or amends(m):
            self._told, self._owed = [], []
            return
        rested = isinstance(m.said, BY_WHEEL) and _wheel(m.was) != _wheel(m.is_)
        paid = [p for p in self._owed if p in m.is_.payments] + (_paid(m) if rested else [])
        if not paid and not self._told:
            return
        view = m.view
        if line_waits(m) or view.next_step.asks:
            self._owed = paid
            return
        self._owed = []
        said = f"{view.next_step.text}. {view.next_step.hint}"
        yield from (
            f"the spin's {_amount(p)} for box {p.box} is not told: {said}"
            for p in paid
            if f"box {p.box}" not in said.lower() or _amount(p) not in said
        )
        acted = m.step.outcome.verdict == "accepted" and not isinstance(m.said, cmd.Ruled)
        if not paid and acted and _round(m.was) != _round(m.is_):
            yield from (f"{text} is told again" for text in self._told if text in said)
        self._told += [f"box {p.box} {_amount(p)}" for p in paid[:1]]


def _round(p: Play) -> tuple[object, ...]:
    """What an act of the dealer changes: where the round stands, and the cards on the layout."""
    return p.round, p.dealer, tuple(h.cards for h in p.hands)


def _wheel(p: Play) -> tuple[object, ...]:
    """An award for a card that was put right is no spin's: the picture has it."""
    return p.spins, p.prizes


def _paid(m: Move) -> list[Payment]:
    """What this row has paid, or holds, for a spin, in its order."""
    known = Counter(_key(p) for p in m.was.payments)
    found = []
    for p in m.is_.payments:
        if known[_key(p)]:
            known[_key(p)] -= 1
        elif p.kind in OF_SPIN and (p.direction in ("pay", "hold") or p.kind == "community"):
            found.append(p)
    return found


def _key(p: Payment) -> tuple[object, ...]:
    return p.box, p.wagerer, p.kind, p.direction, p.cents, p.text


def _amount(p: Payment) -> str:
    return dollars(money.shown(p.cents or 0))


def share_without_stake(m: Move) -> Iterator[str]:
    """MD 12.D.6.a: a share is in its meters just as long as its stake is in."""
    p = m.is_
    if not m.house.by_paytables or p.round != "settled" or m.step.boundary is not None:
        return
    back = {(x.box, x.kind) for x in p.payments if x.kind in ON_WHEEL and x.direction == "void"}
    kept = {(x.box, x.kind) for x in p.payments if x.kind in ON_WHEEL and x.direction == "take"}
    shares = {(s.box, s.kind, s.meter) for s in p.prizes.shares}
    yield from (
        f"box {box}: its stake went back, its share is still in the meter {meter}"
        for box, kind, meter in sorted(shares)
        if (box, kind) in back
    )
    hit = {h.meter for h in p.prizes.hits if h.round == p.number and not h.none}
    start = {x.name: x.cents for x in initial_meters(m.house.pack)}
    for wager in p.wagers:
        if (wager.box, wager.kind) not in kept:
            continue
        risen = contribute(m.house.pack, initial_meters(m.house.pack), [wager])
        for meter in (x.name for x in risen if x.cents != start[x.name]):
            if meter not in hit and (wager.box, wager.kind, meter) not in shares:
                yield f"box {wager.box}: its stake is taken, its share is not in the meter {meter}"


def stake_twice(m: Move) -> Iterator[str]:
    """A stake on the wheel is taken or returned once, in a void round too.

    Source: controller/README 1.6.
    """
    if m.step.boundary is None or not m.house.by_paytables:
        return
    play = m.before.play
    moved = Counter(
        (p.box, p.kind)
        for p in play.payments
        if p.kind in ON_WHEEL and p.direction in ("take", "return", "void")
    )
    yield from (
        f"the stake {kind} of box {box} moved twice" for (box, kind), n in moved.items() if n > 1
    )
    dealt = {h.box for h in play.hands}
    yield from (
        f"the stake {w.kind} of box {w.box} was neither taken nor returned"
        for w in m.past.staked
        if w.kind in ON_WHEEL and w.box in dealt and not moved[w.box, w.kind]
    )
