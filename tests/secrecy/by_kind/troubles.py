"""What goes wrong among the decisions, by fingers, devices and reports; the floor rules each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import TypeVar

from controller.domain import commands as cmd
from controller.procedure.irregularities.reports import REPORTS
from tests.daemon.tabletop import Tabletop
from tests.secrecy.people import clear_hold

T = TypeVar("T")


class First(Random):
    """Takes the first ruling of each, so that the round goes on as long as it may."""

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        return seq[0]


async def reports(table: Tabletop, _: Random) -> None:
    """All that anybody can report now; what it may not be is refused."""
    box = table.state.play.hands[0].box
    await table.floor(cmd.FloorCalled())
    await table.floor(cmd.CardsTouched(box=box))
    for report in REPORTS:
        at = {"table": (0, 0), "box": (box, 1), "hand": (box, 1)}[report.of]
        await table.floor(cmd.Reported(what=report.kind, box=at[0], hand=at[1]))
        await asyncio.sleep(1)
        await clear_hold(table, First(0))


async def ten(table: Tabletop, rng: Random) -> None:
    for code in ("Th", "Tc"):
        table.rig.mischief.add_card(code, "shoe", 0)
        await table.draw(f"box {table.state.play.hands[0].box}.1")
        await clear_hold(table, rng)


async def foreign(table: Tabletop, rng: Random) -> None:
    await _read_as(table, rng, "Jo")


async def unread(table: Tabletop, rng: Random) -> None:
    await _read_as(table, rng, "")


async def _read_as(table: Tabletop, rng: Random, code: str) -> None:
    await table.hands.pull("shoe", "misread", code)
    await table.draw(f"box {table.state.play.hands[0].box}.1")
    await clear_hold(table, rng)


async def wheel(table: Tabletop, rng: Random) -> None:
    """A chip laid on a locked wheel and a button that is not due; then it restarts, forgetful."""
    box = table.state.play.hands[0].box
    await table.hands.set_chip(box, on=True)
    await table.hands.press_seat(box)
    await table.hands.pull("shoe", "reboot", value=False)
    await table.hands.pull("wheel", "reboot", value=False)
    await asyncio.sleep(8)
    await clear_hold(table, rng)


async def shoe_opened(table: Tabletop, rng: Random) -> None:
    await table.hands.open_shoe()
    await asyncio.sleep(1)
    await clear_hold(table, rng)
    await table.hands.close_shoe()
    await asyncio.sleep(1)
    await clear_hold(table, rng)


AMONG_DECISIONS: dict[str, Callable[[Tabletop, Random], Awaitable[None]]] = {
    "reports": reports,
    "ten": ten,
    "foreign": foreign,
    "unread": unread,
    "wheel": wheel,
    "shoe_opened": shoe_opened,
}
