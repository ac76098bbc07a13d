"""The fingers and eyes for somebody who is not in the world's loop turn: every act is awaited.

`WorldClient.connect(path)` moves the world of another process, `WorldClient.at_hand(rig)` the one
in this process, so one automatic dealer serves both hostings.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from drivers.sim.line import Knob
from drivers.sim.physical.eyes import Seen, Truth
from drivers.sim.physical.hands import Answer, Request, acts
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.physical.world import HOLE, Drawn
from drivers.sim.rig import Rig

from .process import ports, usb_path

Do = Callable[..., Awaitable[Any]]


class WorldClient:
    """Raises: CannotBe from every act that is impossible now, ConnectionError when it is gone."""

    def __init__(self, do: Do, close: Callable[[], None] = lambda: None) -> None:
        self._do, self.close = do, close
        self.mischief = MischiefClient(do)

    @classmethod
    async def connect(cls, control: Path) -> WorldClient:
        reader, writer = await asyncio.open_unix_connection(control)
        ids, turn = count(1), asyncio.Lock()

        async def do(name: str, *args: Any, **kw: Any) -> Any:
            request = Request(next(ids), name, args, kw)
            async with turn:
                writer.write(msgspec.json.encode(request) + b"\n")
                line = await reader.readline()
            if not line:
                raise ConnectionError("the simulated world is gone")
            answer = msgspec.json.decode(line, type=Answer)
            if answer.cannot is not None:
                raise CannotBe(answer.cannot)
            return answer.done

        return cls(do, writer.close)

    @classmethod
    def at_hand(cls, rig: Rig) -> WorldClient:
        every = acts(rig)

        async def do(name: str, *args: Any, **kw: Any) -> Any:
            result = every[name](*args, **kw)
            await asyncio.sleep(0)  # as over the socket: the devices have had their turn
            return result

        return cls(do)

    async def act(self, name: str, *args: Any) -> Any:
        """Any act by its name in `hands`."""
        return await self._do(name, *args)

    async def look(self) -> Seen:
        return msgspec.convert(await self._do("look"), Seen)

    async def truth(self) -> Truth:
        return msgspec.convert(await self._do("truth"), Truth)

    async def pull(self, device: str, knob: str, value: Knob = None) -> None:
        await self._do("pull", device, knob, value)

    async def fill_shuffler(self) -> int:
        return int(await self._do("fill_shuffler"))

    async def fill_with_other(self) -> int:
        return int(await self._do("fill_with_other"))

    async def lay_aside(self) -> int:
        return int(await self._do("lay_aside"))

    async def put_in_discards(self) -> int:
        return int(await self._do("put_in_discards"))

    async def change_decks(self) -> int:
        return int(await self._do("change_decks"))

    async def press_start(self) -> None:
        await self._do("press_start")

    async def open_shuffler(self) -> None:
        await self._do("open_shuffler")

    async def take_shuffled(self) -> int:
        return int(await self._do("take_shuffled"))

    async def shuffle_by_hand(self) -> int:
        return int(await self._do("shuffle_by_hand"))

    async def cut(self, at: int | None = None) -> None:
        await self._do("cut", at)

    async def insert_cover(self, from_back: int | None = None) -> int:
        return int(await self._do("insert_cover", from_back))

    async def load_shoe(self) -> int:
        return int(await self._do("load_shoe"))

    async def close_shoe(self) -> None:
        await self._do("close_shoe")

    async def open_shoe(self) -> None:
        await self._do("open_shoe")

    async def empty_shoe(self, into: str = "rack") -> None:
        await self._do("empty_shoe", into)

    async def run_out(self) -> int:
        return int(await self._do("run_out"))

    async def draw(self, place: str, *, face_up: bool | None = None, seen: bool = True) -> Drawn:
        return msgspec.convert(await self._do("draw", place, face_up=face_up, seen=seen), Drawn)

    async def push_back(self, place: str) -> None:
        await self._do("push_back", place)

    async def turn(self, place: str) -> tuple[str, ...]:
        return tuple(await self._do("turn", place))

    async def lift(self, place: str) -> tuple[str, ...]:
        return tuple(await self._do("lift", place))

    async def move(self, place: str, to: str) -> None:
        await self._do("move", place, to)

    async def pick_up(self, *places: str) -> int:
        return int(await self._do("pick_up", *places))

    async def remove(self, place: str) -> None:
        await self._do("remove", place)

    async def slide_in(self, place: str = HOLE) -> None:
        await self._do("slide_in", place)

    async def slide_out(self, place: str = HOLE) -> None:
        await self._do("slide_out", place)

    async def put_test_card(self, up: str, slot: str) -> None:
        await self._do("put_test_card", up, slot)

    async def take_test_card(self) -> None:
        await self._do("take_test_card")

    async def press_seat(self, box: int) -> None:
        await self._do("press_seat", box)

    async def spin_by_hand(self) -> None:
        await self._do("spin_by_hand")

    async def set_chip(self, box: int, *, on: bool) -> None:
        await self._do("set_chip", box, on=on)

    async def set_progressive(self, box: int, cents: int, kind: str = "bonus_spin") -> None:
        await self._do("set_progressive", box, cents, kind)

    async def press_key(self, key: str) -> None:
        await self._do("press_key", key)


class MischiefClient:
    def __init__(self, do: Do) -> None:
        self._do = do

    async def add_card(self, code: str, stack: str = "shoe", at: int = 0) -> None:
        await self._do("mischief.add_card", code, stack, at)

    async def lose_card(self, stack: str = "shoe", at: int = 0) -> str:
        return str(await self._do("mischief.lose_card", stack, at))

    async def swap_card(self, code: str, stack: str = "shoe", at: int = 0) -> str:
        return str(await self._do("mischief.swap_card", code, stack, at))

    async def arrange(self, codes: list[str]) -> None:
        await self._do("mischief.arrange", codes)

    async def move_cover(self, at: int) -> None:
        await self._do("mischief.move_cover", at)

    async def turn_card(self, stack: str = "shoe", at: int = 0) -> None:
        await self._do("mischief.turn_card", stack, at)

    async def change_back(self, stack: str = "shoe", at: int = 0) -> None:
        await self._do("mischief.change_back", stack, at)

    async def stick(self, stack: str = "shoe", at: int = 0) -> None:
        await self._do("mischief.stick", stack, at)

    async def rig_wheel(
        self,
        section: str | None = None,
        turns: int | None = None,
        *,
        back: bool = False,
        edge: bool = False,
    ) -> None:
        await self._do("mischief.rig_wheel", section, turns, back=back, edge=edge)

    async def rig_prize(self, prize: str, community: str = "", box: int = 0) -> None:
        await self._do("mischief.rig_prize", prize, community, box)

    async def touch_wheel(self) -> None:
        await self._do("mischief.touch_wheel")

    async def hold_wheel(self, *, stuck: bool = True) -> None:
        await self._do("mischief.hold_wheel", stuck=stuck)


class SimProcess:
    """A simulated table in a process of its own; `control` is in a folder that must exist."""

    def __init__(self, control: Path, process: asyncio.subprocess.Process) -> None:
        self.control, self.process = control, process
        self.ports, self.usb = ports(control), usb_path(control)

    @classmethod
    async def start(cls, control: Path, *options: str) -> SimProcess:
        """Start it and wait until it is ready. `options` as of `python -m drivers.sim`."""
        command = (sys.executable, "-m", "drivers.sim", "--socket", str(control), *options)
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        )
        if process.stdout is None or await process.stdout.readline() != b"ready\n":
            raise ConnectionError("the simulated table did not start")
        return cls(control, process)

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()
