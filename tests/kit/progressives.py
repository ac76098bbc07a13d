"""A Maryland table with the Bonus Spin progressives and Xtreme 16, driven without wires."""

from __future__ import annotations

from typing import Any

from controller.domain import facts as fact
from controller.domain import money
from controller.domain.wagers import Amount
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.parts import meters
from controller.rules.pack import apply_options, load

from .evening import Evening

OPTIONS: dict[str, Any] = {
    "bonus_spin": "progressive",
    "paytable_100": "B",
    "meter_100_rate": "1/5",
    "meter_100_initial_cents": 299_980,
    "meter_100_reset_cents": 100_000,
    "paytable_500": "D",
    "meter_500_rate": "1/5",
    "meter_500_initial_cents": 600_000,
    "meter_500_reset_cents": 500_000,
}
XTREME: dict[str, Any] = {
    "xtreme": True,
    "xtreme_primary_rate": "1/10",
    "xtreme_primary_initial_cents": 1_050_000,
    "xtreme_primary_reset_cents": 1_000_000,
    "xtreme_secondary_rate": "1/20",
    "xtreme_secondary_initial_cents": 500_000,
    "xtreme_secondary_reset_cents": 500_000,
}


class Wheeled(Evening):
    """Chips come by the seats' sensors; the wheel rests where it is told to."""

    def __init__(self, **options: Any) -> None:
        pack = apply_options(load("maryland"), OPTIONS | options)
        super().__init__(House(pack, tax_form_from=200_000))
        self.opened()

    def chips(self, bonus: dict[int, int], *, kind: str = "bonus_spin") -> Outcome:
        outcome = Outcome("accepted")
        for box, cents in bonus.items():
            outcome = self.sense(box, cents, kind=kind)
        return outcome

    def sense(
        self,
        box: int,
        cents: int,
        *,
        on: bool = True,
        kind: str = "bonus_spin",
        after_ms: int = 1000,
    ) -> Outcome:
        return self.reading(
            *(fact.WagerSensed, "wheel"),
            after_ms=after_ms,
            box=box,
            on=on,
            cents=cents if on else 0,
            kind=kind,
        )

    def dealt(self, cards: str) -> Wheeled:
        self.draw(cards)
        self.press("act1")
        return self

    def button(self, box: int) -> Outcome:
        return self.reading(fact.SeatButtonPressed, "wheel", box=box)

    def rests(self, section: str, **report: Any) -> Outcome:
        """The ordered spin ends."""
        wire = next(o.wire for o in reversed(self.state.orders) if o.kind == "spin")
        return self.reading(fact.SpinDone, "wheel", order=wire, section=section, **report)

    def spin(self, box: int, section: str) -> Outcome:
        self.button(box)
        return self.rests(section)

    def meter(self, name: str) -> Amount:
        gauges = meters.gauges(self.play.prizes, self.house.pack)
        return money.text(money.exact(next(g.cents for g in gauges if g.name == name)))

    def won(self) -> list[tuple[int, str, str, Amount | None]]:
        """What the wheel paid, or holds, in its order."""
        kinds = ("bonus_spin", "community", "xtreme", "jackpot")
        return [
            (p.box, p.kind, p.direction, p.cents)
            for p in self.play.payments
            if p.kind in kinds and p.direction in ("pay", "hold")
        ]
