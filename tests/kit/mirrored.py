"""A Maryland table whose approved progressive system has a device, driven without wires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from controller.domain import facts as fact
from controller.domain.orders import REPORTS, Order
from controller.view.prizes import meters

from .evening import DEVICES
from .progressives import Wheeled

NAME = "progressive"


class Mirrored(Wheeled):
    """A table whose approved system answers when it is told to."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.put(fact.Started(devices=(*DEVICES, (NAME, NAME))))
        for name, role in (*DEVICES, (NAME, NAME)):
            self.hello(name, role)
        self.told({"100": 299_980, "500": 600_000})
        self.lit(2, 4)
        self.chips({2: 500, 4: 100})

    def open_reports(self, kind: str = "") -> list[Order]:
        kinds = [kind] if kind else REPORTS
        return [
            o for o in self.state.orders if o.kind in kinds and o.status in ("open", "accepted")
        ]

    def reads(self, meter: str, cents: int, order: int = 0, *, hit: bool = False) -> None:
        self.reading(
            *(fact.MeterRead, NAME), order=order, meter=meter, cents=cents, number=1, hit=hit
        )

    def told(self, shows: dict[str, int]) -> None:
        """The system answers what is open, each with what its meter shows."""
        for order in self.open_reports():
            meter = order.target.split()[0]
            self.reads(meter, shows[meter], order.wire, hit=order.kind == "hit")

    def shown(self) -> dict[str, int]:
        return {m.name: m.cents for m in meters(self.play, self.house)}

    def kinds(self) -> list[str]:
        return [i.kind for i in self.open]


def targets(orders: list[Order]) -> list[str]:
    return [f"{o.kind} {o.target}" for o in orders]


def released(table: Mirrored) -> Iterator[Order]:
    for _, step in table.steps:
        yield from (o for o in step.outcome.orders if o.kind in REPORTS)


def jackpot(table: Mirrored) -> int:
    """Box 2 wins the $5 meter; the wire id of the report of its hit."""
    table.dealt("As 9s 9c Kd 9h 8c")
    table.told({"100": 300_000, "500": 600_100})
    table.spin(2, "jackpot")
    return table.open_reports("hit")[0].wire
