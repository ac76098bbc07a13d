"""The Bonus Spin wheel: open for wagers, locked by the first card, one spin a box (MA 16)."""

# ruff: noqa: A003 - in these class bodies `open` is the state
from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.wheel import lockout, seat_and_spin

from .base import ProcedureChart, stay


class WheelChart(ProcedureChart):
    open = State(initial=True)
    locked = State()
    spinning = State()
    faulted = State()

    wagers_locked = open.to(locked, on=lockout.lock)
    seat_button_pressed = stay(
        locked, spinning, faulted, cond=seat_and_spin.button_due, on=seat_and_spin.arm_box
    )
    spin_called = locked.to(spinning, on=seat_and_spin.order_spin)
    spin_done = spinning.to(
        locked, cond=seat_and_spin.result_stands, on=seat_and_spin.pay_spin
    ) | spinning.to(faulted, on=seat_and_spin.result_doubted)
    spin_faulted = spinning.to(faulted, on=seat_and_spin.spin_failed)
    spin_void = locked.from_(faulted, spinning, on=seat_and_spin.go_on)
    spin_again = faulted.to(spinning, on=seat_and_spin.order_spin)
    cleared = locked.to(open, on=lockout.give_back) | stay(open) | faulted.to(open)
