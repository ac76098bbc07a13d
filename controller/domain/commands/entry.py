"""Commands of a table without its devices: cards keyed in, the shoe by hand, the wheel by eye."""

from __future__ import annotations

from .base import Command

__all__ = ["CardKeyed", "CoverCardKeyed", "ShoeNoted", "SpinAttested", "StoodAside"]


class CardKeyed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The card that is due now, as it lies. A hidden place is keyed without a face."""

    face: str = ""
    how: str = "due"
    """`face_up`, by a correction: it lay so in the shoe."""


class CoverCardKeyed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cover card has come out."""


class ShoeNoted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A shoe is in: the stack that was cut, or whichever while the controller stands aside."""


class SpinAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The section on which the wheel came to rest, by eye."""

    box: int
    section: str
    """Behind a space what the others get, where a second ring has it."""


class StoodAside(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The table is dealt without its controller from now on, or with it again."""

    aside: bool
    lamp: bool = False
    """Where the text demands a reader: its own lamp answers, as attested."""
    reason: str = ""
