"""Rulings on an order that is in doubt, and on a spin: again, it counts, nothing."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.orders import REPORTS
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.irregularities.standing import clause
from controller.procedure.reducers.cards import orders
from controller.procedure.reducers.wheel import (
    lockout,
    seat_and_spin,
    spin_of_earlier,
    spin_prizes,
    spin_turns,
    wheel_out,
)
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import Context, refuse
from controller.procedure.state.play import Irregularity, Spin

from . import jackpot_rulings, stack_rulings, system_told


def order_kind(i: Irregularity) -> str:
    """What the order in doubt moves."""
    return refs.order(i.code).kind


# ---- an order of whatever device ----
def order_again(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    if order_kind(i) in REPORTS:
        system_told.send_again(c, i.code)
    elif order_kind(i) == "shuffle":
        stack_rulings.shuffle_all(c, i, command)
    else:
        orders.close_order(c, order_kind(i), "closed")
        _spin_anew(c)


def order_counts(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """A person saw the result: the shuffled batch or the section."""
    if order_kind(i) == "shuffle":
        stack_rulings.shuffle_counts(c)
    else:
        section_counts(c, i, command)


def no_order(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """No result: nothing is sent, the stake of a spin goes back."""
    kind = order_kind(i)
    if kind in REPORTS:
        orders.close_orders(c, {i.code}, "closed")
    elif kind == "shuffle":
        stack_rulings.no_shuffle(c)
    elif kind == "spin":
        _spin_has_none(c, i)
    else:
        orders.close_order(c, kind, "closed")


# ---- a spin ----
def spin_may_begin(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """The wagers count as locked: the wheel may be asked."""
    seat_and_spin.call_next(c)


def spin_again(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    orders.close_order(c, "spin", "closed")
    _spin_anew(c)


def _spin_anew(c: Context) -> None:
    spin = spin_turns.current(c.play)
    if spin is None:
        return
    spin_turns.put_spin(c, replace(spin, status="armed", order=""))
    if c.play.wheel == "spinning":
        c.follow(follow_ups.Wheel.SPIN_VOID)
    elif c.play.wheel == "faulted":
        c.follow(follow_ups.Wheel.SPIN_AGAIN)


def section_counts(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The section under the clapper, as a person saw it."""
    if (hit := jackpot_rulings.hit_of(c, wheel_out.of_hit(i))) is not None:
        jackpot_rulings.section_stands(c, hit, command.reason.strip())
        return
    spin, box, said = wheel_out.of_fault(c.play, i), command.box, command.reason.strip()
    if spin is not None and not spin.box and not box:
        seat, _, said = said.partition(" ")
        box = int(seat) if seat.isdecimal() else 0
    symbol, _, community = said.partition(" ")
    if not seat_and_spin.fits(c.play, c.house, spin, (box, symbol, community)):
        refuse(c.house.no("no_section"))
    if spin is None:
        orders.close_order(c, "spin", "done")
    else:
        seat_and_spin.rest_by_hand(c, spin, symbol, box, community)


def no_spin(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """No result: the stake on the wheel goes back."""
    _spin_has_none(c, i)


def _spin_has_none(c: Context, i: Irregularity) -> None:
    if (hit := jackpot_rulings.hit_of(c, wheel_out.of_hit(i))) is not None:
        spin_of_earlier.stake_of_earlier(c, hit, clause(c.house, i.kind))
        return
    orders.close_order(c, "spin", "closed")
    spin = wheel_out.of_fault(c.play, i)
    if spin is not None:
        _stakes_back(c, spin, clause(c.house, i.kind))


def _stakes_back(c: Context, spin: Spin, of_clause: str) -> None:
    """The stake goes back; who was paid by the spin keeps that, and the house the stake for it."""
    spin_turns.put_spin(c, replace(spin, status="void"))
    paid = {p.box for p in spin.shared}
    for box in (spin.box,) if spin.box else sorted({w.box for w in c.play.wagers} - paid):
        stake_back(c, box, of_clause, (spin.kind,))
    if c.play.wheel in ("spinning", "faulted"):
        c.follow(follow_ups.Wheel.SPIN_VOID)
    else:
        seat_and_spin.go_on(c)


def stake_back(
    c: Context, box: int, clause: str, kinds: tuple[str, ...] = lockout.ON_WHEEL
) -> None:
    """The stake on the wheel of a box goes back, once, and out of its meters again."""
    by_stake = c.house.by_paytables
    done = {
        p.kind
        for p in c.play.payments
        if p.box == box and (p.direction in spin_prizes.OF_STAKE or not by_stake)
    }
    stakes = [w for w in c.play.wagers if w.box == box and w.kind in kinds and w.kind not in done]
    c.pay(
        Payment(
            box=box,
            wagerer=w.wagerer,
            kind=w.kind,
            cents=w.cents,
            direction="void",
            clause=clause,
            text="stake back",
        )
        for w in stakes
    )
    spin_prizes.shares_back(c)
