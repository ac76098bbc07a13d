"""A name and a PIN are looked at: throttled, one after the other, and always answered."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import deque
from urllib.parse import parse_qsl

import msgspec
import structlog
from msgspec import Struct
from starlette.requests import Request

from controller.console.door import TableDoor
from controller.console.web.crowd import by_proxy, is_own
from controller.domain.commands import PersonChanged, Where
from controller.domain.facts import SignInTried
from controller.domain.plain import is_plain
from controller.errors import ConfigError

from .people import People, Person, TooManyTries
from .tries import Tries

OWN, PROXY = "own", "proxy"
"""This machine's own browser; somebody for whom a proxy of this machine asks."""
LONGEST, MOST_FIELDS = 100, 20
MOST_NOTED, NOTED_S = 20, 600.0
_log = structlog.get_logger("console")


class Checked(Struct, frozen=True):
    person: Person | None = None
    said: str = ""
    status: int = 200
    wait_s: int = 0
    """How long the next try must wait; 0 = it need not."""


class Noted:
    """Wrong ones go on the record, at most `MOST_NOTED` in `NOTED_S`; the next says how many more.

    Whoever tries a thousand names must not fill the disk.
    """

    def __init__(self, door: TableDoor) -> None:
        self._door = door
        self._noted: deque[float] = deque(maxlen=MOST_NOTED)
        self._missed = 0

    async def failed(self, name: str, place: str) -> None:
        now = asyncio.get_running_loop().time()
        if len(self._noted) == MOST_NOTED and now - self._noted[0] < NOTED_S:
            self._missed += 1
            return
        self._noted.append(now)
        await self._note(SignInTried(name=name, right=False, place=place))

    async def passed(self, person: Person, place: str) -> None:
        await self._note(SignInTried(name=person.name, right=True, rank=person.rank, place=place))

    async def _note(self, tried: SignInTried) -> None:
        missed, self._missed = self._missed, 0
        await self._door.note(msgspec.structs.replace(tried, missed=missed))


class PinCheck:
    def __init__(self, door: TableDoor, people: People, tries: Tries) -> None:
        self._people, self._tries = people, tries
        self.record = Noted(door)

    async def __call__(self, request: Request, name: str, pin: str) -> Checked:
        if not name or not pin or not is_plain(name):
            return Checked(None, "Give name and PIN.", 400)
        place = place_of(request)
        try:
            known = self._people.find(name)
            if known and (wait := self._tries.wait_s(name, place)) > 0:
                left = math.ceil(wait)
                return Checked(None, f"Too many tries. Wait {left} s.", 429, left)
            if known:
                self._tries.failed(name, place)
            person = await self._people.verify(name, pin)
        except ConfigError as error:
            _log.error("people_unreadable", error=error.what)
            return Checked(None, unreadable(error), 503)
        except TooManyTries:
            return Checked(None, "Many sign in at once. Try again.", 429)
        if person is None:
            _log.warning("sign-in failed")
            await self.record.failed(name, place)
            return Checked(None, "Name or PIN is wrong.", 403)
        self._tries.passed(name, place)
        return Checked(person)


def unreadable(error: ConfigError) -> str:
    """Words for a person at a page; the path is for the one who mends it."""
    return f"Nobody can sign in now: {error.what}. Call the technician."


def people_fault(people: People) -> str:
    """The words for the pages of those who are signed in; empty = the file can be read."""
    try:
        people.all()
    except ConfigError as error:
        return unreadable(error)
    return ""


def known(people: People, ranks: tuple[str, ...]) -> tuple[Person, ...]:
    """Whose names the letters find; none while the file cannot be read."""
    try:
        found = [p for p in people.all() if p.rank in ranks]
    except ConfigError:
        return ()
    return tuple(sorted(found, key=lambda p: p.name.casefold()))


def on_duty(people: People, there: frozenset[str], but: str) -> tuple[Person, ...]:
    """Who else is signed in and may rule, where this person may not try for a while."""
    found = known(people, ("floorperson", "casino_supervisor"))
    return tuple(p for p in found if p.name in there and p.name.casefold() != but.casefold())


async def note_new_pin(door: TableDoor, person: Person, where: Where) -> None:
    """On the record, once it is done."""
    rank = "dealer" if where == "dealer" else person.rank
    await door.command(
        PersonChanged(
            whom=person.name, by=person.name, rank=rank, where=where, rid=secrets.token_hex(8)
        )
    )


def place_of(request: Request) -> str:
    """The browser's address; this machine is one place by whichever name."""
    host = request.client.host if request.client else ""
    if not is_own(host):
        return host
    return PROXY if by_proxy(request.headers, request.scope) else OWN


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form as our pages send it, each once; no file, no other encoding."""
    try:
        sent = parse_qsl(
            (await request.body()).decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS
        )
    except ValueError:
        return {}
    return {key: value[:LONGEST].strip() for key, value in sent}
