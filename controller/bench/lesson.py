"""A scenario served as a lesson: dealt up to a step in no time, then the learner's in real time.

What the file demands at its end is looked at again and again; the lesson is passed once it is so.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.bench.automatic.pace import Pace
from controller.bench.automatic.players import Players
from controller.bench.scenario import checks
from controller.bench.scenario.file import Scenario
from controller.bench.scenario.run import opened
from controller.bench.scenario.scene import Scene
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.table import BenchTable
from controller.bench.simulated.virtual_time import VirtualLoop, run_virtual
from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.console.web.server import console_server
from controller.errors import ConfigError
from drivers.sim.hosting.client import WorldClient

from .hands import HandsOn
from .hands.pages import HandsPages
from .hands.seats import Seats

LOOK_S = 0.5
PIN = "4711"
PEOPLE = ("M. Okafor", "floorperson"), ("I. Lund", "casino_supervisor")

Tell = Callable[[str], None]


def serve(scenario: Scenario, stop_at: int | None, port: int, tell: Tell) -> int:
    """Until Ctrl-C or the goal. Return 0 when it is passed. Raises: ConfigError."""
    steps = len(scenario.steps)
    stop_at = max(0, steps - 1) if stop_at is None else stop_at
    if not 0 <= stop_at < max(1, steps):
        raise ConfigError(f"{stop_at} is no step before the last", do=f"Use 0 to {steps - 1}")
    with passing_folder("lesson-") as folder:
        return run_virtual(_lesson(scenario, stop_at, port, tell, Path(folder)))


async def _lesson(scenario: Scenario, stop_at: int, port: int, tell: Tell, folder: Path) -> int:
    async with opened(scenario, folder) as table:
        stage = Stage(table, scenario.given)
        await stage.set_up()
        for step in scenario.steps[:stop_at]:
            if wrong := await stage.step(step):
                raise ConfigError(f"step {step.number}: {wrong[0]}", where=scenario.id)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.go_real()
        return await _taught(scenario, table, port, tell)


async def _taught(scenario: Scenario, table: BenchTable, port: int, tell: Tell) -> int:
    people = People(table.daemon.config.people.path)
    for name, rank in PEOPLE:
        people.add(name, rank, "1234")  # type: ignore[arg-type]
        await people.change(name, PIN)
    pages = HandsPages()
    pages.table = _hands_on(table)
    app = console_app(table.daemon.door, people, more=pages.routes())
    server = console_server(app, host="127.0.0.1", port=port)
    serving = asyncio.create_task(server.serve(), name="pages")
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    tell(f"{scenario.name}")
    tell(f"  http://127.0.0.1:{port}/hands   floor: M. Okafor or I. Lund, PIN {PIN}")
    tell("  It is yours now. Ctrl-C gives up.")
    passed = await _goal(scenario, table, stop, tell)
    if passed:
        await asyncio.sleep(LOOK_S)
    await pages.table.take_back()
    table.daemon.door.close()
    server.should_exit = True
    await asyncio.wait({serving})
    return 0 if passed else 1


async def _goal(scenario: Scenario, table: BenchTable, stop: asyncio.Event, tell: Tell) -> bool:
    loop = asyncio.get_running_loop()
    began, since = loop.time(), table.daemon.table.current.seq
    while not stop.is_set():
        rows = Scene(table, since, None).rows
        pressed = sum(1 for row in rows if row.get("rank") == "dealer")
        if rows and not _left(scenario, table, since):
            tell(f"passed: {loop.time() - began:.0f} s, {pressed} presses")
            return True
        await asyncio.sleep(LOOK_S)
    left = _left(scenario, table, since)
    tell("not passed:")
    for one in left or ("nothing was done",):
        tell(f"  {one}")
    return False


def _left(scenario: Scenario, table: BenchTable, since: int) -> tuple[checks.Difference, ...]:
    """What the file demands at its end and is not so yet."""
    return tuple(checks.differences(scenario.steps[-1].then, Scene(table, since, None)))


def _hands_on(table: BenchTable) -> HandsOn:
    async def connect() -> WorldClient:
        return WorldClient.at_hand(table.rig)

    post, pack = table.dealer.post, table.daemon.house.pack
    post.pace = Pace(1.0)
    play = table.daemon.table.current.state.play
    seats = Seats(Players(Random(1), pack), play.boxes)  # noqa: S311 - players
    post.players = seats
    return HandsOn(
        connect,
        table.world,
        post,
        seats=seats,
        door=table.daemon.door,
        play=lambda: table.daemon.table.current.state.play,
        house=table.daemon.house,
    )
