"""What a bench run found: one line for each thing that was tried, and the numbers behind it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from drivers.number import counted

Verdict = Literal["passed", "failed", "skipped"]
LATE_MS = 100.0
"""A command is answered within this time (PROTOCOL 5.2)."""


class Found(Struct, frozen=True):
    sentence: str
    title: str
    verdict: Verdict
    why: str = ""
    """Of a failure, or of what could not be judged."""
    ms: float = 0.0
    tried: str = ""
    found: str = ""


class Unit(Struct, frozen=True):
    """Who was on the bench."""

    role: str
    vendor: str = ""
    model: str = ""
    serial: str = ""
    firmware: str = ""
    firmware_hash: str = ""
    simulated: bool = False

    @property
    def words(self) -> str:
        return " ".join(filter(None, (self.vendor, self.model, self.serial))) or self.role


class Counted(Struct, frozen=True):
    """A counter of the device before and after, and what we counted between; None = not told."""

    name: str
    before: int | None
    after: int | None
    ours: int | None


class Cell(Struct, frozen=True):
    """One card of the known deck and what was told of it; empty = nothing."""

    stated: str
    read: str


class Section(Struct, frozen=True):
    name: str
    count: int
    expected: float


class Outcome(Struct, frozen=True):
    title: str
    """What was done: `known deck, 52 cards`."""
    unit: Unit
    found: tuple[Found, ...]
    replies_ms: tuple[float, ...] = ()
    line: tuple[tuple[str, int], ...] = ()
    """Frames and what went wrong with them."""
    counters: tuple[Counted, ...] = ()
    cells: tuple[Cell, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[Found, ...]:
        return tuple(one for one in self.found if one.verdict == "failed")

    def count(self, verdict: Verdict) -> int:
        return sum(one.verdict == verdict for one in self.found)


def judged(
    sentence: str, title: str, wrong: str, *, tried: str = "", found: str = "", ms: float = 0.0
) -> Found:
    """Failed when there is something wrong, else passed."""
    verdict: Verdict = "failed" if wrong else "passed"
    return Found(sentence, title, verdict, wrong, ms, tried, wrong or found)


def not_tested(sentence: str, title: str, why: str, *, tried: str = "") -> Found:
    return Found(sentence, title, "skipped", why, tried=tried, found="not tested")


def replies(took: tuple[float, ...]) -> Found:
    """R8: how long commands waited for their answers. Units: milliseconds."""
    title, tried = "commands are answered in time", f"each within {LATE_MS:g} ms"
    if not took:
        return not_tested("5.2", title, "no command was sent", tried=tried)
    late = [ms for ms in took if ms > LATE_MS]
    wrong = f"{len(late)} of {len(took)} late, the worst {max(took):.0f} ms" if late else ""
    found = f"{counted(len(took), 'answer')}, the slowest {max(took):.1f} ms"
    return judged("5.2", title, wrong, tried=tried, found=found)
