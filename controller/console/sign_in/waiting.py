"""Changes to people that one person has asked for and a second has still to sign.

They wait for `OPEN_S`, over a restart of the daemon too: whoever still wants one then asks again,
and the record says that it lapsed (`lapsing.py`). The file is written before the record says
`asked`, so that nothing recorded is forgotten, and again when a change ended in any way.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import structlog
from msgspec import Struct

from controller.errors import ConfigError

from . import kept_file
from .people import People, Person, Rank, check_licence, check_name

OPEN_S = 1800.0
MOST = 8
SECOND: Rank = "casino_supervisor"
"""Below this rank nobody signs for what another has asked for."""

_log = structlog.get_logger("console")

Act = Literal["added", "changed", "new_pin", "removed"]


class Proposal(Struct, frozen=True, kw_only=True):
    act: Act
    name: str
    rank: Rank = "dealer"
    licence: str = ""
    hash: str = ""
    """Of the PIN that was given; empty = none was."""
    by: str
    at: int
    """UTC milliseconds."""
    id: str = ""

    @property
    def told(self) -> str:
        """What is asked for, in words of the record."""
        rank = self.rank.replace("_", " ")
        about = f"{rank}, licence {self.licence}" if self.licence else rank
        return {
            "added": f"a place as {about}",
            "changed": about,
            "new_pin": "a new PIN",
            "removed": "removal",
        }[self.act]


class Waiting:
    """`now`: UTC milliseconds. Without a `file` they end with the daemon."""

    def __init__(self, now: Callable[[], int], file: Path | None = None) -> None:
        self._now, self._file = now, file
        self.lost = file is not None and file.exists()
        """There is a file and it cannot be read: who asked must hear it."""
        found = None if file is None else kept_file.read(file, tuple[Proposal, ...])
        if found is not None:
            self.lost = False
        elif self.lost:
            _log.warning("waiting_changes_lost", file=str(file))
        self.untold = self.lost
        """The record does not say so yet."""
        self._open = {one.id: one for one in found or ()}
        self._turn = asyncio.Lock()

    def all(self) -> tuple[Proposal, ...]:
        return tuple(one for one in self._open.values() if not self._is_late(one))

    def lapsed(self) -> tuple[Proposal, ...]:
        """Those that nobody may sign any more and that are not dropped yet."""
        return tuple(filter(self._is_late, self._open.values()))

    def count(self) -> int:
        return len(self.all())

    def find(self, key: str) -> Proposal | None:
        return next((one for one in self.all() if one.id == key), None)

    def put(self, proposal: Proposal) -> Proposal:
        """One change at a time for each person. Raises: ConfigError."""
        if any(one.name.casefold() == proposal.name.casefold() for one in self.all()):
            raise ConfigError(f"a change of {proposal.name} waits already")
        if self.count() >= MOST:
            raise ConfigError("many changes wait already", do="Sign or withdraw one first")
        key = secrets.token_hex(8)
        self._open[key] = Proposal(
            act=proposal.act,
            name=proposal.name,
            rank=proposal.rank,
            licence=proposal.licence,
            hash=proposal.hash,
            by=proposal.by,
            at=proposal.at,
            id=key,
        )
        return self._open[key]

    def drop(self, proposal: Proposal) -> None:
        self._open.pop(proposal.id, None)

    async def keep(self) -> None:
        """Write down what waits now, on a thread. Raises: ConfigError."""
        if self._file is None:
            return
        async with self._turn:
            try:
                await asyncio.to_thread(kept_file.write, self._file, tuple(self._open.values()))
            except OSError as error:
                raise ConfigError("the change could not be kept", do="Ask again") from error
        self.lost = False

    def _is_late(self, one: Proposal) -> bool:
        return one.at <= self._now() - int(OPEN_S * 1000)


def check(people: People, proposal: Proposal) -> None:
    """Whether it can be done as the people file is now. Raises: ConfigError."""
    check_name(proposal.name)
    check_licence(proposal.licence)
    there = people.find(proposal.name)
    if proposal.act == "added":
        if there is not None:
            raise ConfigError(f"{there.name} is there already")
        return
    if there is None:
        raise ConfigError(f"nobody is called {proposal.name}")
    if proposal.act == "changed" and (there.rank, there.licence) == (
        proposal.rank,
        proposal.licence,
    ):
        raise ConfigError("nothing would change")
    stays = proposal.act == "new_pin" or (proposal.act == "changed" and proposal.rank == SECOND)
    if there.rank == SECOND and not stays and _supervisors(people) == 1:
        raise ConfigError(f"{there.name} is the last casino supervisor")


def do(people: People, proposal: Proposal) -> Person:
    """Write it down. Raises: ConfigError."""
    check(people, proposal)
    if proposal.act == "added":
        return people.enter(
            Person(
                name=proposal.name,
                rank=proposal.rank,
                licence=proposal.licence,
                hash=proposal.hash,
            )
        )
    if proposal.act == "removed":
        return people.remove(proposal.name)
    if proposal.act == "new_pin":
        return people.edit(proposal.name, hashed=proposal.hash)
    return people.edit(proposal.name, rank=proposal.rank, licence=proposal.licence)


def _supervisors(people: People) -> int:
    return sum(person.rank == SECOND for person in people.all())
