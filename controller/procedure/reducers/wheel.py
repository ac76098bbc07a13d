"""Seat button, spin, section paid (MA 16.d)."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import facts as fact
from controller.procedure import legal
from controller.procedure.context import Context
from controller.procedure.state import Play, Spin
from controller.rules.settlement import settle as settle_round

from .orders import close_order


def due_boxes(play: Play) -> tuple[int, ...]:
    """Boxes whose seat button is still to be pressed (MA 16.d.1)."""
    return tuple(s.box for s in play.spins if s.status == "button_due")


def put_spin(c: Context, spin: Spin) -> None:
    c.set(spins=tuple(spin if s.box == spin.box else s for s in c.play.spins))


def button_due(c: Context) -> bool:
    assert isinstance(c.input, fact.SeatButtonPressed)
    return c.input.box in due_boxes(c.play)


def arm_box(c: Context) -> None:
    assert isinstance(c.input, fact.SeatButtonPressed)
    box = c.input.box
    put_spin(c, next(replace(s, status="armed") for s in c.play.spins if s.box == box))
    call_next(c)


def call_next(c: Context) -> None:
    """Only once the dealer has completed the hand is the wheel activated (MA 16.d.2)."""
    if c.play.round == ("settled",) and any(s.status == "armed" for s in c.play.spins):
        c.follow("wheel", "spin_called")


def order_spin(c: Context) -> None:
    spin = next(s for s in c.play.spins if s.status in ("armed", "ordered"))
    order = c.want("spin", str(spin.box))
    put_spin(c, replace(spin, status="ordered", order=order.name))


def current(play: Play) -> Spin | None:
    return next((s for s in play.spins if s.status == "ordered"), None)


def section_known(c: Context) -> bool:
    assert isinstance(c.input, fact.SpinDone)
    return c.house.section(c.input.section) is not None


def pay_spin(c: Context) -> None:
    assert isinstance(c.input, fact.SpinDone)
    close_order(c, "spin", "done")
    rest(c, c.input.section)


def rest(c: Context, symbol: str) -> None:
    """Pay the section on which the wheel came to rest (MA 16.d.2~2)."""
    spin, section = current(c.play), c.house.section(symbol)
    assert spin is not None
    assert section is not None
    put_spin(c, replace(spin, status="rested", section=symbol, cents=section.cents))
    c.pay(
        p
        for p in settle_round(c.pack, legal.played_round(c.play, c.house))
        if p.kind == "bonus_spin" and p.box == spin.box
    )
    c.set(last_results=(symbol, *c.play.last_results)[:12])
    call_next(c)


def section_unknown(c: Context) -> None:
    assert isinstance(c.input, fact.SpinDone)
    close_order(c, "spin", "failed")
    spin = current(c.play)
    c.raise_("spin_fault", box=spin.box if spin else 0, about="section not in the table")


def spin_failed(c: Context) -> None:
    assert isinstance(c.input, fact.SpinFaulted)
    close_order(c, "spin", "failed")
    spin = current(c.play)
    c.raise_("spin_fault", box=spin.box if spin else 0, about=c.input.reason)
