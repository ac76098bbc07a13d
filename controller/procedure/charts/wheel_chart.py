"""The Bonus Spin wheel: open for wagers, locked by the first card, one spin a box (MA 16)."""

# ruff: noqa: A003 - in these class bodies `open` is the state
from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.wheel import lockout
from controller.procedure.reducers.wheel import seat_and_spin as r

from .base import ProcedureChart


class WheelChart(ProcedureChart):
    open = State(initial=True)
    locked = State()
    spinning = State()
    faulted = State()

    wagers_locked = open.to(locked, on=lockout.lock)
    seat_button_pressed = (
        locked.to(locked, cond=r.button_due, on=r.arm_box)
        | spinning.to(spinning, cond=r.button_due, on=r.arm_box)
        | faulted.to(faulted, cond=r.button_due, on=r.arm_box)
    )
    spin_called = locked.to(spinning, on=r.order_spin)
    spin_done = spinning.to(locked, cond=r.result_stands, on=r.pay_spin) | spinning.to(
        faulted, on=r.result_doubted
    )
    spin_faulted = spinning.to(faulted, on=r.spin_failed)
    spin_void = faulted.to(locked, on=r.go_on) | spinning.to(locked, on=r.go_on)
    spin_again = faulted.to(spinning, on=r.order_spin)
    cleared = locked.to(open, on=lockout.give_back) | open.to(open) | faulted.to(open)
