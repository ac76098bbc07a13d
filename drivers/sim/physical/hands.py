"""What can be asked of a simulated table by name, and the socket on which it is asked.

One JSON object a line: `{"id": 1, "do": "draw", "args": ["box 3.1"]}` is answered by
`{"id": 1, "done": ...}`, or `{"id": 1, "cannot": "why"}`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from drivers.sim.rig import Rig

from .eyes import look, truth
from .pieces import CannotBe


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    id: int
    do: str
    args: tuple[Any, ...] = ()
    kw: dict[str, Any] = {}


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    id: int
    done: Any = None
    cannot: str | None = None


def acts(rig: Rig) -> dict[str, Callable[..., Any]]:
    """Every act by its name; trouble is called `mischief.` and its own name."""
    world, mischief, batches = rig.world, rig.mischief, rig.batches
    fingers: tuple[Callable[..., Any], ...] = (
        *(world.fill_shuffler, world.press_start, world.open_shuffler, world.take_shuffled),
        *(
            world.change_decks,
            world.shuffle_by_hand,
            world.cut,
            world.insert_cover,
            world.load_shoe,
        ),
        *(batches.fill_with_other, batches.lay_aside, rig.discards.put_in_discards),
        *(
            world.close_shoe,
            world.open_shoe,
            world.empty_shoe,
            world.run_out,
            world.draw,
            world.push_back,
        ),
        *(world.turn, world.lift, world.move, world.pick_up, world.remove),
        *(world.slide_in, world.slide_out, world.put_test_card, world.take_test_card),
        *(
            world.press_seat,
            world.set_chip,
            world.set_progressive,
            world.press_key,
            world.spin_by_hand,
        ),
    )
    trouble: tuple[Callable[..., Any], ...] = (
        *(mischief.add_card, mischief.lose_card, mischief.swap_card, mischief.arrange),
        *(mischief.turn_card, mischief.change_back, mischief.stick, mischief.move_cover),
        *(mischief.rig_wheel, mischief.rig_prize, mischief.hold_wheel, mischief.touch_wheel),
    )
    return {
        **{act.__name__: act for act in fingers},
        **{f"mischief.{act.__name__}": act for act in trouble},
        "pull": rig.pull,
        "look": lambda: look(world),
        "truth": lambda: truth(world),
    }


class HandsServer:
    def __init__(self, rig: Rig) -> None:
        self._acts = acts(rig)
        self._talks: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._talk, path)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for writer in self._talks:
            writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._talks.add(writer)
        with suppress(OSError, asyncio.CancelledError):
            while line := await reader.readline():
                answer = self._answer(line)
                await asyncio.sleep(0)  # plugs are moved before anybody is told
                writer.write(msgspec.json.encode(answer) + b"\n")
                await writer.drain()
        self._talks.discard(writer)
        writer.close()

    def _answer(self, line: bytes) -> Answer:
        try:
            request = msgspec.json.decode(line, type=Request)
        except msgspec.DecodeError as error:
            return Answer(0, cannot=str(error))
        act = self._acts.get(request.do)
        if act is None:
            return Answer(request.id, cannot=f"there is no act {request.do}")
        try:
            return Answer(request.id, done=act(*request.args, **request.kw))
        except (CannotBe, TypeError, KeyError, ValueError) as error:
            return Answer(request.id, cannot=str(error) or type(error).__name__)
