"""What the device of the approved progressive system says of its meters, and when it says nothing.

Its value is what is shown and paid. A difference is told and holds the payment, never the table;
a report in doubt is not repeated: the meter is read, and people settle what differs.
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import facts as fact
from controller.domain.orders import REPORTS, Order
from controller.procedure import meters
from controller.procedure.context import Context
from controller.procedure.reducers import mirror
from controller.procedure.reducers.orders import close_orders

from . import jackpots


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
    c.set(prizes=meters.shown(c.play.prizes, c.pack, item.meter, item.cents))
    if any(o.kind == "hit" for o in mirror.open_reports(c.play, item.meter)):
        return  # it has not been emptied there yet
    ours = jackpots.expected(c, gauge)
    day = c.play.day.date
    if item.cents != ours or jackpots.difference(c, item.meter):
        jackpots.differ(c, item.meter, ours, item.cents)
    elif order is not None and order.kind == "read" and gauge.agreed_on != day:
        c.set(prizes=meters.begun(c.play.prizes, c.pack, item.meter, day))


def _hit(c: Context, item: fact.MeterRead) -> None:
    """What the jackpot has emptied the meter of there; one that people have signed stands."""
    hit = jackpots.open_hit(c, item.meter)
    if hit is None:
        return
    if hit.cents == item.cents:
        c.set(prizes=meters.hit(c.play.prizes, replace(hit, agreed=True)))
    else:
        jackpots.differ(c, item.meter, hit.cents, item.cents, hit.box)


def in_doubt(c: Context, order: Order) -> None:
    """Refused, or nobody knows: it is not sent again, the meter is read."""
    meter = mirror.meter_of(order)
    close_orders(c, {order.name}, "failed")
    c.set(prizes=meters.doubted(c.play.prizes, c.pack, meter))
    if order.kind != "read":
        mirror.ask(c, meter)


def gone(c: Context) -> None:
    """Lost, faulted or out of service: the values are read off by a floorperson."""
    c.set(prizes=meters.unserved(c.play.prizes))


def back(c: Context) -> None:
    c.set(prizes=replace(c.play.prizes, alone=False))
    if mirror.mirrored(c):
        mirror.ask(c)


def send_again(c: Context, name: str) -> None:
    """A report that an amended fold has found: it is sent now."""
    order = next((o for o in c.play.wanted if o.name == name), None)
    if order is not None:
        close_orders(c, {name}, "closed")
        c.want(order.kind, order.target)
