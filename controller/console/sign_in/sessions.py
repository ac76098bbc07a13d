"""Who is signed in on which browser.

A session ends by itself after `idle_s`, and at once when its person is removed or has another rank
or PIN. On the table's own screen it covers one ruling and ends with it (an open session would let
the dealer rule). With a `file`, sessions outlive a restart of the daemon for their idle time; the
file knows only what a key hashes to.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct

from controller.errors import ConfigError

from . import kept_file
from .people import People, Person

KEEP_EVERY_S = 15.0
"""How often activity alone is written down."""
_log = structlog.get_logger("console")


class Session(Struct):
    name: str
    rank: str
    once: bool
    must_change: bool
    until: float
    """On the loop's clock."""
    stamp: str = ""
    """Of rank and PIN at the sign-in."""


class _Kept(Struct, frozen=True):
    key: str
    session: Session
    until: float
    """UTC in seconds."""


class Sessions:
    def __init__(self, idle_s: float = 300.0, file: Path | None = None) -> None:
        self._idle_s, self._file = idle_s, file
        self._open: dict[str, Session] = {}
        self._people: People | None = None
        self._due = 0.0
        self._keeping: asyncio.Task[None] | None = None
        self._one_act = asyncio.Lock()

    def watch(self, people: People) -> None:
        """Ask this list, from now on, whether a person is still who signed in."""
        self._people = people
        if self._file is not None and not self._open:
            self._open = _kept(self._file, self._idle_s)

    def open(self, person: Person, *, once: bool) -> str:
        key = secrets.token_urlsafe(32)
        now = asyncio.get_running_loop().time()
        self._open = {k: s for k, s in self._open.items() if s.until > now}
        self._open[_hashed(key)] = Session(
            person.name,
            person.rank,
            once,
            person.must_change,
            now + self._idle_s,
            person.stamp,
        )
        self._keep()
        return key

    def find(self, key: str, *, touch: bool = True) -> Session | None:
        """Return the live session; `touch` counts as activity."""
        session = self._open.get(_hashed(key))
        now = asyncio.get_running_loop().time()
        if session is None or session.until <= now or not self._is_still(session):
            self.close(key)
            return None
        if touch:
            session.until = now + self._idle_s
            if now >= self._due:
                self._keep()
        return session

    @asynccontextmanager
    async def acting(self, key: str) -> AsyncIterator[Session | None]:
        """The session for one act; one that covers a single act finds out first what it came to."""
        session = self.find(key)
        if session is None or not session.once:
            yield session
            return
        async with self._one_act:
            yield self.find(key)

    def names(self) -> frozenset[str]:
        """Who is signed in somewhere."""
        now = asyncio.get_running_loop().time()
        return frozenset(s.name for s in self._open.values() if s.until > now)

    def close(self, key: str) -> None:
        if self._open.pop(_hashed(key), None) is not None:
            self._keep()

    def changed_pin(self, key: str, person: Person) -> None:
        """Go on here with the new PIN; every other session of the person ends."""
        own = _hashed(key)
        self._open = {k: s for k, s in self._open.items() if k == own or s.name != person.name}
        if (session := self._open.get(own)) is not None:
            session.stamp, session.must_change = person.stamp, False
        self._keep()

    async def kept(self) -> None:
        """Until what changed is written down."""
        if self._keeping is not None:
            await asyncio.wait({self._keeping})

    def _is_still(self, session: Session) -> bool:
        """A list that cannot be read takes nobody's session: somebody must be able to rule."""
        if self._people is None:
            return True
        try:
            person = self._people.find(session.name)
        except ConfigError:
            return True
        return person is not None and person.stamp == session.stamp

    def _keep(self) -> None:
        """Write the sessions down, on a thread; what changes meanwhile is written after it."""
        if self._file is None:
            return
        loop = asyncio.get_running_loop()
        self._due = loop.time() + KEEP_EVERY_S
        if self._keeping is None or self._keeping.done():
            self._keeping = loop.create_task(self._write(self._file), name="sessions")

    async def _write(self, file: Path) -> None:
        written: list[_Kept] | None = None
        while written != (now := self._all()):
            written = now
            await asyncio.to_thread(_store, file, now)

    def _all(self) -> list[_Kept]:
        ahead = time.time() - asyncio.get_running_loop().time()
        return [
            _Kept(key, msgspec.structs.replace(s), round(s.until + ahead))
            for key, s in self._open.items()
        ]


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def _store(file: Path, sessions: list[_Kept]) -> None:
    """Sessions that cannot be written down end with the daemon, no more."""
    try:
        kept_file.write(file, sessions)
    except OSError as error:
        _log.warning("sessions_not_kept", error=type(error).__name__)


def _kept(file: Path, idle_s: float) -> dict[str, Session]:
    """What the daemon before this one had open; nothing where the file is none of ours."""
    found: list[_Kept] = kept_file.read(file, list[_Kept]) or []
    now, left = asyncio.get_running_loop().time(), {}
    for kept in found:
        rest = min(kept.until - time.time(), idle_s)
        if rest > 0:
            left[kept.key] = msgspec.structs.replace(kept.session, until=now + rest)
    return left
