"""Who is connected to the consoles: at most a fixed number, and none that says nothing.

Descriptors belong to the table first. A connection that has not sent a whole request in `SILENT_S`
is cut, one whose reader takes nothing for as long too. When the place is full, a silent one makes
room for the next; the table's own screen always finds a place.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable, Iterator
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import Scope

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
MOST = 256
MOST_OF_ONE = 64
"""From one address that is not this machine and not a trusted proxy."""
SILENT_S = 10.0


class Guest:
    """One connection; `busy` says whether it waits for us and not we for it."""

    def __init__(self, transport: asyncio.Transport, since: float) -> None:
        self.transport, self.since = transport, since
        self.address = address_of(transport)
        self.own = is_own(self.address)
        self.busy: Callable[[], bool] = lambda: False
        self.stuck: Callable[[], bool] = lambda: False
        self.cut = False

    def end(self) -> None:
        self.cut = True
        self.transport.abort()


class Crowd:
    """`trusted`: proxies. `shut`: who comes without one of them is not let in."""

    def __init__(self, trusted: tuple[str, ...] = (), *, shut: bool = False) -> None:
        self._trusted, self._shut = frozenset(trusted), shut
        self._guests: dict[Guest, asyncio.TimerHandle] = {}

    def __iter__(self) -> Iterator[Guest]:
        return iter([g for g in self._guests if not g.cut])

    def enter(self, transport: asyncio.Transport) -> Guest:
        """Take it in; where there is no room, one of the others or itself is cut."""
        loop = asyncio.get_running_loop()
        guest = Guest(transport, loop.time())
        self._guests[guest] = loop.call_later(SILENT_S, self._look, guest)
        if self._shut and not guest.own and guest.address not in self._trusted:
            guest.end()
            return guest
        here = list(self)
        if len(here) > MOST or self._too_many_of(guest, here):
            self._goes(guest, here).end()
        return guest

    def leave(self, guest: Guest) -> None:
        timer = self._guests.pop(guest, None)
        if timer is not None:
            timer.cancel()

    def _too_many_of(self, guest: Guest, here: list[Guest]) -> bool:
        if guest.own or guest.address in self._trusted:
            return False
        return sum(1 for g in here if g.address == guest.address) > MOST_OF_ONE

    def _goes(self, guest: Guest, here: list[Guest]) -> Guest:
        """The oldest silent one, a stranger before this machine's own; then a stranger, then it."""
        same = [g for g in here if g.address == guest.address]
        among = same if self._too_many_of(guest, here) else here
        others = [g for g in among if g is not guest]
        silent = [g for g in others if not g.busy()]
        for found in ([g for g in silent if not g.own], silent):
            if found:
                return min(found, key=lambda g: g.since)
        strangers = [g for g in others if not g.own] if guest.own else []
        return min(strangers, key=lambda g: g.since, default=guest)

    def _look(self, guest: Guest) -> None:
        loop = asyncio.get_running_loop()
        if guest.cut:
            return
        if guest.busy():
            if guest.stuck():
                guest.end()
                return
            guest.since = loop.time()
        elif loop.time() - guest.since >= SILENT_S:
            guest.end()
            return
        self._guests[guest] = loop.call_at(guest.since + SILENT_S, self._look, guest)


def address_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def by_proxy(headers: Headers, scope: Scope) -> bool:
    """Whether a program of this machine asks for somebody else.

    Not every proxy says so: nginx by default speaks HTTP/1.0 and no browser does. A proxy that
    passes on a name of the house is refused with that name.
    """
    old = scope.get("http_version") == "1.0"
    return old or any(header in headers for header in FORWARDED)


def is_own(address: str) -> bool:
    """Whether it is this machine under one of its loopback names."""
    with suppress(ValueError):
        found = ipaddress.ip_address(address.partition("%")[0])
        mapped = getattr(found, "ipv4_mapped", None)
        return bool((mapped or found).is_loopback)
    return False
