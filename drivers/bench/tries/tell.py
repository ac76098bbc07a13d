"""How far a try has come, for whoever waits, and what it has found."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from drivers.bench.desk import Desk
from drivers.bench.found import Cell, Found, Section, judged
from drivers.number import counted

Tell = Callable[[int, int, str], None]
"""Done, of, and what is done."""


class Tried(Struct, frozen=True):
    title: str
    """What was done: `wheel, 100 spins`."""
    found: tuple[Found, ...]
    cells: tuple[Cell, ...] = ()
    sections: tuple[Section, ...] = ()
    cut: bool = False
    """Somebody ended it by hand while the device may have been at something."""


def nobody_waits(_: int, __: int, ___: str) -> None:
    return


def steady(desk: Desk) -> tuple[Found, ...]:
    """What holds of every try: the link stayed, the device did not start anew, nothing was lost."""
    from drivers.event import EventsOverrun, UnknownEvent

    lost = sum(one.lost for one in desk.of(EventsOverrun))
    strange = len(desk.of(UnknownEvent))
    times = desk.lost
    last = f", the last: {desk.losses[-1]}" if desk.losses else ""
    return (
        judged(
            "line",
            "the link stays",
            f"lost {'once' if times == 1 else f'{times} times'}{last}" if times else "",
            found="never lost",
        ),
        judged(
            "start",
            "the device does not start anew",
            counted(desk.starts, "new start") if desk.starts else "",
            found="none",
        ),
        judged(
            "4.3",
            "no event is lost",
            f"{counted(lost, 'event')} lost" if lost else "",
            found=f"{counted(desk.events, 'event')}, none lost",
        ),
        judged(
            "4.6",
            "every event is known",
            f"{counted(strange, 'event')} that this version cannot name" if strange else "",
            found="all known",
        ),
    )
