"""When a number that the wheel shows is the result of a spin; pure.

A line has no checksum, so one line proves nothing: two lines of state 5 in a row must agree, or one
with the number that was sent alone just before it. Before that the wheel must have been seen to
play. What does not agree is withheld, and people look at the wheel.
"""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct

from .lines import Status

PLAYS, SHOWS = (2, 3, 4), 5
TOGETHER_S = 2.0
"""The number alone and the status belong together for so long."""
AGAIN = 3
"""So many lines of a game make a new spin of the same number: the power was off between."""
Why = Literal["two numbers", "not proven", "number changed"]


class Result(Struct, frozen=True):
    number: str
    spin: int


class Withheld(Struct, frozen=True):
    why: Why


V = TypeVar("V", Result, Withheld)


class Results:
    def __init__(self) -> None:
        self._played = 0
        """Lines of a game since the last result."""
        self._alone: tuple[str, float] | None = None
        self._seen: tuple[int, str] | None = None
        """What the lines of this state 5 have said so far."""
        self._taken: tuple[int, str] | None = None
        self._other: tuple[int, str] | None = None
        """Said after a result was taken, and not what was taken."""

    @property
    def played(self) -> bool:
        return self._played > 0

    def begin(self) -> None:
        """A spin is asked for: only what is played from here on belongs to it."""
        self._played, self._seen, self._alone = 0, None, None

    def alone(self, number: str, now: float) -> None:
        """The number came on a line of its own. What is torn can look like one."""
        self._alone = (number, now) if self._played and self._seen is None else None

    def torn(self) -> None:
        """A line was damaged: what stands on both sides of it is not directly together."""
        self._alone = None

    def take(self, status: Status, now: float) -> Result | Withheld | None:
        if status.state != SHOWS:
            return self._left(status)
        alone, self._alone = self._alone, None
        said = (status.spin, status.number)
        if not self._announced(status.spin):
            return self._after(said)
        if status.warning or not status.number:
            return None
        first, self._seen = self._seen, said
        if first not in (None, said):
            return self._end(Withheld("two numbers"))
        if alone is not None and now - alone[1] <= TOGETHER_S and alone[0] != status.number:
            return self._end(Withheld("two numbers"))
        proven = first == said or (alone is not None and now - alone[1] <= TOGETHER_S)
        if not proven:
            return None
        self._taken = said
        return self._end(Result(status.number, status.spin))

    def _left(self, status: Status) -> Withheld | None:
        unproven, self._seen, self._other, self._alone = self._seen, None, None, None
        plays = status.state in PLAYS
        if unproven is not None and not (plays and status.spin == unproven[0]):
            verdict = self._end(Withheld("not proven"))
            self._played = int(plays)
            return verdict
        self._played += plays
        return None

    def _announced(self, spin: int) -> bool:
        """A single damaged line in the middle of a result is no new game."""
        again = self._taken is not None and self._taken[0] == spin
        return self._played >= (AGAIN if again else 1)

    def _after(self, said: tuple[int, str]) -> Withheld | None:
        """It goes on showing what was taken; anything else, said twice, is told."""
        taken, before = self._taken, self._other
        if taken is None or said == taken or not said[1]:
            self._other = None
            return None
        self._other = said
        if said != before:
            return None
        self._taken = said
        return Withheld("number changed")

    def _end(self, verdict: V) -> V:
        self._played, self._seen, self._other = 0, None, None
        return verdict
