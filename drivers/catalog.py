"""Which drivers there are. A name that is not here is looked up among installed entry points.

A package offers a driver as an `Entry` under `[project.entry-points."dealer_assist.drivers"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from msgspec import Struct

from . import keypad
from .errors import Refused
from .tablelink import card_reader, progressive, settings, shoe_scanner, shuffler, wheel

GROUP = "dealer_assist.drivers"


class Entry(Struct, frozen=True):
    settings: type[Struct]
    devices: Mapping[str, Any]
    """Role to class, called as (link, settings, emit, recorded, name=..., counters=...)."""
    identity_in_clear: bool = False
    """The link carries the identity of face-down cards unprotected."""

    @property
    def role(self) -> str:
        """The only role it serves; empty = several."""
        return next(iter(self.devices)) if len(self.devices) == 1 else ""

    def device(self, role: str) -> Any:
        """Raises: Refused for a role that this driver does not serve."""
        if role not in self.devices:
            raise Refused(f"no {role!r} with this driver; it serves {', '.join(self.devices)}")
        return self.devices[role]


DRIVERS: dict[str, Entry] = {
    "tablelink": Entry(
        settings.TablelinkSettings,
        {
            "card_reader": card_reader.CardReader,
            "shuffler": shuffler.Shuffler,
            "shoe_scanner": shoe_scanner.ShoeScanner,
            "wheel": wheel.Wheel,
            "progressive": progressive.Progressive,
        },
    ),
    "keypad": Entry(keypad.Settings, {"keys": keypad.Keypad}),
}


def find(name: str) -> Entry:
    """Raises: Refused for a name that nothing offers."""
    if name in DRIVERS:
        return DRIVERS[name]
    for entry_point in entry_points(group=GROUP, name=name):
        entry = entry_point.load()
        if isinstance(entry, Entry):
            return entry
        raise Refused(f"driver {name!r} of {entry_point.value} is no catalog entry")
    raise Refused(f"no driver {name!r}; there are {', '.join(DRIVERS)}")
