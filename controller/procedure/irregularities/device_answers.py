"""What a device says of an order, and an end that it tells of and never brings."""

from __future__ import annotations

from controller.domain import facts as fact
from controller.domain.orders import REPORTS, Order
from controller.domain.roles import OF_ORDER
from controller.domain.structs import replace
from controller.procedure.reducers.cards.orders import close_order
from controller.procedure.reducers.wheel import lockout, seat_and_spin
from controller.procedure.state.context import Context

from . import catalog
from .rulings import system_told

UNSEEN_S = 5.0
"""The event of an order that is done is sent at once: later than this it is lost."""


def order_answered(c: Context, item: fact.OrderAnswered, order: Order | None) -> None:
    if order is None:
        return
    if item.answer in ("accepted", "running"):
        c.play = replace(
            c.play,
            wanted=tuple(
                replace(o, status="accepted") if o.name == order.name else o for o in c.play.wanted
            ),
        )
    elif item.answer == "done":
        c.arm("order_unseen", UNSEEN_S, of=order.kind)
    elif order.kind in REPORTS:
        system_told.in_doubt(c, order)
    elif item.answer == "rejected":
        close_order(c, order.kind, "failed")
        c.raise_(
            "shuffler_fault" if order.kind == "shuffle" else "spin_fault",
            about=item.reason or "rejected",
            box=int(order.target or 0),
        )
        if order.kind == "shuffle":
            c.play = replace(c.play, shuffle="faulted")
        else:
            c.play = replace(c.play, wheel="faulted")
    elif item.answer in ("unknown", "never_seen"):
        doubt(c, order)


def level_late(c: Context, item: fact.LevelLate) -> None:
    """Asked now, needed at the spin (MD 2.B.7.b)."""
    if (catalog.role_of(c.devices, item.device), item.level) != ("wheel", "locked"):
        return
    if item.late:
        if item.value:
            lockout.not_confirmed(c, item.device)
        return
    asked = lockout.unconfirmed(c.play)
    for i in asked:
        c.put(replace(i, status="closed", ruling="repaired", ruled_by=item.device))
    if asked:
        seat_and_spin.call_next(c)


def doubt(c: Context, order: Order) -> None:
    if not catalog.waits(c.play, "order_in_doubt", order.name):
        role = OF_ORDER[order.kind]
        c.raise_("order_in_doubt", about=order.name, box=int(order.target or 0), role=role)


def overdue(c: Context, kind: str) -> None:
    """It said done and brought no result: a person looks."""
    c.disarm("order_unseen", kind)
    for order in c.play.wanted:
        if order.kind == kind and order.status in ("open", "accepted"):
            if kind in REPORTS:
                system_told.in_doubt(c, order)
            else:
                doubt(c, order)
