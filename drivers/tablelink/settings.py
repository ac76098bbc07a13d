"""What devices.toml may say of a tablelink device."""

from __future__ import annotations

from msgspec import Struct

from drivers.driver import STARTS


class Waits(Struct, frozen=True, forbid_unknown_fields=True):
    """Units: seconds."""

    hello_s: float = 10.0
    again_s: float = 0.5
    ping_s: float = 1.0
    gap_s: float = 2.0
    suspect_s: float = 3.0
    lost_s: float = 10.0
    patience_s: float = 10.0
    """Busy, or silence about an order, for so long is a fault of the device."""
    progress_s: float = 5.0
    """A movement that says nothing of its progress for so long is a fault."""
    movement_s: float = 900.0
    """No movement takes longer, whatever the device says of its own deadline."""
    starts_at_most: int = STARTS
    """More starts and new links one after another are a fault."""


class TablelinkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What devices.toml says of a tablelink device besides name, role, driver and port."""

    serial: str = ""
    """Serial number that must answer here; empty = any."""
    model: str = ""
    table: str = ""
    """Told to the device at each greeting."""
    waits: Waits = Waits()
