"""The table as a person deals it: what lies there, who says what, and the dealer who can take over.

The automatic dealer moves the same devices over the same bytes. It is handed the table and gives it
back at any moment; it works over a connection of its own, so that no half-read answer is left.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from controller.bench.automatic.by_page import ByPage, next_of_deal, noted, wish
from controller.bench.automatic.playing import DEALERS
from controller.bench.automatic.post import Post
from controller.bench.consoles.screen import Disagreement, offered
from controller.console.door import TableDoor
from controller.domain.views.view import DealerView
from controller.procedure.reducers.cards import burns
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.wheels import jackpots
from drivers.sim.hosting.client import WorldClient
from drivers.sim.physical.eyes import Seen
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.physical.world import BURN, HOLE, UP

from .gestures import DEVICES, HAND, TROUBLES, Gestures
from .seats import PEOPLE, WORDS, Seats

Connect = Callable[[], Awaitable[WorldClient]]
AUTO_S = 0.3
"""Between two acts of the automatic dealer."""
SAID = {
    "hit": "“Hit me”",
    "stand": "waves: stands",
    "double": "“Double”",
    "split": "“Split them”",
    "surrender": "“Surrender”",
    "insure": "“Insurance”",
}
KEPT = 8


class HandsOn:
    def __init__(
        self,
        connect: Connect,
        world: WorldClient,
        post: Post,
        *,
        seats: Seats,
        door: TableDoor,
        play: Callable[[], Play],
        house: House,
    ) -> None:
        self._connect, self._post, self.seats = connect, post, seats
        self._door, self._play, self._house = door, play, house
        self.notes: deque[str] = deque(maxlen=KEPT)
        self.gestures = Gestures(world, self.notes.append)
        self._auto: asyncio.Task[None] | None = None
        self._drawn_for = ""
        """Where the card in the hand belongs: the table counts it as soon as it is drawn."""

    # ---- the automatic dealer ----
    @property
    def auto(self) -> bool:
        return self._auto is not None and not self._auto.done()

    async def hand_over(self, until: Callable[[Play], bool] | None = None) -> None:
        """The automatic dealer deals on from here, until it is told to stop."""
        if self.auto:
            return
        await self.gestures.put_down(self._drawn_for)
        self._auto = asyncio.create_task(self._deal(until), name="auto")

    async def take_back(self) -> None:
        if self._auto is not None:
            self._auto.cancel()
            await asyncio.wait({self._auto})
            self._auto = None

    async def _deal(self, until: Callable[[Play], bool] | None) -> None:
        world = await self._connect()
        self._post.world = world
        dealer = ByPage(self._post, self._play, self._house, plays=True)
        try:
            while until is None or not until(self._play()):
                try:
                    await dealer.act()
                except (Disagreement, CannotBe) as why:
                    self.notes.append(f"AUTO waits: {why}")
                    await asyncio.sleep(1.0)
                await asyncio.sleep(AUTO_S / self._post.pace.speed)
        finally:
            world.close()

    # ---- a person ----
    async def act(self, name: str, where: str = "", kind: str = "", cents: int = 0) -> None:
        """Raises: CannotBe, with words for who tried it."""
        if name == "auto":
            await (self.take_back() if self.auto else self.hand_over())
        elif name in ("sit", "leave", "stake", "say"):
            await self._of_player(name, int(where), kind, cents)
        elif self.auto and name not in ("trouble", "plug", "key"):
            raise CannotBe("AUTO is dealing: take the table back first")
        else:
            due = self.due()
            await self.gestures.do(name, where)
            if name == "draw":
                self._drawn_for = due

    async def _of_player(self, name: str, box: int, kind: str, cents: int) -> None:
        if not 1 <= box <= self._house.boxes:
            raise CannotBe("there is no such seat")
        if name == "sit":
            self.seats.sit(box)
        elif name == "say":
            if kind and kind not in WORDS:
                raise CannotBe(f"nobody says {kind!r}")
            self.seats.says[box] = kind
        elif box not in self.seats.own:
            raise CannotBe("nobody sits there")
        elif name == "leave":
            self.seats.leave(box)
        else:
            self.seats.stake(box, kind, cents)
        await self._chips(box)

    async def _chips(self, box: int) -> None:
        """The Bonus Spin's own chip lies where its sensor is."""
        bet = self.seats.own.get(box)
        on = bet is not None and bet.bonus
        if jackpots(self._post.pack):
            amount = self._post.pack.wheel.bonus_spin_cents.value[0]
            await self.gestures.world.set_progressive(box, on * amount)
        else:
            await self.gestures.world.set_chip(box, on=on)

    # ---- what is to be seen ----
    def due(self) -> str:
        """Where strategy and procedure would lay the next card; empty = no card is due."""
        play, view = self._play(), self._door.view()
        if view.hold or view.pause or play.opening != "open":
            return ""
        if play.shoe == "burn_due":
            return BURN if burns.may_come(play, self._house) else ""
        if play.round in ("wagering", "dealing"):
            return next_of_deal(play) if play.boxes else ""
        target = view.next_step.target
        if play.round == "deciding" and target is not None and target.box:
            return f"box {target.box}.{target.hand or 1}"
        return DEALERS if play.round == "dealer_plays" else ""

    async def state(self) -> dict[str, Any]:
        seen, view, play = await self.gestures.world.look(), self._door.view(), self._play()
        return {
            "seats": [self._seat(no, seen, view, play) for no in range(1, self._house.boxes + 1)],
            "hand": list(seen.layout.get(HAND, ())),
            "dealer": [c for p in (UP, HOLE, DEALERS) for c in seen.layout.get(p, ())],
            "elsewhere": sum(len(c) for p, c in seen.layout.items() if not _known(p)),
            "due": self._drawn_for if seen.layout.get(HAND) else self.due(),
            "shoe": {"open": seen.shoe_open, "empty": seen.shoe_empty},
            "in_reader": seen.in_reader,
            "stack": {"ready": seen.batch_ready, "rack_empty": seen.rack_empty},
            "shown": seen.shown,
            "wheel": seen.wheel,
            "auto": self.auto,
            "notes": list(self.notes),
            "unplugged": sorted(self.gestures.unplugged),
            "devices": [d for d in DEVICES if d in seen.shown or d == "keypad"],
            "troubles": [{"name": t.name, "label": t.label, "when": t.when} for t in TROUBLES],
            "round": view.round.no,
            "phase": view.round.phase,
            "line": view.hold.headline if view.hold else view.next_step.text,
            "held": view.hold is not None,
            "signal": view.signal,
            "sign": self._door.sign_view().state,
            "pack": view.table.pack,
        }

    def _seat(self, no: int, seen: Seen, view: DealerView, play: Play) -> dict[str, Any]:
        bet = self.seats.own.get(no)
        hands = [list(seen.layout.get(f"box {no}.{n}", ())) for n in range(1, 5)]
        return {
            "no": no,
            "name": PEOPLE[no - 1] if bet is not None else "",
            "cents": bet.cents if bet else 0,
            "match": bet.match if bet else 0,
            "bonus": bet.bonus if bet else False,
            "hands": [cards for cards in hands if cards],
            "says": self._says(no, view, play) if bet is not None else "",
            "spins": f"armed {no}" in seen.shown.get("wheel", ""),
        }

    def _says(self, no: int, view: DealerView, play: Play) -> str:
        if offered(view, "Insured", box=no) is not None:
            return SAID["insure"] if self.seats.says.get(no) == "insure" else "no insurance"
        target = view.next_step.target
        mine = target is not None and target.box == no
        if play.round != "deciding" or not mine or target is None:
            return self.seats.says.get(no, "") and "has decided"
        hand = noted(play, no, target.hand or 1)
        return SAID.get(wish(self._post, play, hand, view), "") if hand is not None else ""


def _known(place: str) -> bool:
    return place in (HAND, UP, HOLE, DEALERS, BURN, "rack") or place.startswith("box ")
