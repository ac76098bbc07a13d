"""Every driver that a table may have, over each link of this kernel that it is meant for."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from drivers import catalog
from drivers.driver import Backoff, Counters, supervise
from drivers.event import DeviceUp
from drivers.link import open_port
from drivers.sim.physical.world import World
from tests.drivers.links.test_over_the_kernel import ACTS, SIMULATORS
from tests.guest.bus import Board, Bus
from tests.guest.gadgets import Ftdi
from tests.guest.seen import find, is_enumerated, soon, wait
from tests.guest.shoe import GADGETS
from tests.kit.wires.table import Journal

SERIAL = "UNIT-1"


def every_device() -> list[Any]:
    """A vendor's device has a serial line, behind an adapter; ours has a plug of its own too."""
    cases = []
    for driver, role in SIMULATORS:
        for kind in ("usb", "acm") if driver == "tablelink" else ("ftdi",):
            link = "usb" if kind == "usb" else "serial"
            mark = pytest.mark.proves(driver, role, link=link)
            cases.append(pytest.param(driver, role, kind, marks=mark, id=f"{driver}-{role}-{kind}"))
    return cases


class At:
    """The world, whose acts are done on the loop of the bus."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __getattr__(self, act: str) -> Any:
        return lambda *args, **kw: self._board.do(getattr(self._board.world, act), *args, **kw)


@pytest.mark.parametrize(("driver", "role", "kind"), every_device())
def test_device_is_heard_and_told(bus: Bus, driver: str, role: str, kind: str) -> None:
    """As over terminals and sockets in tests/drivers, on the kernel's own USB."""
    build = SIMULATORS[driver, role]
    board = bus.board(GADGETS[kind](SERIAL), build, World(Random(1), decks=1))
    board.put()
    wait(lambda: is_enumerated(SERIAL))
    port = "usb:1209:da01" if kind == "usb" else f"serial:{find(f'*_{SERIAL}-if00*')}"
    world: Any = At(board)
    journal: Any = Journal(Random(1))
    entry, counters, held = catalog.find(driver), Counters(), [None]

    def attach(one: Any) -> None:
        held[0] = one

    async def play() -> None:
        task = asyncio.ensure_future(
            supervise(
                *(role, lambda: open_port(port)),
                lambda link: entry.device(role)(
                    *(link, entry.settings(), journal.emit, journal.recorded),
                    name=role,
                    counters=counters,
                ),
                journal.emit,
                attach=attach,
                backoff=Backoff(first=0.1, most=1.0),
            )
        )
        try:
            await soon(lambda: journal.of(DeviceUp))
            await ACTS[role](world, held[0], journal)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await asyncio.sleep(0.5)
        # A vendor's device talks unasked: its first line may have begun before we listened.
        assert counters.frames_bad <= (driver != "tablelink")

    asyncio.run(play())
    assert not isinstance(board.gadget, Ftdi) or board.gadget.latency_ms == 1
