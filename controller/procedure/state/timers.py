"""Timers of the table: what each waits for, and how long."""

from __future__ import annotations

from msgspec import Struct

from .refs import TimerName, TimerRef, timer

OF_ROUND: tuple[TimerName, ...] = ("deal_gap", "reader_answer")
"""They wait for cards and answers of the round in hand, and end with it."""


class Timer(Struct, frozen=True, array_like=True):
    id: str
    """A `TimerRef`, as the record has it."""
    seconds: float

    @property
    def ref(self) -> TimerRef:
        return timer(self.id)


def waits(timers: tuple[Timer, ...], name: TimerName) -> bool:
    return any(t.ref.name == name for t in timers)


def without(timers: tuple[Timer, ...], name: TimerName, of: str = "") -> tuple[Timer, ...]:
    """Without those of that name, and of that kind where one is named."""
    return tuple(t for t in timers if t.ref.name != name or (of and t.ref.of != of))


def beyond_round(timers: tuple[Timer, ...]) -> tuple[Timer, ...]:
    """Those whose cause goes on when the round ends: calls, orders, the day, a pause."""
    return tuple(t for t in timers if t.ref.name not in OF_ROUND)
