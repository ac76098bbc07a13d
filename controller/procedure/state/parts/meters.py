"""The progressive meters at the table: what they stand at, the round's shares, the hits.

They live across rounds and restarts. A value rises by the share of each wager that was locked in,
falls by a hit or a correction that two people signed, and gives the shares of a void round back.
All amounts are exact cents; a screen shows them rounded down.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import Struct

from controller.domain import money
from controller.domain.settled import Meter
from controller.domain.structs import replace
from controller.domain.wagers import Amount, Payment, Wager
from controller.rules.pack import Pack
from controller.rules.settlement.progressive import (
    contribute,
    initial_meters,
    least,
    metered,
    reset,
)

KEPT = 25
"""Hits that stay on the floor's page."""


class Gauge(Struct, frozen=True, array_like=True):
    """One meter since its last start: base + added - paid is what it stands at."""

    name: str
    cents: Amount
    base: Amount
    added: Amount = 0
    paid: Amount = 0
    agreed_on: str = ""
    """Gaming day on which its account was last found right; it began anew there."""
    shown: int | None = None
    """What the approved system's own device says that it stands at. Units: cents."""


class Share(Struct, frozen=True, array_like=True):
    """What one wager of the open round put into a meter."""

    box: int
    kind: str
    meter: str
    cents: Amount


class Hit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A jackpot as it was hit: nothing of it changes while it is verified."""

    id: str
    """Of its irregularity."""
    spin: str
    """The spin's order."""
    at: int
    """us UTC."""
    round: int
    box: int
    meter: str
    """Empty = a fixed prize."""
    cents: int
    cards: tuple[str, ...]
    emptied: Amount = 0
    """What it took off the meter, to the fraction of a cent."""
    agreed: bool = False
    """The approved system shows the same, or two people have signed what counts."""
    verified_by: str = ""
    surveillance: str = ""
    """Who there has seen it."""
    paid_by: str = ""
    slip: str = ""
    none: str = ""
    """Why it was no jackpot after all, as two people have signed."""
    kind: str = "bonus_spin"
    clause: str = ""
    """Under which it is ruled and paid."""
    wagers: tuple[Wager, ...] = ()
    """Those that took part in its spin."""
    shared: tuple[Payment, ...] = ()
    """What the others were paid by it."""
    shares: tuple[Share, ...] = ()
    """What the round's wagers had put into the meters when it was hit."""
    back: tuple[Share, ...] = ()
    """Those of its meter whose stakes have gone back since: if it was none they are not in it."""
    stood: tuple[Meter, ...] = ()
    """What every meter stood at when the wheel rested: it may have been another one's jackpot."""

    @property
    def wager(self) -> Wager:
        """The one that the wheel was turned for."""
        return next(w for w in self.wagers if (w.box, w.kind) == (self.box, self.kind))


class Prizes(Struct, frozen=True, omit_defaults=True):
    gauges: tuple[Gauge, ...] = ()
    """Empty until the first contribution: they stand at their initial amounts."""
    shares: tuple[Share, ...] = ()
    acknowledged: tuple[tuple[int, str], ...] = ()
    """(box, wager) whose seat device has acknowledged the chip."""
    boot: str = ""
    """Of those devices, when they last started."""
    untold: tuple[tuple[int, str], ...] = ()
    """Acknowledged before that start, or lifted while the wagers were in, and not told since."""
    hits: tuple[Hit, ...] = ()
    """Newest first."""
    alone: bool = False
    """The approved system's device does not serve: a floorperson reads its values off."""


def gauges(prizes: Prizes, pack: Pack) -> tuple[Gauge, ...]:
    """The meters that the chosen paytables have."""
    if prizes.gauges:
        return prizes.gauges
    used = metered(pack)
    return tuple(Gauge(m.name, m.cents, m.cents) for m in initial_meters(pack) if m.name in used)


def fitted(prizes: Prizes, pack: Pack) -> Prizes:
    """With the meters that other paytables have; what players have put into one stays in it."""
    if not prizes.gauges:
        return prizes
    known = {g.name for g in prizes.gauges}
    new = (g for g in gauges(Prizes(), pack) if g.name not in known)
    return replace(prizes, gauges=(*prizes.gauges, *new))


def values(prizes: Prizes, pack: Pack) -> tuple[Meter, ...]:
    return tuple(Meter(g.name, g.cents) for g in gauges(prizes, pack))


