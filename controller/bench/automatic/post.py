"""The dealer's place at the table: fingers on the cards, eyes on them and on the page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from controller.bench.consoles.console import Typed
from controller.bench.consoles.screen import PATIENCE_S, Disagreement, Screen, offered
from controller.domain.commands import Command
from controller.rules.pack import Pack
from drivers.sim.hosting.client import WorldClient
from drivers.sim.physical.world import HOLE

from .pace import GUARD_S, LOOK_S, Pace
from .players import Seated

STOP = ("stop", "dark")
LAMP_S = 0.3

Say = Callable[[str], None]
Floor = Callable[[Command], Awaitable[None]]
"""A floorperson says it on the floor's page."""


def _silent(_: str) -> None:
    return


async def nobody(_: Command) -> None:
    raise Disagreement("there is no floorperson")


class Post:
    """`sections` is the house's wheel: the symbol on it to cents. `cover` counts from the back."""

    def __init__(
        self,
        world: WorldClient,
        screen: Screen,
        players: Seated,
        *,
        pace: Pace,
        pack: Pack,
        sections: Mapping[str, int],
        name: str = "Dana R.",
        cover: int | None = None,
        say: Say = _silent,
        floor: Floor = nobody,
    ) -> None:
        self.world, self.screen, self.players = world, screen, players
        self.pace, self.pack, self.sections = pace, pack, sections
        self.name, self.cover, self.say = name, cover, say
        self.floor = floor
        self.cover_out = False
        """The cover card has come: this round is the last of the shoe."""
        self.forgets = 0
        """The box that gets no second card; its own dealer says so at once. 0 = none."""
        self.burn_waits = False
        """The new shoe's burn is not made yet."""
        self.cards = 0

    @property
    def two_batches(self) -> bool:
        return self.pack.shuffle.batches.value > 1

    @property
    def endless(self) -> bool:
        """The table has a continuous shuffler."""
        return self.pack.shuffle.continuous_device.value == "on"

    async def draw(self, place: str) -> str:
        """Draw the next card to a place; return its face, empty when it lies face down."""
        await self._go()
        await self.pace.card()
        keyed = await self._go()
        drawn = await self.world.draw(place)
        if drawn.cover:
            self.cover_out = True
            self.say("the cutting card is out: last round of this shoe")
            if keyed:
                await self.screen.press("CoverCardKeyed")
            await self.pace.card()
            drawn = await self.world.draw(place)
        if keyed:
            typed: dict[str, Typed] = {"face": drawn.code} if drawn.code else {}
            await self.screen.press("CardKeyed", typed=typed)
        self.cards += drawn.pieces
        return drawn.code or ""

    async def turn_hole(self) -> tuple[str, ...]:
        """Turn the dealer's hidden card and say so; one that no scanner has read is read out."""
        await self.pace.rest(LOOK_S, least_s=GUARD_S)
        codes = await self.world.turn(HOLE)
        if offered(await self.screen.at_rest(), "CardKeyed") is not None:
            await self.screen.press("CardKeyed", typed={"face": codes[-1]})
        else:
            await self.screen.press("Turned")
        return codes

    async def _go(self) -> bool:
        """Wait for the page and the lamp on the shoe; a dark lamp says that nothing is read.

        Return whether the card is to be keyed, by the page. Raises: Disagreement.
        """
        waited = 0.0
        while True:
            if offered(await self.screen.at_rest(), "CardKeyed") is not None:
                return True
            if (lamp := (await self.world.look()).shown["lamp"]) not in STOP:
                return False
            if waited > PATIENCE_S:
                raise Disagreement(f"the lamp on the shoe says {lamp}, the page lets deal")
            waited += LAMP_S
            await asyncio.sleep(LAMP_S)

    async def look(self) -> None:
        await self.pace.rest(LOOK_S)

    def expect(self, what: str, mine: object, shown: object) -> None:
        """Raises: Disagreement, when the page differs from what lies there."""
        if mine != shown:
            raise Disagreement(f"{what}: on the table {mine}, on the page {shown}")
