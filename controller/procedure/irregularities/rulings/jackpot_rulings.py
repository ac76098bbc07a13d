"""A jackpot is verified by one person, seen by surveillance, paid by a second person.

A meter is corrected by two people. Where the approved system owns the meters its value is paid:
the floorperson reads it off, and a difference holds the payment until two people have signed what
the meter stands at.
"""

from __future__ import annotations

import re

from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.irregularities.standing import open_ones
from controller.procedure.reducers.cards.orders import close_orders
from controller.procedure.reducers.wheel import (
    progressive_system,
    seat_and_spin,
    spin_of_earlier,
    spin_prizes,
    wheel_out,
)
from controller.procedure.state.context import Context, Refuse, refuse
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity

from .may_stand import may_have_been

STATED = "stated"
OURS = "ours"
METER = "meter"
SINCE = "since"
"""The last hit of the meter when its values were compared."""
NAMES = {
    "100": "Bonus Spin $1",
    "500": "Bonus Spin $5",
    "primary": "Xtreme 16 primary",
    "secondary": "Xtreme 16 secondary",
}


def verified(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The first of two: cards, section and value were looked at; it stays open."""
    hit = _hit(c, i)
    if hit is not None and _is(command.by, hit.surveillance):
        refuse(c.house.no("second_person"))
    kept = tuple(a for a in i.answers if a[0] not in ("verified", "verified_by"))
    c.put(replace(i, answers=(*kept, ("verified", "YES"), ("verified_by", command.by))))
    if hit is not None:
        _put(c, replace(hit, verified_by=command.by))


def acknowledged(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """Who of the surveillance room has seen it; it rules nothing (console/README 6).

    The room's own page says who by itself, a floorperson enters what the room has said.
    """
    kept = tuple(a for a in i.answers if a[0] != "acknowledged")
    c.put(replace(i, answers=(*kept, ("acknowledged", "YES"))))
    own = command.rank == cmd.SURVEILLANCE
    name = command.by if own else command.reason.strip()
    if _is(name, dict(i.answers).get("verified_by", "")):
        refuse(c.house.no("second_person"))
    hit = _hit(c, i)
    if hit is not None:
        _put(c, replace(hit, surveillance=name))


def paid(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The second signs under the slip's number; then the wheel goes on."""
    hit = _hit(c, i)
    if hit is None:
        return
    _second(c, i, command)
    hit = replace(hit, paid_by=command.by, slip=command.reason.strip())
    _put(c, hit)
    spin_prizes.told_anew(c, hit)
    c.pay(
        [
            Payment(
                box=hit.box,
                kind="jackpot",
                cents=hit.cents,
                direction="pay",
                clause=hit.clause,
                text=command.reason.strip(),
            )
        ]
    )
    seat_and_spin.go_on(c)


def corrected(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """What the approved system says counts: of a pending hit, or of the running meter."""
    _second(c, i, command)
    given = dict(i.answers)
    name, more = given[METER], int(given[STATED]) - int(given[OURS])
    hit = open_hit(c, name)
    if hit is not None and given[SINCE] == hit.id:
        spin_prizes.other_amount(c, replace(hit, cents=hit.cents + more, agreed=True))
        _by_hand(c, name)
    elif i.box == 0 and given[SINCE] == _last_hit(c, name):
        gauge = next(g for g in meters.gauges(c.play.prizes, c.pack) if g.name == name)
        now = money.text(money.plain(money.exact(gauge.cents) + more))
        _not_below(c, name, int(given[STATED]))
        c.play = replace(
            c.play, prizes=meters.begun(c.play.prizes, c.pack, name, c.play.day.date, now)
        )


def _not_below(c: Context, name: str, cents: int) -> None:
    """Nobody signs that a meter stands below what the text lets it start at (MD 12.D.6.b)."""
    clause, bound = meters.floor(c.play.prizes, c.pack, name)
    if cents < bound:
        refuse((clause, c.house.no("below_reset", least=dollars(bound))[1]))


def section_stands(c: Context, hit: meters.Hit, said: str) -> None:
    """The section on which the wheel of another round had rested; it was not that jackpot."""
    symbol, _, community = said.partition(" ")
    others = any(w.box != hit.box for w in hit.wagers) and hit.kind == "xtreme"
    shared = others and c.pack.wheel.xtreme_model.value == "hot_spot"
    if not may_have_been(c.play, c.house, hit, symbol, community if shared else None):
        refuse(c.house.no("no_section"))
    spin_of_earlier.pay_earlier(c, hit, symbol, community)


def no_jackpot(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """Two have looked and it was none: the meter has its value again, the spin is ruled anew."""
    _second(c, i, command)
    hit = _hit(c, i)
    if hit is None:
        return
    why = command.reason.strip()
    struck = meters.struck(c.play.prizes, c.pack, hit, why=why, number=c.play.number)
    c.play = replace(c.play, prizes=struck)
    spin_prizes.told_anew(c, replace(hit, none=why))
    spin_prizes.shares_back(c)
    if hit.meter and progressive_system.mirrored(c):
        progressive_system.ask(c, hit.meter)
    wheel_out.unrest(c, hit)
    seat_and_spin.go_on(c)


def _second(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    hit = _hit(c, i)
    seen_by = hit.surveillance if hit is not None else ""
    if _is(command.by, dict(i.answers).get("verified_by", "")) or _is(command.by, seen_by):
        refuse(c.house.no("second_person"))


def _is(one: str, other: str) -> bool:
    """Whether two names are one person's; nobody's name is nobody."""
    return bool(one.strip()) and one.strip().casefold() == other.strip().casefold()


# ---- what the approved system says ----
def state(c: Context, item: cmd.MeterStated) -> None:
    """Compare the system's value with ours; a hit that waits is compared first."""
    known = {g.name: g for g in meters.gauges(c.play.prizes, c.pack)}
    if item.meter not in known:
        refuse(c.house.no("no_meter"))
    theirs = amount_of(item.shown)
    if theirs is None:
        raise Refuse(*c.house.no("amount"))
    hit = open_hit(c, item.meter)
    ours = hit.cents if hit else expected(c, known[item.meter])
    if theirs == ours:
        if hit is not None:
            _put(c, replace(hit, agreed=True))
            _by_hand(c, item.meter)
        else:
            c.play = replace(
                c.play, prizes=meters.begun(c.play.prizes, c.pack, item.meter, c.play.day.date)
            )
        agree(c, item.meter, hit.box if hit else 0)
        return
    differ(c, item.meter, ours, theirs, hit.box if hit else 0)


def agree(c: Context, meter: str, box: int = 0) -> None:
    """The same value here and there: what had differed of this meter, or of its hit, is over."""
    known = difference(c, meter, box)
    if known is not None:
        c.put(replace(known, status="withdrawn"))


def expected(c: Context, g: meters.Gauge) -> int:
    """What the system must show of it: ours, less what it has not been told yet."""
    return money.meter_cents(
        money.plain(money.exact(g.cents) - progressive_system.on_its_way(c.play, g.name))
    )


def differ(c: Context, meter: str, ours: int, theirs: int, box: int = 0) -> None:
    """Told once: what is open of the same meter gets the newer value, to be verified anew."""
    about = f"{NAMES[meter]}, {dollars(ours)} here, {dollars(theirs)} there"
    answers = _compared(c, meter, ours, theirs)
    known = difference(c, meter, box)
    if known is None:
        c.put(replace(c.raise_("meter_differs", box=box, about=about), answers=answers))
    elif known.about != about:
        c.put(replace(known, about=about, answers=answers))


def _compared(c: Context, meter: str, ours: int, theirs: int) -> tuple[tuple[str, str], ...]:
    since = (SINCE, _last_hit(c, meter))
    return (METER, meter), (OURS, str(ours)), (STATED, str(theirs)), since


def _last_hit(c: Context, meter: str) -> str:
    hit = meters.last_hit(c.play.prizes, meter)
    return hit.id if hit is not None else ""


def difference(c: Context, meter: str, box: int = 0) -> Irregularity | None:
    """The open one of this meter, or of its hit at a box."""
    return next(
        (
            i
            for i in open_ones(c.play)
            if i.kind == "meter_differs" and i.box == box and dict(i.answers).get(METER) == meter
        ),
        None,
    )


def _by_hand(c: Context, meter: str) -> None:
    """Without its device people empty the meter at the system itself: nothing is left to report."""
    reports = progressive_system.open_reports(c.play, meter)
    kinds = [o.kind for o in reports]
    if c.play.prizes.alone and "hit" in kinds:
        close_orders(c, [o.name for o in reports[: kinds.index("hit") + 1]], "closed")


def close_day(c: Context) -> None:
    """The gaming day has changed: the sum of each meter of the house's own must balance.

    The approved system's device is asked for its values; without one they are read off: a duty
    until they were (`view.prizes`).
    """
    if progressive_system.mirrored(c):
        progressive_system.ask(c)
    if c.pack.wheel.meters.value != "own":
        return
    for g in meters.gauges(c.play.prizes, c.pack):
        if meters.differs(g):
            ours, sum_ = (money.shown(x) for x in (g.cents, meters.account(g)))
            said = f"{NAMES[g.name]}, {dollars(ours)} here, {dollars(sum_)} by its account"
            i = c.raise_("meter_differs", about=said)
            c.put(replace(i, answers=_compared(c, g.name, ours, sum_)))
        else:
            c.play = replace(
                c.play, prizes=meters.begun(c.play.prizes, c.pack, g.name, c.play.day.date)
            )


def amount_of(shown: str) -> int | None:
    """Cents of an amount of dollars as people write it; None = it is none."""
    whole, _, part = re.sub(r"[^0-9.]", "", shown).partition(".")
    if not whole or len(part) > 2 or "." in part:
        return None
    return 100 * int(whole) + int(part.ljust(2, "0"))


def open_hit(c: Context, name: str) -> meters.Hit | None:
    waits = meters.pending(c.play.prizes)
    return next((h for h in waits if h.meter == name and not h.agreed), None)


def hit_of(c: Context, id_: str) -> meters.Hit | None:
    return next((h for h in c.play.prizes.hits if h.id == id_), None)


def _hit(c: Context, i: Irregularity) -> meters.Hit | None:
    return hit_of(c, i.id)


def _put(c: Context, hit: meters.Hit) -> None:
    c.play = replace(c.play, prizes=meters.hit(c.play.prizes, hit))
