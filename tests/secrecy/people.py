"""What the dealer and the floorperson do, decided from nothing but what their pages show."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec

from controller.console.web.taps import Tap, decode
from controller.domain.views.floor_view import FloorView, Irregularity, Verdict
from tests.daemon import tabletop
from tests.daemon.tabletop import Tabletop


async def tap_floor(table: Tabletop, body: str, token: str = "", **fill: str) -> Verdict:
    tap = Tap(f"floor-{next(tabletop.TAPS):06}", body, token, dict(fill))
    command = decode(
        msgspec.json.encode(tap), by="Ada Fox", rank="casino_supervisor", where="floor"
    )
    return await table.daemon.door.command(command)


async def clear_hold(table: Tabletop, rng: Random, *, steps: int = 12) -> None:
    """Rule until nothing holds: notice, facts, then one of the rulings that are not greyed."""
    for _ in range(steps):
        view = table.daemon.door.floor_view()
        if view.hold is None or not await _one_step(table, view, rng):
            return
        await asyncio.sleep(1)


async def _one_step(table: Tabletop, view: FloorView, rng: Random) -> bool:
    red = next((i for i in view.irregularities if i.red), None)
    if red is None:
        return False
    if red.notify_needed is not None and not red.notified:
        said = await tap_floor(table, red.notify_needed.body, red.notify_needed.token)
        return said.verdict == "accepted"
    for fact in red.facts:
        if fact.answers and not any(a.chosen for a in fact.answers):
            answer = rng.choice(fact.answers)
            return (await tap_floor(table, answer.body, answer.token)).verdict == "accepted"
    return await _rule(table, red, rng)


async def _rule(table: Tabletop, red: Irregularity, rng: Random) -> bool:
    open_ones = [r for r in red.rulings if not r.greyed_reason and r.body]
    if not open_ones:
        return False
    ruling = rng.choice(open_ones)
    fill = {"reason": "as the floor saw it"} if ruling.reason_required else {}
    return (await tap_floor(table, ruling.body, ruling.token, **fill)).verdict == "accepted"


async def finish(table: Tabletop, rng: Random) -> None:
    """From DEAL OK to the settlement: every hand stands, the dealer draws as the page says."""
    for _ in range(40):
        view = table.view
        phase = view.round.phase
        asked = [a for a in view.allowed if a.slot.startswith("ask") and a.body]
        if phase == "settle":
            return
        if view.hold is not None:
            await clear_hold(table, rng)
        elif asked and view.next_step.asks:
            await table.tap(rng.choice(asked))
        elif phase == "peek":
            await table.hands.slide_in()
            await asyncio.sleep(1)
            await table.hands.slide_out()
        elif phase == "turn":
            await table.turn()
        elif phase == "dealer":
            await table.draw("dealer.hole")
        elif table.offered("act1"):
            await table.press("act1")
        else:
            assert view.next_step.target is not None, view.next_step
            await table.draw(f"box {view.next_step.target.box}.1")
        await asyncio.sleep(1)
    raise AssertionError(f"no settlement: {table.view.next_step}, {table.view.round}")
