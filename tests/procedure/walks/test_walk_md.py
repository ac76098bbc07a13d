"""A hostile dealer at Maryland's wheels: no promise breaks, every meter is accounted for."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity
from controller.rules.pack import apply_options, load
from tests.kit.progressives import OPTIONS, XTREME

from .noise import BOXES
from .promises import replayed, unruled, watched
from .walk import Walk

ROUNDS = 40
PATIENCE = 300
"""Inputs a round: one that is held again and again takes hundreds."""
SEEDS = range(8)
SECTIONS = (
    "jackpot",
    "jackpot",
    "10",
    "40",
    "250/100",
    "500/100",
    "100/20",
    "777",
    "primary",
    "350",
    "1000",
)


class Wheels(Walk):
    """Chips come and go on the seats' devices; the wheel says what it likes."""

    def __init__(self, seed: int) -> None:
        pack = apply_options(load("maryland"), OPTIONS | XTREME)
        super().__init__(seed, House(pack, tax_form_from=200_000), wrong=0.15)

    def fill(self) -> None:
        """Aces, kings and sixes come early, so that there is much to spin for."""
        super().fill()
        self.stack.sort(key=lambda c: self.random.random() + 0.6 * (c[0] in "AK6"))

    def wagering(self) -> Outcome:
        if self.play.wheel_out:
            wheel = next(d for d in self.state.devices if d.name == "wheel")
            if not ledger.delivered(wheel):
                return self.meet(wheel.name)
            return self.floor(cmd.OutOfService(device="wheel", out=False))
        if self.random.random() < 0.6:
            kind = self.random.choice(["bonus_spin", "xtreme"])
            cents = 500 if kind == "xtreme" else self.random.choice([100, 500])
            on = self.random.random() < 0.8
            box = self.random.choice(self.play.boxes or BOXES)
            return self.reading(
                *(fact.WagerSensed, "wheel"), box=box, on=on, cents=cents if on else 0, kind=kind
            )
        return super().wagering()

    def deciding(self) -> Outcome:
        return self.spun() or super().deciding()

    def settled(self) -> Outcome:
        return self.spun() or super().settled()

    def spun(self) -> Outcome | None:
        spin = next((s for s in self.play.spins if s.status in ("button_due", "ordered")), None)
        if spin is None:
            return None
        if spin.status == "button_due":
            return self.reading(fact.SeatButtonPressed, "wheel", box=spin.box)
        order = self.order("spin")
        wire = order.wire if order else 0
        if self.random.random() < 0.1:
            return self.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")
        report: dict[str, Any] = {"section": self.random.choice(SECTIONS)}
        if spin.kind == "xtreme":
            boxes = [w.box for w in self.play.wagers if w.kind == "xtreme"]
            hot = self.random.choice(boxes or [1])
            report |= {"box": hot, "community": "75"}
        return self.reading(fact.SpinDone, "wheel", order=wire, **report)

    def clear(self, i: Irregularity) -> Outcome:
        """A jackpot and a difference want two people."""
        if i.kind not in ("jackpot", "meter_differs"):
            return super().clear(i)
        hit = next(iter(meters.pending(self.play.prizes)), None)
        if hit is not None and hit.meter and not hit.agreed:
            off = self.random.choice([0, 0, 100])
            told = cmd.MeterStated(meter=hit.meter, shown=f"{(hit.cents + off) / 100:.2f}")
            if i.kind == "jackpot":
                return self.floor(told)
        ruling = "paid" if i.kind == "jackpot" else self.random.choice(["corrected", "seen"])
        by, rank = ("A", "floorperson"), ("B", "casino_supervisor")
        steps = ("verified", "acknowledged") if i.kind == "jackpot" else ("verified",)
        left = [step for step in steps if step not in dict(i.answers)]
        name, who = (left[0], by) if left else (ruling, rank)
        item = cmd.Ruled(irr=i.id, ruling=name, reason="0042", by=who[0], rank=who[1])
        return self.put(item)


@pytest.mark.parametrize("seed", SEEDS)
def test_hostile_evening_at_the_wheels_breaks_no_promise(seed: int) -> None:
    """Watchers of money, orders and meters find nothing, and the record folds again."""
    walk = Wheels(seed)
    for _ in range(ROUNDS * PATIENCE):
        walk.go()
        if walk.rounds >= ROUNDS or walk.faults:
            break

    assert [*walk.faults, *unruled(walk), *watched(walk)] == []
    assert walk.rounds == ROUNDS
    if seed == 0:
        assert list(replayed(walk)) == []
