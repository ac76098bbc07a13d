"""What a spin pays and what becomes of the stakes on the wheel (MA 16.d, MD 12.D, 12.E).

A prize that was paid stands, whatever is ruled later, and so does the stake it was paid for. What
a spin pays is told once, at its rest, until the next act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.domain import money
from controller.domain.cards import Card
from controller.domain.settled import Meter, PlayedRound
from controller.domain.settled import Spin as Spun
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.domain.wording import dollars
from controller.procedure.queries import legal
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Play, Spin
from controller.rules.settlement import settle as settle_round
from controller.rules.settlement.progressive import Progressive, run_progressive
from controller.rules.wheels import jackpot, jackpot_clause

from . import progressive_system
from .lockout import ON_WHEEL
from .spin_turns import ACTIVE

OF_SPIN = (*ON_WHEEL, "community")
OF_STAKE = ("take", "return", "void")
OF_PRIZE = ("pay", "hold")


# ---- who takes part ----
def given_back(play: Play) -> set[tuple[int, str]]:
    """Stakes on the wheel that have gone back: no spin pays them any more."""
    return {(p.box, p.kind) for p in play.payments if p.kind in ON_WHEEL and p.direction == "void"}


def taking_part(play: Play, house: House) -> PlayedRound:
    """The round as the wheel sees it: without the wagers that have gone back."""
    gone, played = given_back(play), legal.played_round(play, house)
    wagers = tuple(w for w in played.wagers if (w.box, w.kind) not in gone)
    return replace(played, wagers=wagers)


def decided(play: Play) -> set[tuple[int, str]]:
    """Stakes for which a spin has paid, or holds a jackpot: the spinner's and the others'."""
    rested = [s for s in play.spins if s.status == "rested"]
    own = {(s.box, s.kind) for s in rested}
    return own | {(p.box, s.kind) for s in play.spins for p in s.shared}


# ---- what a spin pays ----
def pay_section(c: Context, spin: Spin) -> tuple[Payment, ...]:
    """On a wheel of the house's own: the section's amount, and what goes with it."""
    played = legal.played_round(c.play, c.house)
    moved = tuple(
        p for p in settle_round(c.pack, played) if p.kind == "bonus_spin" and p.box == spin.box
    )
    c.pay(moved)
    return moved


def pay_prizes(c: Context, spin: Spin, symbol: str, community: str) -> Spin:
    """The spinner, then the others by their own wager; a jackpot is held and its meter starts."""
    played = taking_part(c.play, c.house)
    first = {i.box: i.cards for i in played.initial}
    run = run_spin(c, replace(played, community=community), (spin.box, symbol, spin.kind), first)
    own, *others = (p for p in run.payments if p.direction == "pay")
    assert isinstance(own.cents, int)
    more = less_paid(spin.shared, others)
    rested = replace(spin, status="rested", section=symbol, cents=own.cents, community=community)
    rested = replace(rested, shared=tuple(others))
    wager = next(w for w in played.wagers if (w.box, w.kind) == (spin.box, spin.kind))
    share = jackpot(c.pack, spin.kind, wager.cents or 0, symbol)
    if share is not None:
        own = replace(own, direction="hold")
    elif (known := next((p for p in spin.shared if p.box == spin.box), None)) is not None:
        # Paid before as one of the others: the difference is left.
        own, more = less_paid([known], [own])[0], tuple(p for p in more if p.box != spin.box)
    c.pay((own, *more))
    tell(c, (own, *more))
    if share is not None:
        _hit(c, rested, share, run)
    return rested


def run_spin(
    c: Context,
    played: PlayedRound,
    result: tuple[int, str, str],
    first: dict[int, tuple[Card, ...]],
    stood: tuple[Meter, ...] = (),
) -> Progressive:
    """`stood` = the meters of that time; empty = as they stand."""
    box, symbol, kind = result
    known = stood or meters.values(c.play.prizes, c.pack)
    spun = replace(played, spins=(Spun(box, symbol, None, kind),), meters=known)
    return run_progressive(c.pack, spun, first)


def less_paid(before: Sequence[Payment], now: Sequence[Payment]) -> tuple[Payment, ...]:
    """What is left to pay of `now`; what was paid above it is told to be taken back."""
    found, old = [], {(p.box, p.wagerer): p for p in before}
    for p in now:
        known = old.pop((p.box, p.wagerer), None)
        was = money.exact(known.cents or 0) if known else 0
        more = money.plain(money.exact(p.cents or 0) - was)
        if more > 0:
            found.append(replace(p, cents=money.text(more)))
        elif more < 0:
            found.append(_taken_back(p, money.text(-more)))
    found += [_taken_back(p, p.cents or 0) for p in old.values()]
    return tuple(found)


def _taken_back(p: Payment, cents: int | str) -> Payment:
    return replace(p, kind="community", direction="take", cents=cents)


def _hit(c: Context, spin: Spin, share: str, run: Progressive) -> None:
    said = jackpot_said(c.house, spin.cents)
    i = c.raise_("jackpot", box=spin.box, about=said)
    part = tuple(w for w in taking_part(c.play, c.house).wagers if w.kind == spin.kind)
    own = next(w for w in part if w.box == spin.box)
    one = meters.Hit(
        id=i.id,
        spin=spin.order,
        at=c.at,
        round=c.play.number,
        box=spin.box,
        meter=share,
        cents=spin.cents,
        cards=_cards(c.play, spin.box, spin.kind),
        kind=spin.kind,
        wagers=part,
        shared=spin.shared,
        shares=c.play.prizes.shares,
        clause=jackpot_clause(c.pack, spin.kind, own.cents or 0, spin.section),
        stood=meters.values(c.play.prizes, c.pack),
    )
    c.play = replace(c.play, prizes=meters.paid_out(c.play.prizes, c.pack, run.meters, one))
    if share:
        progressive_system.hit(c, share, spin.cents, spin.box)


def jackpot_said(house: House, cents: int) -> str:
    """The amount of a jackpot, and whether it needs the tax and identity form."""
    form = house.tax_form_from
    return dollars(cents) + (", tax form" if form is not None and cents >= form else "")


def _cards(play: Play, box: int, kind: str) -> tuple[str, ...]:
    """As they lie: the blackjack's own, or the dealer's that triggered."""
    slots = play.dealer[:2] if kind == "xtreme" else legal.initial(play, box)
    return tuple(s.face for s in slots if s.face is not None)


# ---- what is told ----
def tell(c: Context, moved: Iterable[Payment]) -> None:
    c.play = replace(c.play, spin_told=(*c.play.spin_told, tuple(moved)))


def told_anew(c: Context, one: meters.Hit) -> None:
    """A jackpot with another amount, or signed for: what is told of it changes with it."""

    def now(p: Payment) -> Payment:
        held = p.direction == "hold" and (p.box, p.kind) == (one.box, one.kind)
        return replace(p, cents=one.cents) if held else p

    open_ = not one.paid_by and not one.none
    told = tuple(tuple(map(now, group)) for group in c.play.spin_told)
    kept = tuple(g for g in told if open_ or all(p.direction != "hold" for p in g))
    c.play = replace(c.play, spin_told=kept)
    if one.round != c.play.number:
        return
    c.play = replace(c.play, payments=tuple(map(now, c.play.payments)))
    won = (one.spin, one.box, one.kind)
    c.play = replace(
        c.play,
        spins=tuple(
            replace(s, cents=one.cents) if (s.order, s.box, s.kind) == won else s
            for s in c.play.spins
        ),
    )


def other_amount(c: Context, one: meters.Hit) -> None:
    """A jackpot that waits is worth another amount: it is told as it will be paid."""
    c.play = replace(c.play, prizes=meters.hit(c.play.prizes, one))
    told_anew(c, one)
    asked = next((i for i in c.play.irregularities if i.id == one.id), None)
    if asked is not None:
        c.put(replace(asked, about=jackpot_said(c.house, one.cents)))


# ---- stakes ----
def by_spin(c: Context, p: Payment) -> bool:
    """Whether the wheel pays it, not the picture of the settlement."""
    if c.house.by_paytables:
        if p.kind in ON_WHEEL and p.direction in OF_STAKE:
            return _stake_waits(c, p)
        return p.kind in OF_SPIN
    spun = {s.box for s in c.play.spins if s.status != "void"}
    return p.kind == "bonus_spin" and p.box in spun


def settled_by_spin(c: Context) -> tuple[Payment, ...]:
    """What spins have moved, and the stakes that have gone back: no new picture turns it back."""
    known, gone = decided(c.play), given_back(c.play)
    return tuple(
        p
        for p in c.play.payments
        if p.kind == "jackpot" or (p.box, p.kind) in known | gone or by_spin(c, p)
    )


def _stake_waits(c: Context, p: Payment) -> bool:
    """Until its own spin is known; where a prize of any spin brings it back, until all are."""
    waits = [s for s in c.play.spins if s.status in ("held", *ACTIVE)]
    if c.pack.wheel.bonus_spin_stake.value == "returned":
        return bool(waits)
    return any(s.kind == p.kind and s.box in (0, p.box) for s in waits)


def pay_stakes(c: Context) -> None:
    """Those that waited, once."""
    if not c.house.by_paytables:
        return
    moved = {(p.box, p.kind) for p in c.play.payments if p.direction in OF_STAKE}
    c.pay(
        p
        for p in settle_round(c.pack, legal.played_round(c.play, c.house))
        if p.kind in ON_WHEEL
        and p.direction in OF_STAKE
        and (p.box, p.kind) not in moved
        and not _stake_waits(c, p)
    )


def stakes_of_void(c: Context) -> None:
    """Before the open wagers of a void round go back: the stakes that a spin has paid for."""
    if not c.house.by_paytables:
        return
    moved = {(p.box, p.kind) for p in c.play.payments if p.direction in OF_STAKE}
    leaf = c.pack.wheel.bonus_spin_stake
    kept = leaf.value == "kept"
    c.pay(
        Payment(
            box=w.box,
            wagerer=w.wagerer,
            kind=w.kind,
            cents=w.cents,
            direction="take" if kept else "return",
            clause=leaf.clause,
        )
        for w in _of(c.play.wagers, decided(c.play) - moved)
    )


def lifted(c: Context) -> tuple[Payment, ...]:
    """Stakes that were taken, and whose chips no seat shows any more: a void returns them too."""
    there = {(w.box, w.kind) for w in c.play.wagers} | decided(c.play)
    taken = c.play.payments[c.play.paid_before :]
    return tuple(
        p
        for p in taken
        if p.kind in ON_WHEEL and p.direction == "take" and (p.box, p.kind) not in there
    )


def _of(wagers: Iterable[Wager], which: set[tuple[int, str]]) -> Iterable[Wager]:
    return (w for w in wagers if (w.box, w.kind) in which)


def shares_back(c: Context) -> None:
    """A stake that has gone back takes its share out of the meters again (MD 12.D.6.a)."""
    before = c.play.prizes
    c.play = replace(c.play, prizes=meters.given_back(before, c.pack, given_back(c.play)))
    progressive_system.withdrawn(c, before)


def unpaid(c: Context, spin: Spin) -> None:
    """Nothing of a spin is known any more: what the others were paid stands, stakes wait again."""
    shared = spin.kind == "xtreme" and c.pack.wheel.xtreme_model.value == "hot_spot"
    boxes = {w.box for w in c.play.wagers} if shared else {spin.box}

    def stays(p: Payment) -> bool:
        held = p.direction == "hold" and p.box == spin.box
        return p.kind != spin.kind or not (held or (p.box in boxes and p.direction in OF_STAKE))

    c.play = replace(c.play, payments=tuple(p for p in c.play.payments if stays(p)))
