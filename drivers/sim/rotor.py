"""The prize wheel as a body with inertia: thrown once, it slows by friction and stops on a section.

The throw is chosen so that the wheel comes to rest where chance, or a scenario, wants it; on the
way it obeys its friction, so the number of turns and the time follow.
"""

from __future__ import annotations

from math import sqrt
from random import Random

from .pieces import CannotBe

FRICTION = 0.25
"""Turns per second, lost each second."""

Sections = tuple[tuple[str, float], ...]
SECTIONS: Sections = tuple((name, 1.0) for name in ("2", "3", "4", "5", "6", "8", "10", "20"))


class Rotor:
    """Units: angles in turns, speed in turns per second."""

    def __init__(self, sections: Sections, rng: Random) -> None:
        self.sections, self._rng = sections, rng
        self.angle, self.speed, self.turned = 0.0, 0.0, 0.0
        self.stuck = False
        self._rigged: list[tuple[str | None, int | None]] = []

    def rig(self, section: str | None = None, turns: int | None = None) -> None:
        """Make the next unrigged throw end on a section, or after so many whole turns."""
        if section is not None and section not in dict(self.sections):
            raise CannotBe(f"the wheel has no section {section}")
        self._rigged.append((section, turns))

    def throw(self) -> None:
        section, turns = self._rigged.pop(0) if self._rigged else (None, None)
        whole = self._rng.randint(4, 6) if turns is None else turns
        rest = (self._inside(section) - self.angle) % 1.0
        self.turned = 0.0
        self.speed = sqrt(2 * FRICTION * (whole + rest))

    def run(self, seconds: float) -> None:
        if self.stuck or not self.speed:
            return
        stands = seconds >= self.seconds_left - 1e-6
        t = self.seconds_left if stands else seconds
        way = self.speed * t - FRICTION * t * t / 2
        self.speed = 0.0 if stands else self.speed - FRICTION * t
        self.angle = (self.angle + way) % 1.0
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

    def _inside(self, section: str | None) -> float:
        """Return an angle well inside a section; chance picks the section by its width."""
        total, start = sum(weight for _, weight in self.sections), 0.0
        names, weights = zip(*self.sections, strict=True)
        wanted = section or self._rng.choices(names, weights)[0]
        for name, weight in self.sections:
            if name == wanted:
                return start + weight / total * self._rng.uniform(0.2, 0.8)
            start += weight / total
        raise CannotBe(f"the wheel has no section {wanted}")
