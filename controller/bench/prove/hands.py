"""The two kinds of hands: a technician is asked in words, a simulated world is moved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from drivers.bench.decks import COVER
from drivers.sim.hosting.client import WorldClient
from drivers.sim.physical.pieces import COVER as COVER_CARD
from drivers.sim.physical.pieces import CannotBe

A_LINE = 13
"""So many cards are written in one line, as many as a suit has."""
__all__ = ("CannotBe", "Simulated", "Technician", "act_at")
TRIES = 600
GATE_S = 0.1


class Technician:
    """Says what is wanted; the device tells when it was done."""

    def __init__(self, say: Callable[[str], None], idle_s: float) -> None:
        self._say, self.idle_s = say, idle_s

    async def load(self, codes: Sequence[str]) -> None:
        self._say(f"Put these {len(codes)} cards into the shoe, the first at the mouth:")
        for at in range(0, len(codes), A_LINE):
            self._say("    " + " ".join(codes[at : at + A_LINE]))

    async def draw(self, cards: int) -> None:
        self._say(f"Close the gate and draw all {cards}, one after the other.")
        self._say(f"It ends when nothing has come for {self.idle_s:g} s, or the shoe is opened.")

    async def insert(self, up: str, hole: str) -> None:
        self._say(f"Put {up} beside the slot and {hole} into it.")

    async def take_out(self) -> None:
        self._say("Take the card out.")

    async def fill(self) -> int:
        self._say("Put the cards into the shuffler and close its door.")
        return 0

    async def empty(self) -> None:
        self._say("Take the shuffled cards out.")


class Simulated:
    """The world of a simulated table, in this process or in another."""

    def __init__(self, world: WorldClient, idle_s: float = 10.0) -> None:
        self._world, self.idle_s = world, idle_s

    async def load(self, codes: Sequence[str]) -> None:
        """Whatever lies in the shoe or the hands is taken away first."""
        with suppress(CannotBe):
            await self._world.open_shoe()
        await self._world.empty_shoe()
        await self._world.shuffle_by_hand()
        with suppress(CannotBe):
            while True:
                await self._world.mischief.lose_card("hands")
        for at, code in enumerate(codes):
            await self._world.mischief.add_card(COVER_CARD if code == COVER else code, "hands", at)
        await self._world.load_shoe()

    async def draw(self, cards: int) -> None:
        """A gate that is shut for a moment, since the memory is full, opens again."""
        for _ in range(cards):
            for _ in range(TRIES):
                try:
                    await self._world.draw("box1")
                except CannotBe:
                    await asyncio.sleep(GATE_S)
                else:
                    break
            await asyncio.sleep(0)

    async def insert(self, up: str, hole: str) -> None:
        await self._world.put_test_card(up, hole)

    async def take_out(self) -> None:
        await self._world.take_test_card()

    async def fill(self) -> int:
        await self._world.pick_up()
        return await self._world.fill_shuffler()

    async def empty(self) -> None:
        """Out of the tray and onto the rack, from where they are filled in again."""
        await self._world.open_shuffler()


async def act_at(socket: Path, name: str, args: Sequence[object]) -> object:
    """One act at a simulated table. Raises: OSError when there is none, CannotBe."""
    world = await WorldClient.connect(socket)
    try:
        return await world.act(name, *args)
    finally:
        world.close()
        await asyncio.sleep(0)  # the socket's last turn
