"""What a trainee has tried of a course, and how each attempt ended."""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct

from controller.bench.scenario.file import Scenario

from .table import Done


class Attempt(Struct, frozen=True):
    """One lesson's outcome, with what the file itself needs for it."""

    done: Done
    par_presses: int
    par_touches: int


class Tried:
    """The lessons of a course in their order; `by`: the trainee's name, or none."""

    def __init__(self, lessons: Sequence[Scenario], by: str) -> None:
        self.lessons, self.by = tuple(lessons), by
        self.attempts: list[list[Attempt]] = [[] for _ in self.lessons]
        self.began = time.time()

    def passed(self) -> int:
        return sum(mark == "passed" for mark in self.marks())

    def marks(self) -> list[str]:
        """The verdict of each lesson: passed once is passed, else the last one; "" = not tried."""
        return [_mark(tries) for tries in self.attempts]


def _mark(tries: list[Attempt]) -> str:
    verdicts = [one.done.verdict for one in tries]
    return "passed" if "passed" in verdicts else (verdicts[-1] if verdicts else "")