def locked_in(prizes: Prizes, pack: Pack, wagers: Iterable[Wager]) -> Prizes:
    """Each wager adds its share to its own meters, once."""
    for wager in wagers:
        old = gauges(prizes, pack)
        risen = contribute(pack, values(prizes, pack), [wager])
        now = {m.name: m.cents for m in risen}
        shares = [
            Share(wager.box, wager.kind, g.name, less(now[g.name], g.cents))
            for g in old
            if now[g.name] != g.cents
        ]
        prizes = replace(
            prizes,
            gauges=tuple(replace(g, cents=now[g.name], added=_more(g, now)) for g in old),
            shares=(*prizes.shares, *shares),
        )
    return prizes


def given_back(
    prizes: Prizes, pack: Pack, wagers: Collection[tuple[int, str]] | None = None
) -> Prizes:
    """Reverse the open round's shares: all of them, or those of some (box, wager)."""
    gone = [s for s in prizes.shares if wagers is None or (s.box, s.kind) in wagers]
    left = tuple(s for s in prizes.shares if s not in gone)
    return replace(without(prizes, pack, gone), shares=left)


def without(prizes: Prizes, pack: Pack, shares: Iterable[Share]) -> Prizes:
    """Take these out of what the meters stand at, as far as they are in it."""
    gone, found = tuple(shares), []
    for g in prizes.gauges:
        sum_ = money.exact(0) + sum(money.exact(s.cents) for s in gone if s.meter == g.name)
        more = money.exact(g.cents) - floor(prizes, pack, g.name)[1]
        out = money.text(money.plain(max(money.exact(0), min(sum_, more))))
        found.append(replace(g, cents=less(g.cents, out), added=less(g.added, out)))
    return replace(prizes, gauges=tuple(found))


def floor(prizes: Prizes, pack: Pack, name: str) -> tuple[str, int]:
    """Clause and cents below which a meter never stands: what it started at (MD 12.D.6.b)."""
    clause, cents = least(pack, name)
    won = any(h.meter == name and not h.none for h in prizes.hits)
    return clause, reset(pack, name) if won else cents


def paid_out(prizes: Prizes, pack: Pack, meters: Iterable[Meter], one: Hit) -> Prizes:
    """After a hit: its meter starts again, with what it starts at, and keeps no share."""
    now = {m.name: m.cents for m in meters}
    found = []
    for g in gauges(prizes, pack):
        if g.name != one.meter:
            found.append(g)
            continue
        emptied = less(g.cents, now[g.name])
        one = replace(one, emptied=emptied)
        found.append(replace(g, cents=now[g.name], paid=plus(g.paid, emptied)))
    left = tuple(s for s in prizes.shares if s.meter != one.meter)
    return hit(replace(prizes, gauges=tuple(found), shares=left), one)


def struck(prizes: Prizes, pack: Pack, one: Hit, *, why: str, number: int) -> Prizes:
    """It was no jackpot: its meter has its value again and is to be read.

    In its own round, `number`, the shares in it are known again, for wagers may still go back.
    Later those are taken out whose stakes have gone back meanwhile.
    """
    found = (_refilled(g, one.emptied) if g.name == one.meter else g for g in gauges(prizes, pack))
    again = () if one.round != number else (s for s in _own(one) if s not in one.back)
    prizes = replace(prizes, gauges=tuple(found), shares=(*prizes.shares, *again))
    return without(hit(prizes, replace(one, none=why)), pack, one.back)


def _own(one: Hit) -> tuple[Share, ...]:
    """The shares that it took off its meter."""
    return tuple(s for s in one.shares if s.meter == one.meter)


def _refilled(g: Gauge, cents: Amount) -> Gauge:
    """Where its account has begun anew since the hit, it had begun too low."""
    now = replace(g, cents=plus(g.cents, cents), agreed_on="")
    if money.exact(g.paid) < money.exact(cents):
        return replace(now, base=plus(g.base, cents))
    return replace(now, paid=less(g.paid, cents))


def back_of(prizes: Prizes, pack: Pack, one: Hit, gone: Collection[Share]) -> Prizes:
    """Stakes of the round of `one`, which was no jackpot, go back with these shares.

    A later jackpot of their meter has won them; if that is none too they are not in the meter.
    """
    won = {s: later for s in gone if (later := won_since(prizes, s.meter, one)) is not None}
    for share, later in won.items():
        known = next(h for h in prizes.hits if h.id == later.id)
        prizes = hit(prizes, replace(known, back=(*known.back, share)))
    return without(prizes, pack, (s for s in gone if s not in won))


