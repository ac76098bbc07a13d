"""Scripted rounds by people who do not know that the daemon is being killed under their hands.

Fingers go on without it; a key is pressed again until it was answered. Each act may be a moment.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import httpx

from controller.bench.automatic.opening import said_to_open, target
from controller.bench.consoles.web_console import spoken
from controller.domain import commands as cmd
from drivers.sim.physical.world import BURN, HOLE, UP
from tests.acceptance.child import FLOORPERSON, PIN, Bench
from tests.acceptance.pages import Entry, Page
from tests.kit.evening import house
from tests.kit.wires.patience import PATIENCE_S

T = TypeVar("T")
TURNS = 4
CARD_S = 0.05
REACTION_S = 0.3
"""console/README 2.2: nobody sees a card and presses in less."""
GUARD_S = 0.5
"""console/README 1.4: the table takes no TURNED in less."""
LAID_S = 0.5
"""Nobody lays a chip and deals in less; seen after the first card it is late."""
CLEAR_S = 2.1
"""Nobody pays a layout and clears it in less."""

PEEK = ("8c", "9d", "Kc", "4h", "9c", "7d", "5s")
"""Box 1 hits, both stand, no Blackjack: push and win."""
SPIN = ("8d", "As", "7c", "Qh", "Ks", "Kd")
"""Box 4 has a Blackjack and a Bonus Spin wager."""
DRAW = ("8h", "9h", "5c", "Jc", "Qs", "Js", "6d")
"""The dealer draws to 21."""
BURNED = "2c"


class Evening:
    """`moment` is told before each act; `drawn` is every card out of the shoe, in order."""

    def __init__(self, bench: Bench, moment: Callable[[str], None]) -> None:
        self.bench, self.hands, self.consoles = bench, bench.hands, bench.consoles
        self._moment = moment
        self.drawn: list[str] = []
        self.rounds = self.spins = self.shuffles = 0
        self.confirmed: list[str] = []
        """What the floorperson had to say."""

    # ---- acts ----
    async def _act(self, name: str, act: Awaitable[T]) -> T:
        self._moment(name)
        return await act

    async def draw(self, *places: str, behind_cover: tuple[str, ...] = ()) -> None:
        """Cards out of the shoe; `behind_cover` are arranged once the cover card is out."""
        for place in places:
            await asyncio.sleep(CARD_S)
            code = (await self.hands.truth()).stacks["shoe"][0]
            drawn = await self._act("draw", self.hands.draw(place))
            if drawn.cover:
                await self.hands.mischief.arrange(list(behind_cover))
                await self.draw(place)
            else:
                self.drawn.append(code)

    async def press(self, command: str, **target: Any) -> None:
        """Wait until the page offers it, touch it until it is answered and was not too early."""

        async def pressed(page: Page) -> bool:
            entry = page.offers(command, **target)
            if entry is None:
                return False
            self._moment(f"press {command}")
            verdict = await self.consoles.tap(entry)
            return verdict["verdict"] in {"accepted", "dropped"}

        await self._wait(f"{command} {target}", pressed)

    async def until(self, name: str, what: Callable[[Page], bool]) -> None:
        async def so(page: Page) -> bool:
            return what(page)

        await self._wait(name, so)

    async def _wait(self, name: str, ready: Callable[[Page], Awaitable[bool]]) -> None:
        began = time.monotonic()
        while not await ready(page := await self._free()):
            if time.monotonic() > began + PATIENCE_S:
                offered = [e.body for e in page.entries]
                raise AssertionError(
                    f"waited for {name}: {page.line!r}, {offered}, {self.consoles.said}"
                )
            await asyncio.sleep(0.05)

    async def _free(self) -> Page:
        """The page, once no backlog waits for the floorperson."""
        page, began = await self.consoles.dealer(), time.monotonic()
        while page.held and page.line.startswith("Waiting for"):  # device_lost goes by itself
            assert time.monotonic() < began + PATIENCE_S, (page.line, await self.consoles.health())
            await asyncio.sleep(0.05)
            page = await self.consoles.dealer()
        if page.held and "Events kept" in page.line:
            await self._confirm()
            return await self.consoles.dealer()
        assert not page.held, (page.line, page.text)
        mine = next((e for e in page.entries if "whose_card" in e.body), None)
        if mine is not None:  # a NEXT that was touched before the page knew the last card
            await self.consoles.tap(mine)
            return await self._free()
        return page

    async def _confirm(self) -> None:
        await self.consoles.sign_in(FLOORPERSON, PIN)
        page = await self.consoles.floor("/floor/irregularity")
        entry = page.offers("BacklogConfirmed") or page.offers("Ruled", ruling="continue")
        if entry is not None:
            verdict = await self.consoles.tap(entry, where="floor")
            self.confirmed.append(verdict["verdict"])

    # ---- stretches ----
    async def open_table(self) -> None:
        """Checklist and decks: the dealer's keys and the floorperson's."""
        for said in said_to_open(house()):
            assert isinstance(said, cmd.Command)
            if said.rank == "dealer":
                await self.press(type(said).__name__, **target(said))
            else:
                await self.floor(spoken(said))

    async def floor(self, body: str) -> None:
        """Signed in again when the daemon has forgotten the session."""
        verdict = {"verdict": ""}
        while verdict["verdict"] not in {"accepted", "dropped"}:
            with suppress(httpx.TransportError):
                await self.consoles.sign_in(FLOORPERSON, PIN)
                verdict = await self.consoles.tap(Entry("", body), where="floor")

    async def shoe(self) -> None:
        """Shuffle, cut, load and burn; the cover card lies behind the arranged rounds."""
        hands = self.hands
        await self._act("fill", hands.fill_shuffler())
        await self.press("ShuffleAsked")
        self.shuffles += 1
        async with asyncio.timeout(PATIENCE_S):
            while not (await hands.look()).batch_ready:
                self._moment("shuffling")
                await asyncio.sleep(0.2)
        await hands.take_shuffled()
        await hands.cut()
        await hands.insert_cover(from_back=1000)
        await self.press("CutPlaced")
        await self._act("load", hands.load_shoe())
        await hands.mischief.arrange([BURNED, *PEEK, *SPIN])
        await self.draw(BURN)
        await hands.pick_up(BURN)

    async def light(self, *boxes: int) -> None:
        for box in boxes:
            await self.until(f"box {box}", _asks_for(box))
            if (await self._free()).offers("BoxSet", box=box, lit=True):
                await self.press("BoxSet", box=box, lit=True)

    async def deal(self) -> None:
        await self.draw("box 1.1", "box 4.1", UP, "box 1.1", "box 4.1", HOLE)
        await self.deal_ok()

    async def deal_ok(self) -> None:
        """A table that was long away has missed a card meanwhile, and asks for the boxes first."""

        async def said(page: Page) -> bool:
            boxes = page.offers("BoxesConfirmed")
            entry = boxes or page.offers("DealOk")
            if entry is None:
                return False
            self._moment(f"press {entry.fields['type']}")
            verdict = await self.consoles.tap(entry)
            return boxes is None and verdict["verdict"] in {"accepted", "dropped"}

        await self._wait("DEAL OK", said)

    async def turn(self) -> None:
        await self.until("the turn", lambda page: page.offers("Turned") is not None)
        await asyncio.sleep(GUARD_S)
        await self._act("turn", self.hands.turn(HOLE))
        await self.press("Turned")

    async def clear(self) -> None:
        await self.until(
            "settlement",
            lambda page: "res res--" in page.text and page.offers("LayoutCleared") is not None,
        )
        self.rounds += 1
        await self.hands.pick_up()
        await asyncio.sleep(CLEAR_S)

    async def peek_round(self) -> None:
        await self.light(1, 4)
        await self.deal()
        await self._act("slide", self.hands.slide_in())
        async with asyncio.timeout(PATIENCE_S):
            while (await self.hands.look()).shown["reader"] == "dark":
                await asyncio.sleep(0.05)
        await self.hands.slide_out()
        # On a busy machine the shoe's next card may be heard before the reader's answer.
        await self.until("the first hand", lambda page: page.offers("Next", box=1) is not None)
        await self.draw("box 1.1")
        await asyncio.sleep(REACTION_S)
        await self.press("Next", box=1)
        await self.turn()
        await self.clear()

    async def spin_round(self) -> None:
        await self._act("chip", self.hands.set_chip(4, on=True))
        await asyncio.sleep(LAID_S)
        await self.deal()
        await self.turn()
        await self.spin()
        await self._act("chip", self.hands.set_chip(4, on=False))
        await self.clear()

    async def spin(self) -> None:
        """Press the seat's button as long as the page asks for it; then the wheel turns."""
        await self.hands.mischief.rig_wheel(None, TURNS)
        await self.until("the button", lambda page: "button" in page.line)
        async with asyncio.timeout(PATIENCE_S):
            while (await self.hands.look()).wheel is not None:
                if "button" in (await self._free()).line:
                    await self._act("seat", self.hands.press_seat(4))
                await asyncio.sleep(0.3)
            while (await self.hands.look()).wheel is None:
                self._moment("spinning")
                await asyncio.sleep(0.4)
        self.spins += 1

    async def last_round(self) -> None:
        """The cover card comes in place of the first box's card; the dealer draws."""
        await self.draw("box 1.1", behind_cover=DRAW)
        await self.draw("box 4.1", UP, "box 1.1", "box 4.1", HOLE)
        await self.deal_ok()
        await self.turn()
        await self.draw(HOLE)
        await self.clear()

    async def end_shoe(self) -> None:
        """The last round is picked up: all that is left goes through the scanner to the rack."""
        await self._free()
        await self._act("run out", self.hands.run_out())
        await self._act("open", self.hands.open_shoe())

    async def a_shoe(self) -> None:
        await self.shoe()
        await self.peek_round()
        await self.spin_round()
        await self.last_round()
        await self.end_shoe()


def _asks_for(box: int) -> Callable[[Page], bool]:
    return lambda page: page.offers("BoxSet", box=box) is not None
