"""The floor of a long evening: it rules what is open, one of the page's rulings by chance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from controller.bench.scenario.stage import PEOPLE
from controller.bench.simulated.table import BenchTable
from controller.console.web.taps import Tap, decode
from controller.domain.commands import RANKS, Notified
from controller.domain.structs import replace
from controller.domain.views.floor_view import Irregularity, Ruling
from drivers.sim.physical.world import Drawn

LOOKS_S = 4.0
LAID = 20
AWAY = ("floor.scanner", "floor.shuffler")


class Taps:
    """What people touch on the floor's page of a table; each ruling gets the same reason."""

    table: BenchTable

    def __init__(self, reason: str) -> None:
        self._reason, self._taps = reason, 0

    async def tap(self, rank: str, token: str, body: str, **typed: str) -> str:
        """The verdict on what somebody of that rank has touched."""
        self._taps += 1
        ruled = msgspec.json.decode(body)["type"] == "Ruled"
        why: dict[str, str | int] = {**typed, **({"reason": self._reason} if ruled else {})}
        raw = msgspec.json.encode(Tap(f"touch-{self._taps:06}", body, token, why))
        command = decode(raw, by=PEOPLE[rank], rank=rank, where="floor")
        if isinstance(command, Notified):
            command = replace(command, whom=PEOPLE[rank], role=rank)
        return (await self.table.daemon.door.command(command)).verdict


class Floor(Taps):
    """`away` is held while there is no page to look at."""

    def __init__(self, seed: int, say: Callable[[str], None]) -> None:
        super().__init__(reason="4711")
        self.rng, self.say = Random(f"{seed}/floor"), say
        self.away = asyncio.Lock()
        self.ruled: list[str] = []
        self.broken = ""
        """The device that cannot be put back yet."""
        self._place = ""
        """Where the last card was drawn to."""
        self._codes: list[str] = []
        """The last cards that were laid down, the newest last."""

    def sit_at(self, table: BenchTable) -> None:
        self.table = table
        self.devices = sorted(d.spec.name for d in table.daemon.devices)
        draw = table.world.draw

        async def drawn(place: str, **how: Any) -> Drawn:
            card = await draw(place, **how)
            lies = table.rig.world.layout.get(place, [])
            if not card.cover and lies:
                self._place, self._codes = place, [*self._codes[-LAID:], lies[-1].code]
            return card

        table.world.draw = drawn  # type: ignore[method-assign]

    async def stay(self) -> None:
        """Look now and then, and rule one thing after the other."""
        while True:
            await asyncio.sleep(LOOKS_S)
            async with self.away:
                pages = self.table.daemon.door.floor_view(RANKS[-1]).irregularities
                if pages:
                    await self._one(self.rng.choice(pages))
                await self._devices()

    async def _devices(self) -> None:
        """What is out of service is put away as the page asks, and used again once it is well."""
        for entry in self.table.daemon.door.floor_view("floorperson").allowed:
            body = msgspec.json.decode(entry.body or "{}")
            back = body.get("out") is False and body["device"] != self.broken
            if (back or (entry.body and entry.slot in AWAY)) and not entry.greyed_reason:
                await self.tap("floorperson", entry.token, entry.body)

    async def _one(self, page: Irregularity) -> None:
        for fact in page.facts:
            answers = [a for a in fact.answers if a.body]
            if answers and not any(answer.chosen for answer in fact.answers):
                answer = self.rng.choice(answers)
                await self._said(answer.token, answer.body)
                return
        notice = page.notify_needed
        if notice is not None and notice.body and not notice.greyed_reason:
            await self.tap(notice.rank or RANKS[-1], notice.token, notice.body)
        offered = [r for r in page.rulings if not r.greyed_reason and r.body]
        offered = offered or [r for r in page.always if not r.greyed_reason and r.body]
        if not offered:
            return
        ruling = self._seen(offered) or self.rng.choice(offered)
        typed = {"face": self._face()} if ruling.picks == "face" else {}
        if rank := await self._said(ruling.token, ruling.body, **typed):
            self.ruled.append(page.headline)
            self.say(f"           {page.headline}: {ruling.name} by {rank}")

    async def _said(self, token: str, body: str, **typed: str) -> str:
        """By the first rank that may; empty = by none."""
        for rank in RANKS:
            if await self.tap(rank, token, body, **typed) == "accepted":
                return rank
        return ""

    def _seen(self, rulings: Sequence[Ruling]) -> Ruling | None:
        """Which hand got the card: everybody saw it."""
        box, _, hand = self._place.removeprefix("box ").partition(".")
        for ruling in rulings:
            body = msgspec.json.decode(ruling.body)
            if (str(body.get("box")), str(body.get("hand") or 1)) == (box, hand):
                return ruling
        return None

    def _face(self) -> str:
        """Of a card that lies there and that the record does not know, else one after the other."""
        play, lying = self.table.daemon.table.current.state.play, self.table.rig.world.layout
        booked = {f"box {h.box}.{h.number}": h.cards for h in play.hands}
        booked |= {"dealer.up": play.dealer[:1], "dealer.hole": play.dealer[1:2]}
        for place, cards in booked.items():
            for slot, piece in zip(cards, lying.get(place, ()), strict=False):
                if slot.face is None:
                    return piece.code
        return self.rng.choice(self._codes) if self._codes else "8c"
