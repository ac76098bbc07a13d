"""The wheel, its meters, and orders that are released once.

Source: controller/README 1.8, console/README 6.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.move import Move, amends, blackjack, first
from controller.domain import commands as cmd
from controller.domain import money
from controller.procedure.state.context import faces
from controller.procedure.state.parts import meters
from controller.rules.settlement.progressive import xtreme_triggered


def spin_without_cause(m: Move) -> Iterator[str]:
    """MA 16.d: only a blackjack with a Bonus Spin wager turns the wheel."""
    if m.house.pack.wheel.spin_trigger.value != "blackjack":
        return
    for order in m.step.outcome.orders:
        if order.kind != "spin":
            continue
        box = int(order.target or 0)
        if any(s.order == order.name and s.kind == "xtreme" for s in m.is_.spins):
            if not xtreme_triggered(faces(s for s in m.is_.dealer[:2] if s.face is not None)):
                yield "a spin without the two cards of the dealer that trigger it"
            continue
        staked = any(w.box == box and w.kind == "bonus_spin" for w in m.is_.wagers)
        if not staked or not any(h.box == box and blackjack(m.house, h.cards) for h in first(m)):
            yield f"a spin for box {box} without a blackjack with a Bonus Spin wager"


def meter_out_of_account(m: Move) -> Iterator[str]:
    """A meter is what it began at, and was added, less what was paid (console/README 6)."""
    for gauge in m.is_.prizes.gauges:
        if meters.differs(gauge):
            yield f"the meter {gauge.name} is not what went in and out"


def meter_falls(m: Move) -> Iterator[str]:
    """A meter falls by a hit, by the share of a stake that goes back, or by two people's word."""
    was = {g.name: g for g in m.was.prizes.gauges}
    if len(m.is_.prizes.shares) < len(m.was.prizes.shares) or amends(m):
        return
    signed = isinstance(m.said, cmd.Ruled) and m.said.ruling in ("corrected", "none")
    hits = len(m.is_.prizes.hits) > len(m.was.prizes.hits)
    for gauge in m.is_.prizes.gauges:
        old = was.get(gauge.name, gauge)
        if money.exact(gauge.cents) < money.exact(old.cents) and not (signed or hits):
            yield f"the meter {gauge.name} fell without a hit"


def order_twice(m: Move) -> Iterator[str]:
    """controller/README 1.8: an order is released once."""
    for order in m.step.outcome.orders:
        if order.wire in m.past.wires or order.name in m.past.orders:
            yield f"the order {order.kind} {order.target} was released twice".replace("  ", " ")
