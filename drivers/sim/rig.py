"""A whole simulated table: one world and the devices that watch it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from drivers.sim.devices.card_reader import CardReader
from drivers.sim.devices.keypad import Keypad
from drivers.sim.devices.progressive import Progressive, Starts
from drivers.sim.devices.shoe_scanner import ShoeScanner
from drivers.sim.devices.shuffler import Shuffler
from drivers.sim.devices.wheel import Wheel
from drivers.sim.physical.batches import Batches
from drivers.sim.physical.discards import Discards
from drivers.sim.physical.mischief import Mischief
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.physical.rotor import SECTIONS, Sections, Tables
from drivers.sim.physical.world import World

from .line import Knob
from .simulator import Simulator

RAIL_CAPS = {"next": "Enter", "last_card": "+", "turned": "-", "floor": "*"}
"""What is printed on the keys of the rail, as the keypad's driver takes them by default."""


class Rig:
    """Everything follows from the seed and from what the fingers do. Units: `shuffle_s` seconds."""

    def __init__(
        self,
        seed: int,
        *,
        decks: int = 6,
        batches: int = 1,
        shuffle_s: float = 120.0,
        loads_shoe: bool = False,
        endless: bool = False,
        shoe_lockable: bool = True,
        reader_lockable: bool = False,
        sections: Sections = SECTIONS,
        rings: tuple[Sections, ...] = (),
        tables: Tables | None = None,
        wheel_names_wager: bool = True,
        meters: Mapping[str, Starts] | None = None,
    ) -> None:
        def dice(name: str) -> Random:
            return Random(f"{seed}/{name}")  # noqa: S311  (a seed shall give the same table)

        self.world = World(dice("world"), decks=decks, sections=sections, rings=rings)
        self.batches = Batches(self.world, decks, batches)
        self.discards = Discards(self.world)
        self.mischief = Mischief(self.world)
        self.reader = CardReader(self.world, dice("reader"), lockable=reader_lockable)
        self.shuffler = Shuffler(
            self.world,
            dice("shuffler"),
            shuffle_s=shuffle_s,
            loads_shoe=loads_shoe,
            endless=endless,
        )
        self.shoe = ShoeScanner(self.world, dice("shoe"), lockable=shoe_lockable)
        self.wheel = Wheel(self.world, dice("wheel"), names_wager=wheel_names_wager, tables=tables)
        self.keypad = Keypad(self.world, caps=RAIL_CAPS)
        self.devices: dict[str, Simulator] = {
            "reader": self.reader,
            "shuffler": self.shuffler,
            "shoe": self.shoe,
            "wheel": self.wheel,
            "keypad": self.keypad,
        }
        if meters:
            self.devices["progressive"] = Progressive(
                self.world, dice("progressive"), meters=meters
            )

    def pull(self, device: str, knob: str, value: Knob = None) -> None:
        """Pull a fault knob of one device; see each device's `pull` for its knobs."""
        if device not in self.devices:
            raise CannotBe(f"there is no device {device}; there are {', '.join(self.devices)}")
        self.devices[device].pull(knob, value)
