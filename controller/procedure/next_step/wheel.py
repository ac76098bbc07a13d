"""The dealer's line while the wheel is wanted, turns, or has paid."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.view import NextStep, StepPayment, Target
from controller.domain.wagers import Payment
from controller.procedure.house import House
from controller.procedure.reducers.wheel import OF_SPIN
from controller.procedure.state import Play, Spin
from controller.procedure.wording import dollars

from .line import line


def wheel_step(p: Play, house: House) -> NextStep | None:
    """A button to press, or a spin that runs."""
    due = next((s for s in p.spins if s.status == "button_due"), None)
    if due is not None:
        step = line(house, "press_button", box=due.box)
        return replace(step, target=Target(box=due.box))
    spin = next((s for s in p.spins if s.status in ("armed", "ordered")), None)
    if spin is None:
        return None
    step = line(house, "spin", box=spin.box or "?")
    return replace(step, target=Target(box=spin.box, device="wheel", waits=True))


def prize_step(p: Play, house: House) -> NextStep | None:
    """Who is paid by the spin that came to rest last; a jackpot waits for the floor."""
    rested = _last(p)
    if rested is None or _signed(p, rested):
        return None
    own, others = _prizes(p, house, rested)
    amount = dollars(rested.cents)
    said = "".join(f", box {x.box} {dollars(int(x.cents or 0))}" for x in others)
    held = own is not None and own.direction == "hold"
    step = line(house, "jackpot" if held else "spun", box=rested.box, cents=amount + said)
    paid = StepPayment(direction="pay", amount=amount, above="WHEEL", below="BONUS SPIN")
    return replace(step, target=Target(box=rested.box), payment=None if held else paid)


def at_turn(p: Play, house: House, step: NextStep) -> NextStep:
    """Where a spin belongs to the turn it stands on the line, then its prizes beside it."""
    if house.pack.wheel.spin_at.value != "turn":
        return step
    now = wheel_step(p, house)
    if p.wheel == ("faulted",):
        return step
    if now is not None:
        return replace(now, hint=step.hint)
    paid = prize_step(p, house)
    if paid is None or (step.hint == "" and p.round != ("deciding",)):
        return step
    return replace(step, hint=f"{paid.text}.", clause=paid.clause) if _fresh(p) else step


def _fresh(p: Play) -> bool:
    """Nothing was decided on the hands behind the box that was paid last."""
    rested = _last(p)
    after = (h for h in p.hands if rested is not None and h.box > rested.box)
    return not any(h.decided or len(h.cards) > 2 for h in after)


def _signed(p: Play, spin: Spin) -> bool:
    """Its jackpot was verified and paid."""
    won = (p.number, spin.box, spin.order)
    return any(h.paid_by for h in p.prizes.hits if (h.round, h.box, h.spin) == won)


def _last(p: Play) -> Spin | None:
    """The spin that was paid last: at the settlement they do not come in the order of boxes."""
    paid = [(x.box, x.kind) for x in p.payments if x.direction in ("pay", "hold")]
    rested = {(s.box, s.kind): s for s in p.spins if s.status == "rested"}
    return next((rested[at] for at in reversed(paid) if at in rested), None)


def _prizes(p: Play, house: House, spin: Spin) -> tuple[Payment | None, tuple[Payment, ...]]:
    """The spinner's own movement and those of the others by the same spin."""
    if not house.by_paytables:
        return None, ()
    moved = [x for x in p.payments if x.kind in OF_SPIN and x.direction in ("pay", "hold")]
    at = [n for n, x in enumerate(moved) if (x.box, x.kind) == (spin.box, spin.kind)]
    if not at:
        return None, ()
    own, *rest = moved[at[0] :]
    others = []
    for x in rest:
        if x.kind == "bonus_spin" or (x.kind == "xtreme") != (spin.kind == "xtreme"):
            break
        others.append(x)
    return own, tuple(others)