def won_since(prizes: Prizes, meter: str, one: Hit) -> Hit | None:
    """The first jackpot of this meter after `one`."""
    ids = [h.id for h in prizes.hits]
    later = prizes.hits[: ids.index(one.id)]
    return next((h for h in reversed(later) if h.meter == meter and not h.none), None)


def begun(prizes: Prizes, pack: Pack, name: str, day: str, cents: Amount | None = None) -> Prizes:
    """The account of a meter begins anew: where it stands, or where two people have signed."""
    found = []
    for g in gauges(prizes, pack):
        now = g.cents if cents is None else cents
        anew = Gauge(name, now, now, agreed_on=day, shown=g.shown)
        found.append(anew if g.name == name else g)
    return replace(prizes, gauges=tuple(found))


def shown(prizes: Prizes, pack: Pack, name: str, cents: int) -> Prizes:
    """What the approved system's device says of a meter."""
    return _with(prizes, pack, name, shown=cents)


def doubted(prizes: Prizes, pack: Pack, name: str) -> Prizes:
    """Nobody knows what the system was told: the meter is to be read."""
    return _with(prizes, pack, name, agreed_on="")


def unserved(prizes: Prizes) -> Prizes:
    """The system's device is gone: our own values are shown."""
    return replace(prizes, alone=True, gauges=tuple(replace(g, shown=None) for g in prizes.gauges))


def _with(prizes: Prizes, pack: Pack, name: str, **changes: Any) -> Prizes:
    found = (replace(g, **changes) if g.name == name else g for g in gauges(prizes, pack))
    return replace(prizes, gauges=tuple(found))


def stands_at(g: Gauge) -> int:
    """What is shown of it: the system's value, where its device tells it; cents, rounded down."""
    return money.shown(g.cents) if g.shown is None else g.shown


def unread(prizes: Prizes, pack: Pack, day: str) -> tuple[str, ...]:
    """Meters whose account was not made on this gaming day."""
    return tuple(g.name for g in gauges(prizes, pack) if g.agreed_on != day)


def account(g: Gauge) -> Amount:
    """What base, contributions and hits make."""
    sum_ = money.exact(g.base) + money.exact(g.added) - money.exact(g.paid)
    return money.text(money.plain(sum_))


def differs(g: Gauge) -> bool:
    return money.exact(g.cents) != money.exact(account(g))


def after_round(prizes: Prizes, number: int, back: Collection[tuple[int, str]]) -> Prizes:
    """`back` = stakes of the round that have gone back, while a jackpot had their shares."""
    hits = (
        replace(h, back=(*h.back, *(s for s in _own(h) if (s.box, s.kind) in back)))
        if h.round == number and h in pending(prizes)
        else h
        for h in prizes.hits
    )
    return replace(prizes, shares=(), hits=tuple(hits))


def hit(prizes: Prizes, one: Hit) -> Prizes:
    known = any(h.id == one.id for h in prizes.hits)
    if known:
        return replace(prizes, hits=tuple(one if h.id == one.id else h for h in prizes.hits))
    return replace(prizes, hits=(one, *prizes.hits)[:KEPT])


def pending(prizes: Prizes) -> tuple[Hit, ...]:
    """The hits that are not paid yet, oldest first; the spins that their meters pay wait."""
    return tuple(h for h in reversed(prizes.hits) if not h.paid_by and not h.none)


def last_hit(prizes: Prizes, name: str) -> Hit | None:
    """The last jackpot of a meter."""
    return next((h for h in prizes.hits if h.meter == name), None)


def may_be_paid(prizes: Prizes, pack: Pack, name: str) -> bool:
    """Whether nothing is left to compare; a meter of the house's own is its own proof."""
    one = next((h for h in prizes.hits if h.id == name), None)
    mirrored = pack.wheel.meters.value == "mirror"
    return one is None or one.agreed or not one.meter or not mirrored


def _more(g: Gauge, now: dict[str, Amount]) -> Amount:
    return plus(g.added, less(now[g.name], g.cents))


def plus(one: Amount, two: Amount) -> Amount:
    return money.text(money.plain(money.exact(one) + money.exact(two)))


def less(one: Amount, two: Amount) -> Amount:
    return money.text(money.plain(money.exact(one) - money.exact(two)))
