"""What a simulated table is built of: told in one line to the process that moves it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from drivers.sim.devices.progressive import Starts
from drivers.sim.physical.rotor import SECTIONS, Sections

from .rig import Rig


class Build(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    decks: int = 6
    batches: int = 1
    loads_shoe: bool = False
    endless: bool = False
    """The shuffler is a continuous one."""
    sections: Sections = SECTIONS
    rings: tuple[Sections, ...] = ()
    """Of Xtreme 16: the prizes, and what the others get."""
    tables: dict[int, tuple[str, ...]] | None = None
    """Cents of a wager to the sections that its paytable has."""
    meters: dict[str, Starts] = {}
    """Of the approved system; none = the table has no device of it."""

    def rig(self, seed: int, **more: Any) -> Rig:
        """`more` as of `Rig`."""
        built = {name: getattr(self, name) for name in self.__struct_fields__}
        return Rig(seed, **built, **more)
