"""One run of the bench on one device, from its hello to the lines of the report."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct

from drivers.bench.desk import Desk
from drivers.bench.found import (
    Counted,
    Found,
    Outcome,
    Unit,
    judged,
    not_tested,
    replies,
)
from drivers.bench.talk import Talk
from drivers.bench.tries import reader, shoe, shuffler, soak, wheel
from drivers.bench.tries.tell import Tell, Tried, nobody_waits
from drivers.errors import DriverError, Refused
from drivers.event import (
    CardDrawn,
    CardNotRead,
    Event,
    Peeked,
    ReaderFaulted,
    ShuffleDone,
    ShuffleFaulted,
    SpinDone,
    SpinFaulted,
)
from drivers.tablelink.messages.wire import Hello

from .opened import Bench

What = Literal["shoe", "reader", "shuffler", "wheel", "soak"]
ROLES: dict[What, str] = {
    "shoe": "shoe_scanner",
    "reader": "card_reader",
    "shuffler": "shuffler",
    "wheel": "wheel",
}
MOVED: dict[str, tuple[type[Event], ...]] = {
    "shoe_scanner": (CardDrawn, CardNotRead),
    "card_reader": (Peeked, ReaderFaulted),
    "shuffler": (ShuffleDone, ShuffleFaulted),
    "wheel": (SpinDone, SpinFaulted),
}
"""What counts in `moved` (PROTOCOL 3.5)."""

SETTLE_S = 2.0
ORDERED = ("shuffler", "wheel")
"""Roles that carry out orders."""


class Asked(Struct, frozen=True):
    what: What
    count: int = 10
    """Cycles, or pairs of test cards."""
    deck: tuple[str, ...] = ()
    weights: dict[str, float] = {}
    cards: int = 0
    hours: float = 0.0
    driver: str = "tablelink"
    role: str = ""
    """Of a soak behind a driver that cannot ask; else the device says it."""
    discard: bool = False


async def prove(bench: Bench, asked: Asked, tell: Tell = nobody_waits) -> Outcome:
    """Raises: DriverError when nobody answers, another device does, or it keeps events."""
    before = await _hello(bench) if asked.driver == "tablelink" else None
    role = _role(bench, asked, before)
    desk = Desk(bench.open, role, driver=asked.driver, discard=asked.discard)
    async with desk:
        if before is None:
            await asyncio.sleep(SETTLE_S)  # what it says of its own start comes behind our hello
        desk.settle()
        tried = await TRIES[asked.what](desk, bench, asked, tell)
        unit = desk.unit
    found = tried.found
    counters: tuple[Counted, ...] = ()
    if before is not None:
        counters = _counters(before, await _hello_after(bench), desk, role)
        found = (*found, _moved(counters[0], desk, cut=tried.cut))
    if role in ORDERED and asked.driver == "tablelink":
        found = (*found, replies(tuple(desk.watched.replies_ms)))
    return Outcome(
        title=tried.title,
        unit=unit,
        found=found,
        replies_ms=tuple(desk.watched.replies_ms) or tuple(desk.watched.pongs_ms),
        line=desk.watched.counts,
        counters=counters,
        cells=tried.cells,
        sections=tried.sections,
    )


Try = Callable[[Desk, Bench, Asked, Tell], Awaitable[Tried]]


async def _shoe(desk: Desk, bench: Bench, asked: Asked, tell: Tell) -> Tried:
    return await shoe.known_deck(desk, bench.hands, asked.deck, tell)


async def _reader(desk: Desk, bench: Bench, asked: Asked, tell: Tell) -> Tried:
    return await reader.answers(desk, bench.hands, asked.count, tell)


async def _shuffler(desk: Desk, bench: Bench, asked: Asked, tell: Tell) -> Tried:
    return await shuffler.cycles(desk, bench.hands, asked.count, cards=asked.cards, tell=tell)


async def _wheel(desk: Desk, _: Bench, asked: Asked, tell: Tell) -> Tried:
    return await wheel.cycles(desk, asked.count, asked.weights, tell)


async def _soak(desk: Desk, _: Bench, asked: Asked, tell: Tell) -> Tried:
    return await soak.soak(desk, asked.hours, tell)


TRIES: dict[What, Try] = {
    "shoe": _shoe,
    "reader": _reader,
    "shuffler": _shuffler,
    "wheel": _wheel,
    "soak": _soak,
}


async def _hello(bench: Bench) -> Hello:
    """Ask who is there, and give the port back. Raises: LinkLost, Timeout."""
    link = await bench.open()
    async with Talk(link) as talk:
        return await talk.hello()


async def _hello_after(bench: Bench) -> Hello | None:
    """What was found stands, also of a device that answers no more."""
    try:
        return await _hello(bench)
    except DriverError:
        return None


def _role(bench: Bench, asked: Asked, hello: Hello | None) -> str:
    """Raises: Refused when another device answers."""
    due = ROLES.get(asked.what, "")
    if hello is None:
        return due or asked.role
    if due and hello.role != due:
        raise Refused(
            f"a {hello.role} ({hello.model} {hello.serial}) answers at {bench.port}; "
            f"`bench {asked.what}` is for a {due}"
        )
    return hello.role


def _counters(before: Hello, after: Hello | None, desk: Desk, role: str) -> tuple[Counted, ...]:
    ours = sum(len(desk.of(kind)) for kind in MOVED.get(role, ()))
    if after is None:
        return (Counted("moved, lifetime", before.moved, None, ours),)
    last = before.last_event if before.boot == after.boot else None
    return (
        Counted("moved, lifetime", before.moved, after.moved, ours),
        Counted("last event, this boot", last, after.last_event, None),
        Counted("highest order", before.accepted, after.accepted, None),
    )


def _moved(moved: Counted, desk: Desk, *, cut: bool) -> Found:
    title, tried = "its lifetime counter counts each once", "before and after, and ours"
    if moved.after is None:
        return not_tested("3.5", title, "it does not answer any more", tried=tried)
    if cut:
        return not_tested("3.5", title, "it was ended by hand", tried=tried)
    if desk.up.carried or desk.losses:
        return not_tested("3.5", title, "the link was lost in between", tried=tried)
    gone = moved.after - (moved.before or 0)
    wrong = f"it counted {gone}, we counted {moved.ours}" if gone != moved.ours else ""
    return judged("3.5", title, wrong, tried=tried, found=f"{gone} and {moved.ours}")


def unit_of(hello: Hello) -> Unit:
    return Unit(
        role=hello.role,
        vendor=hello.vendor,
        model=hello.model,
        serial=hello.serial,
        firmware=hello.firmware,
        firmware_hash=hello.firmware_hash.hex(),
        simulated=hello.simulated,
    )
