"""A simulated table that anybody can watch: devices in a process of their own, consoles, a dealer.

The cards are what the shuffler makes of the seed; nothing is arranged.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from controller.config import Config
from controller.console.people import People
from controller.daemon import Daemon
from controller.daemon.logs import configure_logs
from controller.errors import ConfigError
from drivers.sim.client import SimProcess, WorldClient

from . import faults, setup
from .dealer import seeded_dealer
from .post import Post
from .report import Narrator
from .serve import opener
from .web_console import WebConsole, WebFloor

PORT = 8021
SHUFFLE_S = 30.0
FAULT_AFTER_S, FAULT_FOR_S = 12.0, 20.0
PEOPLE = (("M. Okafor", "floorperson"), ("L. Chen", "casino_supervisor"))


class Options(Struct, frozen=True, kw_only=True):
    speed: float = 1.0
    seed: int = 1
    rounds: int | None = None
    port: int | None = None
    folder: Path | None = None
    fault: str = ""


def run(options: Options, tell: Callable[[str], None]) -> int:
    """Deal until Ctrl-C or the last round. Return 0, or 1 when something disagreed."""
    if options.fault and options.fault not in faults.FAULTS:
        do = f"Use one of: {', '.join(faults.FAULTS)}"
        raise ConfigError(f"no fault {options.fault!r}", where="--fault", do=do)
    folder = options.folder or Path(tempfile.mkdtemp(prefix="dealer-assist-demo-"))
    if (folder / "journal.db").exists():
        do = "Name a new folder: the simulated cards do not remember where they lay"
        raise ConfigError("a demo was dealt here before", where=str(folder), do=do)
    folder.mkdir(parents=True, exist_ok=True)
    with _logged(folder), tempfile.TemporaryDirectory(prefix="da-") as short:
        return asyncio.run(_demo(options, folder, Path(short), Narrator(tell, time.monotonic)))


@contextlib.contextmanager
def _logged(folder: Path) -> Iterator[None]:
    with (folder / "demo.log").open("ab", buffering=0) as file:
        lines = configure_logs(file.fileno(), table="demo")
        yield
        lines.close()


async def _demo(options: Options, folder: Path, short: Path, narrator: Narrator) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    sim = await SimProcess.start(short / "hands", *_sim_options(options))
    try:
        port = options.port or _free_port()
        config = setup.write(folder, sim.ports, console_port=port)
        pins = await _people(config)
        async with Daemon(config, opener(sim.control), simulated=True) as daemon:
            narrator.greet(config, pins, options.seed)
            status = await _deal(options, daemon, sim, narrator, stop, pins)
    finally:
        await sim.stop()
    return narrator.sum_up(config.journal.path) or status


def _sim_options(options: Options) -> tuple[str, ...]:
    shuffle_s = SHUFFLE_S / options.speed
    return ("--seed", str(options.seed), "--shuffle-s", f"{shuffle_s:.2f}")


async def _deal(
    options: Options,
    daemon: Daemon,
    sim: SimProcess,
    narrator: Narrator,
    stop: asyncio.Event,
    people: tuple[tuple[str, str, str], ...],
) -> int:
    """Until the last round, Ctrl-C, or the end of the table."""
    world = await WorldClient.connect(sim.control)
    console = WebConsole("127.0.0.1", daemon.console_port, f"demo-{os.getpid()}")
    person, _, pin = people[0]
    floor = WebFloor(
        "127.0.0.1", daemon.console_port, f"floor-{os.getpid()}", person=person, pin=pin
    )
    dealer = seeded_dealer(
        *(world, console, daemon.house.pack),
        seed=options.seed,
        speed=options.speed,
        told=narrator.round,
        say=narrator.say,
        on_hold=narrator.held,
        floor=floor.say,
    )
    tasks = {
        asyncio.create_task(dealer.play(options.rounds), name="dealer"),
        asyncio.create_task(stop.wait(), name="stop"),
        asyncio.create_task(daemon.run(), name="table"),
    }
    if options.fault:
        trouble = _trouble(faults.FAULTS[options.fault], world, dealer.post, narrator)
        tasks.add(asyncio.create_task(trouble, name="trouble"))
    dealing = next(task for task in tasks if task.get_name() == "dealer")
    ending = {task for task in tasks if task.get_name() != "trouble"}
    await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
    stopped = stop.is_set()
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    console.close()
    floor.close()
    world.close()
    error = None if dealing.cancelled() else dealing.exception()
    if not stopped and (dealing.cancelled() or error is not None):
        narrator.failed(error)
        return 1
    return 0


async def _trouble(fault: faults.Fault, world: WorldClient, post: Post, narrator: Narrator) -> None:
    await narrator.first_round.wait()
    await post.pace.rest(FAULT_AFTER_S)
    narrator.say(f"FAULT: {fault.text}")
    await faults.pull(world, fault)
    await post.pace.rest(FAULT_FOR_S, least_s=6.0)
    await faults.mend(world, fault)
    narrator.say(f"{fault.device}: mended")


async def _people(config: Config) -> tuple[tuple[str, str, str], ...]:
    """Two people with PINs of this run: (name, rank, PIN)."""
    people = People(config.people.path)
    found = []
    for name, rank in PEOPLE:
        pin = "".join(secrets.choice("123456789") for _ in range(3))
        pin += secrets.choice([d for d in "0123456789" if d != pin[0]])
        people.add(name, rank, pin)  # type: ignore[arg-type]
        await people.change(name, pin)
        found.append((name, rank, pin))
    return tuple(found)


def _free_port() -> int:
    for port in (PORT, 0):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)) as found:
            return int(found.getsockname()[1])
    raise ConfigError("no port is free on 127.0.0.1", do="Name one with --port")
