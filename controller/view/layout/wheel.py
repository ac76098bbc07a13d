"""The picture of the wheel, as the line says it: wanted, turning, or what it pays."""

from __future__ import annotations

from typing import Literal

from controller.domain import money
from controller.domain.views.view import NextStep
from controller.domain.views.wheel_view import SpinPay, Wheel
from controller.procedure.guide.next_step.next_wheel import wheel_step
from controller.procedure.state.house import House
from controller.procedure.state.play import Play


def wheel(p: Play, house: House, step: NextStep) -> Wheel | None:
    """None = the line is about something else."""
    turning = wheel_step(p, house)
    if turning is not None and turning.target is not None and turning.text == step.text:
        state: Literal["spinning", "armed"] = "spinning" if turning.target.device else "armed"
        return Wheel(state=state, box=turning.target.box)
    return _result(p) if p.spin_told and step.payment is not None else None


def _result(p: Play) -> Wheel:
    group = p.spin_told[-1]
    box = group[0].box
    paid = (x for x in group if x.direction == "pay")
    return Wheel(
        state="result",
        box=box,
        section=next((s.section for s in p.spins if s.status == "rested" and s.box == box), ""),
        pays=tuple(SpinPay(box=x.box, cents=money.shown(x.cents or 0)) for x in paid),
    )
