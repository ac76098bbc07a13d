"""Commands of opening, deck preparation, shuffle, cut, shoe and closing."""

from __future__ import annotations

from .base import Command


class TableOpened(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The short opening: the checklist is attested, the dealer named."""

    dealer: str


class ShuffleAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class CutPlaced(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cover card stands in the stack about a quarter from the back."""


class CountReported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards left in the shoe, counted by hand."""

    cards: int


class TableClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str = ""
