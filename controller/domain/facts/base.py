"""What every fact is."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from controller.domain.input_row import Row
from drivers.event import Event as Reading

__all__ = ["Fact", "Reading"]


class Fact(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Base of everything that is true whether it was due or not."""

    row: ClassVar[Row]

    def in_record(self) -> str:
        """How the record tells it; empty = the record knows more."""
        return self.row.record.format(self)
