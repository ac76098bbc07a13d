"""Which drivers there are. A name that is not here is looked up among installed entry points.

A package offers a driver as an `Entry` under `[project.entry-points."dealer_assist.drivers"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, Literal

from msgspec import Struct

from . import keypad
from .angel_eye import shoe as angel_eye
from .bee_tek import shoe as bee_tek
from .cammegh import slingshot
from .errors import Refused
from .hid import badge, lamp
from .tablelink import card_reader, progressive, settings, shoe_scanner, shuffler, wheel

GROUP = "dealer_assist.drivers"


Lack = Literal["confirm", "acknowledge", "identify", "lock", "buttons", "sensors", "count"]
LACKS: dict[Lack, str] = {
    "confirm": "it does not tell what it shows: a dark lamp means that nobody moves it",
    "acknowledge": "it keeps no event: what happens while the link is gone is asked of people",
    "identify": "it tells no serial number: any unit at this port is taken for it",
    "lock": "it cannot be locked: people are told to wait, nothing stops their hands",
    "buttons": "it has no seat buttons: the dealer asks for each spin",
    "sensors": "it senses no wagers: the dealer enters them",
    "count": "it keeps no counters: a loss that nobody saw is found by the count of the cards only",
}
"""What each means at the table, as `check` tells it."""


class Entry(Struct, frozen=True):
    settings: type[Struct]
    devices: Mapping[str, Any]
    """Role to class, called as (link, settings, emit, recorded, name=..., counters=...)."""
    identity_in_clear: bool = False
    """The link carries the identity of face-down cards unprotected."""
    usb: tuple[str, ...] = ()
    """`VVVV:PPPP` of the devices and adapters behind which it is found; the udev rules name them.
    """
    lacks: tuple[Lack, ...] = ()
    """What the device cannot do: there people are guided and it is told, nothing is gated."""

    @property
    def role(self) -> str:
        """The only role it serves; empty = several."""
        return next(iter(self.devices)) if len(self.devices) == 1 else ""

    def device(self, role: str) -> Any:
        """Raises: Refused for a role that this driver does not serve."""
        if role not in self.devices:
            raise Refused(f"no {role!r} with this driver; it serves {', '.join(self.devices)}")
        return self.devices[role]


ADAPTERS = ("0403:6001", "0403:6015", "10c4:ea60", "067b:2303", "1a86:7523")
"""Serial adapters: FTDI, Silicon Labs, Prolific, WCH."""
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
        usb=("1209:da01", "1209:da02", *ADAPTERS),
    ),
    "angel-eye": Entry(
        angel_eye.Settings,
        {"shoe_scanner": angel_eye.AngelEyeShoe},
        identity_in_clear=True,
        usb=ADAPTERS,
        lacks=("acknowledge", "identify", "lock", "count"),
    ),
    "bee-tek": Entry(
        bee_tek.Settings,
        {"shoe_scanner": bee_tek.BeeTekShoe},
        identity_in_clear=True,
        usb=ADAPTERS,
        lacks=("acknowledge", "identify", "lock", "count"),
    ),
    "cammegh-slingshot": Entry(
        slingshot.Settings,
        {"wheel": slingshot.SlingshotWheel},
        usb=ADAPTERS,
        lacks=("acknowledge", "identify", "lock", "buttons", "sensors"),
    ),
    "badge-wedge": Entry(
        badge.Settings,
        {"badge": badge.Wedge},
        usb=("28e9:03d9", "05fe:1010", "08ff:0009"),
        lacks=("acknowledge", "identify"),
    ),
    "badge-scanner": Entry(
        badge.Settings,
        {"badge": badge.PosScanner},
        lacks=("acknowledge", "identify"),
    ),
    "blink1": Entry(lamp.Settings, {"lamp": lamp.Blink1}, usb=("27b8:01ed",), lacks=("confirm",)),
    "blinkstick": Entry(
        lamp.Settings, {"lamp": lamp.BlinkStick}, usb=("20a0:41e5",), lacks=("confirm",)
    ),
    "keypad": Entry(keypad.Settings, {"keys": keypad.Keypad}, usb=("04d9:a02a",)),
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
