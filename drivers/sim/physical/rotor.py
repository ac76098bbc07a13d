"""A prize wheel as a body with inertia: thrown once, it slows by friction and stops on a section.

The throw is chosen so that the wheel comes to rest where chance, or a scenario, wants it; on the
way it obeys its friction, so the number of turns and the time follow.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import sqrt
from random import Random

from msgspec import Struct

from .pieces import CannotBe

FRICTION = 0.25
"""Turns per second, lost each second."""
ON_EDGE = 0.002
"""So near to the border of two sections the clapper rocks. Units: turns."""

Sections = tuple[tuple[str, float], ...]
Tables = Mapping[int, Collection[str]]
"""Cents of a wager to the sections that its paytable has."""
SECTIONS: Sections = tuple((name, 1.0) for name in ("2", "3", "4", "5", "6", "8", "10", "20"))


class Throw(Struct, frozen=True):
    """How a throw shall end; None is left to chance."""

    section: str | None = None
    turns: int | None = None
    back: bool = False
    """The motor turns the other way round."""
    edge: bool = False
    """It comes to rest between the section and the next."""


class Rotor:
    """Units: angles in turns, speed in turns per second."""

    def __init__(self, sections: Sections, rng: Random) -> None:
        self.sections, self._rng = sections, rng
        self.angle, self.speed, self.turned = 0.0, 0.0, 0.0
        self.back = False
        self.stuck = False
        self._rigged: list[Throw] = []

    def rig(self, how: Throw) -> None:
        """Make the next unrigged throw end so."""
        if how.section is not None and how.section not in dict(self.sections):
            raise CannotBe(f"the wheel has no section {how.section}")
        self._rigged.append(how)

    def throw(self, among: Collection[str] = ()) -> None:
        """`among` these sections chance has its choice; empty = all of them."""
        how = self._rigged.pop(0) if self._rigged else Throw()
        whole = self._rng.randint(4, 6) if how.turns is None else how.turns
        self.back, self.turned = how.back, 0.0
        rest = (self._inside(how, among) - self.angle) * (-1 if how.back else 1) % 1.0
        self.speed = sqrt(2 * FRICTION * (whole + rest))

    def run(self, seconds: float) -> None:
        if self.stuck or not self.speed:
            return
        stands = seconds >= self.seconds_left - 1e-6
        t = self.seconds_left if stands else seconds
        way = self.speed * t - FRICTION * t * t / 2
        self.speed = 0.0 if stands else self.speed - FRICTION * t
        self.angle = (self.angle - way if self.back else self.angle + way) % 1.0
        self.turned += way

    @property
    def seconds_left(self) -> float:
        return self.speed / FRICTION

    @property
    def section(self) -> str:
        """The section under the clapper."""
        total, end = sum(weight for _, weight in self.sections), 0.0
        for name, weight in self.sections:
            end += weight / total
            if self.angle < end:
                return name
        return self.sections[-1][0]

    @property
    def on_edge(self) -> bool:
        """The clapper stands on a border, so that nobody can say which section it is."""
        total, border = sum(weight for _, weight in self.sections), 0.0
        for _, weight in self.sections:
            border += weight / total
            if abs(self.angle - border) < ON_EDGE or abs(self.angle - border + 1) < ON_EDGE:
                return True
        return False

    def _inside(self, how: Throw, among: Collection[str]) -> float:
        """Return an angle well inside a section; chance picks the section by its width."""
        total, start = sum(weight for _, weight in self.sections), 0.0
        free = [one for one in self.sections if not among or one[0] in among]
        names, weights = zip(*free, strict=True)
        wanted = how.section or self._rng.choices(names, weights)[0]
        for name, weight in self.sections:
            if name == wanted:
                within = 1.0 if how.edge else self._rng.uniform(0.2, 0.8)
                return start + weight / total * within
            start += weight / total
        raise CannotBe(f"the wheel has no section {wanted}")
