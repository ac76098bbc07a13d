"""What the approved progressive system is told, where it owns the meters and has a device here.

Each report is an order of its own: released once, repeated by its driver until the system has
answered it, never sent again by a fold or a restart. What it has not answered yet is no difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from controller.domain import money, roles
from controller.domain.orders import REPORTS, Order
from controller.procedure.reducers.cards.orders import OPEN
from controller.procedure.state.context import Context
from controller.procedure.state.parts.meters import Prizes, Share, floor, gauges
from controller.procedure.state.play import Play

ROLE = roles.PROGRESSIVE


def mirrored(c: Context) -> bool:
    of_system = c.pack.wheel.meters.value == "mirror"
    return of_system and any(d.role == ROLE for d in c.devices)


def meter_of(order: Order) -> str:
    return order.target.partition(" ")[0]


# ---- reports ----
def contributed(c: Context, before: Prizes) -> None:
    """What has gone into the meters since `before`, one report a meter."""
    sums: defaultdict[str, money.Exact] = defaultdict(int)
    for share in c.play.prizes.shares[len(before.shares) :]:
        sums[share.meter] += money.exact(share.cents)
    for meter, cents in sums.items():
        _report(c, "contribute", f"{meter} {money.text(money.plain(cents))}")


def withdrawn(c: Context, before: Prizes) -> None:
    """What was given back since `before`."""
    taken_out(c, [s for s in before.shares if s not in c.play.prizes.shares])


def taken_out(c: Context, shares: Iterable[Share]) -> None:
    """These were taken out of the meters: one report a box and meter.

    Where the system cannot have the share any more, for a jackpot that was none has emptied its
    meter, nothing is taken out there: what it shows is read, and people settle what differs.
    """
    sums: defaultdict[tuple[str, int], money.Exact] = defaultdict(int)
    for share in shares:
        sums[share.meter, share.box] += money.exact(share.cents)
    for (meter, box), cents in sums.items():
        if _has(c, meter, cents):
            _report(c, "withdraw", f"{meter} {money.text(money.plain(cents))} {box}")
        elif mirrored(c):
            ask(c, meter)


def _has(c: Context, meter: str, cents: money.Exact) -> bool:
    """Whether the system's meter would still show what it starts at."""
    if any(o.kind == "hit" for o in open_reports(c.play, meter)):
        return False
    shown = next(g.shown for g in gauges(c.play.prizes, c.pack) if g.name == meter)
    least = floor(c.play.prizes, c.pack, meter)[1]
    return shown is None or shown + on_its_way(c.play, meter) - cents >= least


def hit(c: Context, meter: str, cents: int, box: int) -> None:
    _report(c, "hit", f"{meter} {cents} {box}")


def ask(c: Context, *only: str) -> None:
    """Ask what the meters stand at; what is asked already is not asked again."""
    asked = {meter_of(o) for o in open_reports(c.play) if o.kind == "read"}
    for name in only or tuple(g.name for g in gauges(c.play.prizes, c.pack)):
        if name not in asked:
            _report(c, "read", name)


def _report(c: Context, kind: str, target: str) -> None:
    if mirrored(c):
        c.want(kind, target)


# ---- what is on its way ----
def open_reports(play: Play, meter: str = "") -> tuple[Order, ...]:
    return tuple(
        o
        for o in play.wanted
        if o.kind in REPORTS and o.status in OPEN and meter in ("", meter_of(o))
    )


def on_its_way(play: Play, meter: str) -> money.Exact:
    """What the system has still to add to this meter. Units: cents."""
    total: money.Exact = 0
    for order in open_reports(play, meter):
        if order.kind in ("contribute", "withdraw"):
            cents = money.exact(order.target.split()[1])
            total += cents if order.kind == "contribute" else -cents
    return money.plain(total)
