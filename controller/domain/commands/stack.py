"""Commands of the shuffle by hand, the cut, the recut and the reshuffle on order."""

from __future__ import annotations

from .base import Command

__all__ = ["CutTaken", "RecutOrdered", "ShuffleOrdered", "ShuffleStep", "ShufflerSetAside"]


class ShuffleStep(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A step group of the shuffle by hand is done; `riffles` attests two riffles or more."""

    step: str


class ShufflerSetAside(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The shuffler is out of the way, as attested: `removed`, `covered`, `sign` or `out`."""

    how: str


class CutTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who took the cut; those who were offered it before have refused."""

    box: int
    """0 = the dealer, nobody else would."""


class RecutOrdered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cut was wrong: the dealer's own while the card stands, afterwards the floor's."""

    reason: str


class ShuffleOrdered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The floor has the cards shuffled again, at once or at the end of the round."""

    reason: str
