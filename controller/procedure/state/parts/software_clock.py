"""What a table knows of itself: the software that was accepted, and what its clock is worth."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.facts import Change


class Software(Struct, frozen=True, omit_defaults=True):
    accepted: str = ""
    """Short name of the manifest under which rounds are dealt; empty = that of the opening."""
    found: str = ""
    """Another one that runs and waits for two people; empty = none."""
    version: str = ""
    """What was accepted, in people's words."""
    changes: tuple[Change, ...] = ()
    equal: bool = True
    """The open round folds with it as it was recorded."""


class Clock(Struct, frozen=True, omit_defaults=True):
    """What the system said last. Units: us."""

    read_at: int = 0
    synchronised: bool = True
    offset_us: int = 0
    error_us: int = 0
