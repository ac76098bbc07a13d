"""The dealer's line while the wheel is wanted, turns, waits, or has paid."""

from __future__ import annotations

from controller.domain import money
from controller.domain.structs import replace
from controller.domain.views.view import NextStep, StepPayment, Target
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.reducers.wheel.spin_turns import active, held_up
from controller.procedure.reducers.wheel.wheel_out import faulted
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack.line_keys import LineKey

from .pack_line import line

Said = tuple[str, str]
"""Clause and words."""


def wheel_step(p: Play, house: House) -> NextStep | None:
    """A button to press, or a spin that runs; not while people are asked about it."""
    due = next((s for s in p.spins if s.status == "button_due"), None)
    if due is not None:
        step = line(house, "press_button", box=due.box)
        return None if faulted(p, due) else replace(step, target=Target(box=due.box))
    spin = next((s for s in active(p) if s.status != "button_due"), None)
    if spin is None or faulted(p, spin):
        return None
    step = line(house, "spin", box=spin.box or "?")
    return replace(step, target=Target(box=spin.box, device="wheel", waits=True))


def waits_step(p: Play, house: House) -> NextStep | None:
    """A spin whose meter pays a jackpot first, so that nothing but it is left."""
    waits = held_up(p, house)
    if waits is None:
        return None
    spin, hit = waits
    step = line(house, "spin_waits", box=spin.box or "?")
    hint = house.line("spin_waits_hint", first=hit.box)[1]
    return replace(step, target=Target(box=spin.box), hint=hint)


def prize_step(p: Play, house: House) -> NextStep | None:
    """Who is paid by the spin that came to rest last; a jackpot waits for the floor."""
    if not p.spin_told:
        return None
    own, amount = p.spin_told[-1][0], _amounts(p.spin_told[-1])
    held = own.direction == "hold"
    step = replace(
        _line(house, p.spin_told[-1]), target=Target(box=own.box), hint=_all(p, house, -1)
    )
    paid = StepPayment(direction="pay", amount=amount, above="WHEEL", below="BONUS SPIN")
    return replace(step, payment=None if held else paid)


def at_turn(p: Play, house: House, step: NextStep) -> NextStep:
    """Where a spin belongs to the turn it stands on the line, then its prizes beside it."""
    if house.pack.wheel.spin_at.value != "turn":
        return step
    now = wheel_step(p, house)
    return step if now is None else replace(now, hint=step.hint)


def told(p: Play, house: House, step: NextStep) -> NextStep:
    """What spins have paid since the last act stands beside whatever comes next."""
    if not p.spin_told or p.round == "settled":
        return step
    return replace(step, hint=_all(p, house), clause=_line(house, p.spin_told[-1]).clause)


def told_beside(p: Play, house: House, step: NextStep) -> NextStep:
    """The same, before what the step itself has to say."""
    spun = told(p, house, step)
    return step if spun is step else replace(spun, hint=f"{spun.hint} {step.hint}".strip())


def settled_step(p: Play, house: House) -> NextStep | None:
    """At the settlement: the next spin on the line, the prizes of the one before beside it."""
    turning, waits = wheel_step(p, house), waits_step(p, house)
    if turning is not None:
        return replace(turning, hint=_all(p, house))
    paid = prize_step(p, house)
    if paid is None:
        return waits
    after = f"{waits.text}." if waits else house.line("settle_hint")[1]
    return replace(paid, hint=f"{paid.hint} {after}".strip())


def _all(p: Play, house: House, but: int | None = None) -> str:
    return " ".join(f"{_line(house, group).text}." for group in p.spin_told[:but])


def _line(house: House, group: tuple[Payment, ...]) -> NextStep:
    key: LineKey = "jackpot" if group[0].direction == "hold" else "spun"
    step = line(house, key, box=group[0].box, cents=_amounts(group))
    return replace(step, clause=group[0].clause if key == "jackpot" else step.clause)


def _amounts(group: tuple[Payment, ...]) -> str:
    """`$500, box 4 $100`; what was paid too much by an earlier result is taken back."""
    own, *others = group
    said = [_dollars(own)]
    for x in others:
        back = "take " if x.direction == "take" else ""
        said.append(f"{back}box {x.box} {_dollars(x)}")
    return ", ".join(said)


def _dollars(p: Payment) -> str:
    return dollars(money.shown(p.cents or 0))
