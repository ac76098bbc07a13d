"""What a host needs of a simulated device: bytes in, time, bytes out, and knobs for its faults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from .line import Knob, Line


class Simulator(Protocol):
    line: Line

    def feed(self, data: bytes) -> None:
        """Take bytes from the host, in pieces of any size."""

    def tick(self, now_s: float) -> None:
        """Let time pass until `now_s` of the host's clock; it never goes back."""

    def take(self) -> bytes:
        """Return the bytes that have reached the host by now."""

    def due_s(self) -> float | None:
        """When this device next wants a tick; `None` = when something happens."""

    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a fault knob. Raises: CannotBe for a knob that the device does not have."""


def next_due_s(devices: Iterable[Simulator]) -> float | None:
    """When the first of them wants a tick; one without power wants none."""
    due = (device.due_s() for device in devices if device.line.powered)
    return min((at for at in due if at is not None), default=None)
