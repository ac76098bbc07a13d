"""The dealing of a demo: by the automatic dealer, by a person, by one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Protocol

from controller.bench.automatic.by_page import ByPage
from controller.bench.automatic.dealer import Dealer
from controller.bench.automatic.pace import Pace
from controller.bench.automatic.players import Players
from controller.bench.automatic.post import Post
from controller.bench.consoles.console import DoorConsole
from controller.bench.consoles.screen import Disagreement, Screen
from controller.bench.hands import HandsOn
from controller.bench.hands.seats import FIRST_CENTS, Seats
from controller.daemon import Daemon
from controller.procedure.state.play import Play
from drivers.sim.hosting.client import WorldClient
from drivers.sim.physical.pieces import CannotBe

from .report import Narrator

STEP_S = 0.5
OPENING_SPEED = 30.0
"""How fast a table is opened that is to deal its first card soon."""


class Asked(Protocol):
    """What a demo was asked for, as far as the dealing goes."""

    @property
    def speed(self) -> float: ...
    @property
    def seed(self) -> int: ...
    @property
    def rounds(self) -> int | None: ...
    @property
    def from_opening(self) -> bool: ...


class Dealing:
    """The automatic dealer, who goes on by the page where somebody else has dealt or pressed."""

    def __init__(
        self, options: Asked, daemon: Daemon, control: Path, narrator: Narrator, dealer: Dealer
    ) -> None:
        self._options, self._daemon, self._control = options, daemon, control
        self._narrator, self._dealer = narrator, dealer
        self._hands: HandsOn | None = None
        self._slowing: asyncio.Task[None] | None = None

    def play(self) -> Play:
        return self._daemon.table.current.state.play

    async def run(self) -> None:
        """Raises: ConnectionError, when the simulated world is gone."""
        pace = self._dealer.post.pace
        if not self._options.from_opening:
            pace.speed = max(pace.speed, OPENING_SPEED)
            await self._by_page(self._at_bets)
            self._slowing = asyncio.create_task(self._slow_down(pace), name="slow down")
        if self._hands is not None:
            self._narrator.say("the table is yours: open /hands")
            await asyncio.Event().wait()
        while not self._is_done():
            try:
                await self._dealer.play(self._options.rounds)
            except (Disagreement, CannotBe) as why:
                self._narrator.say(
                    f"somebody else has dealt or pressed ({why}); going on by the page"
                )
                await self._by_page(self._at_bets)

    async def comes(self, true: Callable[[], bool]) -> None:
        """Wait until it is so, as long as the table is open."""
        if true():
            return
        async for _ in self._daemon.door.subscribe():
            if true():
                return

    async def _slow_down(self, pace: Pace) -> None:
        """At the first card the dealing has its own pace; nobody waits for the first seating."""
        await self.comes(lambda: bool(self.play().dealt) or self._hands is not None)
        pace.speed = self._options.speed

    def _is_done(self) -> bool:
        rounds = self._options.rounds
        return rounds is not None and len(self._dealer.rounds) >= rounds

    def _at_bets(self) -> bool:
        play = self.play()
        ready = play.shoe in ("ready", "last_round", "burn_due") and play.opening == "open"
        return ready and play.round == "wagering" and not play.dealt

    async def _by_page(self, until: Callable[[], bool]) -> None:
        post = self._dealer.post
        follower = ByPage(post, self.play, self._daemon.house, plays=True)
        while not until():
            try:
                await follower.act()
            except (Disagreement, CannotBe):
                await asyncio.sleep(1.0)
            await asyncio.sleep(STEP_S / post.pace.speed)
        post.burn_waits = self.play().shoe == "burn_due"

    async def hands_on(self, world: WorldClient) -> HandsOn:
        """The same devices, dealt by a person; the dealer of this demo is AUTO there."""
        post, pack = self._dealer.post, self._daemon.house.pack
        book = Players(Random(f"{self._options.seed}/book"), pack)  # noqa: S311 - seeded players
        most = pack.deal.main_max_cents.value
        first = min(FIRST_CENTS, most) if isinstance(most, int) else FIRST_CENTS
        seats = Seats(book, first_cents=first)
        post.players = seats
        self._hands = HandsOn(
            lambda: WorldClient.connect(self._control),
            world,
            Post(
                world,
                Screen(DoorConsole(self._daemon.door), Pace(self._options.speed)),
                seats,
                pace=Pace(self._options.speed),
                pack=pack,
                sections=post.sections,
                say=self._narrator.say,
                floor=post.floor,
            ),
            seats=seats,
            door=self._daemon.door,
            play=self.play,
            house=self._daemon.house,
        )
        return self._hands

    async def end(self) -> None:
        if self._slowing is not None:
            self._slowing.cancel()
        if self._hands is not None:
            await self._hands.take_back()
