"""A device comes and goes, and what it says of its orders and levels: not numbered."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.input_row import DESK, Row

from .base import Fact

__all__ = [
    "DeviceLost",
    "DeviceUp",
    "Identity",
    "LevelLate",
    "OrderAnswered",
]


class Identity(Struct, frozen=True, omit_defaults=True):
    role: str
    vendor: str = ""
    model: str = ""
    serial: str = ""
    firmware: str = ""
    firmware_hash: str = ""
    """In hex; a house may hold it against a list of what is approved."""
    simulated: bool = False
    capabilities: tuple[str, ...] = ()


class DeviceUp(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A hello: who it is and where its two counters stand."""

    row = Row("device_up", DESK, aside=True, beside_play=True)

    device: str
    boot: str
    identity: Identity
    last_event: int
    """Number of the newest event of this boot."""
    acked: int
    """Highest event number that the device saw acknowledged."""
    accepted: int = 0
    """Highest order id that the device accepted."""
    carried: int = 0
    """Unacknowledged events of an earlier boot that it still holds."""
    moved: int = 0
    """Lifetime counter of the mechanism: cards out, shuffles, spins."""
    reset_cause: str = ""
    """Why it started: `power`, `watchdog`, `brownout`, `update`, `request`."""


class DeviceLost(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("device_lost", DESK, aside=True, beside_play=True)

    device: str
    reason: str
    counted: tuple[tuple[str, int], ...] = ()
    """Its counters and its telemetry as they stood, by name."""


class LevelLate(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What was to be kept so is not confirmed; not `late` = it is now, or is not asked any more."""

    row = Row("level_late", DESK, aside=True)

    device: str
    level: str
    value: int
    late: bool = True


class OrderAnswered(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What a device says of an order: accepted, rejected, never_seen, running, unknown, done."""

    row = Row("order_answered", DESK, aside=True)

    device: str
    boot: str
    order: int
    answer: str
    reason: str = ""


EVERY: tuple[type[Fact], ...] = (
    DeviceUp,
    DeviceLost,
    LevelLate,
    OrderAnswered,
)
