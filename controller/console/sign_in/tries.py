"""How often a wrong PIN was tried, and how long the next try must wait.

Counted for a person at a place (a browser's address), for a person at all places, and for a place.
A guess at a name that nobody has is worth nothing and locks nobody. Counts fade: after `FADE_S`
without a wrong PIN they begin anew.
"""

from __future__ import annotations

import asyncio

FREE = 3
FREE_OF_PERSON, FREE_OF_PLACE = 10, 12
WAIT_S, LONGEST_S = 15.0, 600.0
FADE_S = 900.0
MOST = 2000

Key = tuple[str, str]


class Tries:
    """Each try is counted before its PIN is looked at: two at once are two."""

    def __init__(self) -> None:
        self._failures: dict[Key, tuple[int, float, float]] = {}
        """(count, waits until, last)"""

    def wait_s(self, name: str, place: str) -> float:
        now = asyncio.get_running_loop().time()
        return max(0.0, *(self._now(key, now)[1] - now for key, _ in _keys(name, place)))

    def failed(self, name: str, place: str) -> None:
        now = asyncio.get_running_loop().time()
        for key, free in _keys(name, place):
            count = self._now(key, now)[0] + 1
            wait = min(LONGEST_S, WAIT_S * 2 ** min(count - free, 16)) if count >= free else 0.0
            self._failures[key] = (count, now + wait, now)
        if len(self._failures) > MOST:
            kept = sorted(self._failures.items(), key=lambda one: one[1][2])
            self._failures = dict(kept[MOST // 2 :])

    def passed(self, name: str, place: str) -> None:
        """The person's own counts here end, and what this one try had added elsewhere."""
        self._failures.pop((name.casefold(), place), None)
        for key in ((name.casefold(), ""), ("", place)):
            count, _, last = self._failures.get(key, (0, 0.0, 0.0))
            if count > 1:
                self._failures[key] = (count - 1, 0.0, last)
            else:
                self._failures.pop(key, None)

    def _now(self, key: Key, now: float) -> tuple[int, float]:
        count, until, last = self._failures.get(key, (0, 0.0, 0.0))
        return (count, until) if now - last < FADE_S else (0, 0.0)


def _keys(name: str, place: str) -> tuple[tuple[Key, int], ...]:
    person = name.casefold()
    return (
        ((person, place), FREE),
        ((person, ""), FREE_OF_PERSON),
        (("", place), FREE_OF_PLACE),
    )
