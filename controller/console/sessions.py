"""Who is signed in on which browser, and how often a wrong PIN was tried.

A session lives in memory only and ends by itself after `idle_s`. On the table's own screen it
covers one ruling and ends with it (an open session would let the dealer rule).
"""

from __future__ import annotations

import asyncio
import secrets

from msgspec import Struct

from .people import Person

_TRIES = 3
_WAIT_S = 15.0
_LONGEST_S = 600.0


class Session(Struct):
    name: str
    rank: str
    once: bool
    must_change: bool
    until: float
    """On the loop's clock."""


class Sessions:
    def __init__(self, idle_s: float = 300.0) -> None:
        self._idle_s = idle_s
        self._open: dict[str, Session] = {}

    def open(self, person: Person, *, once: bool) -> str:
        key = secrets.token_urlsafe(32)
        now = asyncio.get_running_loop().time()
        self._open = {k: s for k, s in self._open.items() if s.until > now}
        self._open[key] = Session(
            person.name, person.rank, once, person.must_change, now + self._idle_s
        )
        return key

    def find(self, key: str, *, touch: bool = True) -> Session | None:
        """Return the live session; `touch` counts as activity."""
        session = self._open.get(key)
        now = asyncio.get_running_loop().time()
        if session is None or session.until <= now:
            self._open.pop(key, None)
            return None
        if touch:
            session.until = now + self._idle_s
        return session

    def close(self, key: str) -> None:
        self._open.pop(key, None)


class Tries:
    """After three wrong PINs each further one doubles the wait, for that name and for all names."""

    def __init__(self) -> None:
        self._failures: dict[str, tuple[int, float]] = {}

    def wait_s(self, name: str) -> float:
        now = asyncio.get_running_loop().time()
        return max(0.0, *(self._until(key) - now for key in (name.casefold(), "")))

    def failed(self, name: str) -> None:
        now = asyncio.get_running_loop().time()
        for key, free in ((name.casefold(), _TRIES), ("", 4 * _TRIES)):
            count = self._failures.get(key, (0, 0.0))[0] + 1
            wait = min(_LONGEST_S, _WAIT_S * 2 ** (count - free)) if count >= free else 0.0
            self._failures[key] = (count, now + wait)
        if len(self._failures) > 1000:
            self._failures = {"": self._failures[""]}

    def passed(self, name: str) -> None:
        self._failures.pop(name.casefold(), None)
        self._failures.pop("", None)

    def _until(self, key: str) -> float:
        return self._failures.get(key, (0, 0.0))[1]
