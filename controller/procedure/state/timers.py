"""Timers of the table by name; one that is armed anew is another, so an id is `name/entry`."""

from __future__ import annotations

from msgspec import Struct

DEAL_GAP = "deal_gap"
READER_ANSWER = "reader_answer"
OF_ROUND = (DEAL_GAP, READER_ANSWER)
"""They wait for cards and answers of the round in hand, and end with it."""


class Timer(Struct, frozen=True, array_like=True):
    id: str
    seconds: float

    @property
    def name(self) -> str:
        return self.id.partition("/")[0]


def beyond_round(timers: tuple[Timer, ...]) -> tuple[Timer, ...]:
    """Those whose cause goes on when the round ends: calls, orders, the day, a pause."""
    return tuple(t for t in timers if t.name not in OF_ROUND)
