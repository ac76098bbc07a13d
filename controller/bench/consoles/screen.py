"""The dealer's page as a dealer works with it: expect something, wait for it, touch it.

What is expected and does not come, or is refused, is a `Disagreement`: the table and the people at
it do not mean the same thing, which is what the bench is there to find.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from controller.bench.automatic.pace import PRESS_S, Pace
from controller.domain.views.floor_view import Verdict
from controller.domain.views.view import Allowed, DealerView

from .console import Console, Typed

T = TypeVar("T")
OnHold = Callable[[DealerView], Awaitable[None]]
PATIENCE_S = 20.0
TRIES = 3


class Disagreement(Exception):
    """The table shows, asks or pays something else than what lies there."""


async def no_ruling(_: DealerView) -> None:
    """Wait until somebody else has ruled."""


class Screen:
    """`on_hold` hears of each hold once; whoever may rule does so elsewhere."""

    def __init__(self, console: Console, pace: Pace, on_hold: OnHold = no_ruling) -> None:
        self._console, self._pace, self._on_hold = console, pace, on_hold
        self.presses = 0
        self.refusals: list[str] = []

    async def view(self) -> DealerView:
        return await self._console.view()

    async def until(
        self, what: str, ready: Callable[[DealerView], T | None], patience_s: float = PATIENCE_S
    ) -> T:
        """Wait until the page shows it; a hold or pause takes its time. Raises: Disagreement."""
        loop = asyncio.get_running_loop()
        began, told = loop.time(), 0
        while True:
            view = await self.view()
            if view.hold is None and view.pause is not None:
                began = loop.time()
            elif view.hold is not None:
                began = loop.time()
                if told != view.hold.since:
                    told = view.hold.since
                    await self._on_hold(view)
            elif (found := ready(view)) is not None and found is not False:
                return found
            if loop.time() - began > patience_s:
                raise Disagreement(f"waited for {what}; {told_by(view)}")
            await self._console.news(1.0)

    async def at_rest(self) -> DealerView:
        """The page, once nothing holds the table."""
        return await self.until("the table to be free", lambda view: view)

    async def press(
        self, command: str, *, typed: dict[str, Typed] | None = None, **target: Any
    ) -> None:
        """Wait until the page offers the command for that target, and touch it."""
        for _ in range(TRIES):
            entry = await self.until(
                f"{command} {target or ''}".strip(), lambda view: offered(view, command, **target)
            )
            await self._pace.rest(PRESS_S)
            verdict = await self.touch(entry, **(typed or {}))
            if verdict.verdict in ("accepted", "dropped"):
                return
            if verdict.verdict != "stale":
                break
        raise Disagreement(f"{command} {target}: {verdict.text} ({verdict.clause})")

    async def touch(self, entry: Allowed, **typed: Typed) -> Verdict:
        self.presses += 1
        verdict = await self._console.tap(entry, **typed)
        if verdict.verdict not in ("accepted", "dropped"):
            self.refusals.append(f"{entry.label}: {verdict.text} ({verdict.clause})")
        return verdict


def offered(view: DealerView, command: str, **target: Any) -> Allowed | None:
    """The entry of the page with that command whose body names that target."""
    for entry in view.allowed:
        if entry.command == command and entry.body:
            body = msgspec.json.decode(entry.body)
            if all(body.get(name) == value for name, value in target.items()):
                return entry
    return None


def told_by(view: DealerView) -> str:
    keys = " ".join(entry.label for entry in view.allowed if entry.slot.startswith("act"))
    held = f" HELD {view.hold.headline!r}" if view.hold else ""
    return f"round {view.round.no} {view.round.phase}: {view.next_step.text!r}{held}, keys {keys}"
