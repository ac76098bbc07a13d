"""What the device of the approved progressive system says of its meters, and when it says nothing.

Its value is what is shown and paid. A difference is told and holds the payment, never the table;
a report in doubt is not repeated: the meter is read, and people settle what differs.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import REPORTS, Order
from controller.domain.structs import replace
from controller.procedure.reducers.cards.orders import close_orders
from controller.procedure.reducers.wheel import progressive_system
from controller.procedure.state.context import Context
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity

from . import jackpot_rulings


def read(c: Context, item: fact.MeterRead, order: Order | None) -> None:
    """`order`: the open one that it answers."""
    if order is not None and order.kind in REPORTS:
        close_orders(c, {order.name}, "done")
    gauge = next((g for g in meters.gauges(c.play.prizes, c.pack) if g.name == item.meter), None)
    if gauge is None:
        c.raise_("unknown_event", about=f"{item.device} meter {item.meter}")
        return
    if item.hit:
        _hit(c, item)
        return
    c.play = replace(c.play, prizes=meters.shown(c.play.prizes, c.pack, item.meter, item.cents))
    if any(o.kind == "hit" for o in progressive_system.open_reports(c.play, item.meter)):
        return  # it has not been emptied there yet
    ours = jackpot_rulings.expected(c, gauge)
    if item.cents != ours:
        jackpot_rulings.differ(c, item.meter, ours, item.cents)
    elif (order is not None and order.kind == "read") or jackpot_rulings.difference(c, item.meter):
        _agreed(c, gauge)


def _agreed(c: Context, gauge: meters.Gauge) -> None:
    """Asked for it, or set right there by hand, it shows the same: what had differed is over."""
    jackpot_rulings.agree(c, gauge.name)
    if gauge.agreed_on != c.play.day.date:
        begun = meters.begun(c.play.prizes, c.pack, gauge.name, c.play.day.date)
        c.play = replace(c.play, prizes=begun)


def _hit(c: Context, item: fact.MeterRead) -> None:
    """What the jackpot has emptied the meter of there; one that people have signed stands."""
    hit = jackpot_rulings.open_hit(c, item.meter)
    if hit is None:
        return
    if hit.cents == item.cents:
        c.play = replace(c.play, prizes=meters.hit(c.play.prizes, replace(hit, agreed=True)))
    else:
        jackpot_rulings.differ(c, item.meter, hit.cents, item.cents, hit.box)


def in_doubt(c: Context, order: Order) -> None:
    """Refused, or nobody knows: it is not sent again, the meter is read."""
    meter = progressive_system.meter_of(order)
    close_orders(c, {order.name}, "failed")
    c.play = replace(c.play, prizes=meters.doubted(c.play.prizes, c.pack, meter))
    if order.kind != "read":
        progressive_system.ask(c, meter)


def gone(c: Context) -> None:
    """Lost, faulted or out of service: the values are read off by a floorperson."""
    c.play = replace(c.play, prizes=meters.unserved(c.play.prizes))


def system_serves(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """Looked at: each of its meters is read anew."""
    back(c)


def back(c: Context) -> None:
    c.play = replace(c.play, prizes=replace(c.play.prizes, alone=False))
    if progressive_system.mirrored(c):
        progressive_system.ask(c)


def send_again(c: Context, name: str) -> None:
    """A report that an amended fold has found: it is sent now."""
    order = next((o for o in c.play.wanted if o.name == name), None)
    if order is not None:
        close_orders(c, {name}, "closed")
        c.want(order.kind, order.target)
