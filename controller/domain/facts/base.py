"""What every fact is, and what every numbered event of a device carries."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from controller.domain.input_row import Row

__all__ = ["Fact", "Reading"]


class Fact(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Base of everything that is true whether it was due or not."""

    row: ClassVar[Row]

    def in_record(self) -> str:
        """How the record tells it; empty = the record knows more."""
        return self.row.record.format(self)


class Reading(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A numbered event of one device, retained there until it is acknowledged."""

    device: str
    boot: str
    n: int
    mac: bytes = b""
    at: int = 0
    """When it happened by the device's own clock, UTC in ms; 0 = not known."""
