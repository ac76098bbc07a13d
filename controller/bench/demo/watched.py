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
from typing import Any

import msgspec
from msgspec import Struct

from controller.bench.automatic.dealer import seeded_dealer
from controller.bench.automatic.players import Habits
from controller.bench.automatic.post import Post
from controller.bench.consoles.web_console import WebConsole, WebFloor
from controller.bench.hands.pages import HandsPages
from controller.bench.simulated import setup
from controller.config import Config
from controller.console.sign_in.people import People
from controller.console.sign_in.pin_rules import in_a_row
from controller.daemon import Daemon
from controller.daemon.logs import configure_logs
from controller.domain.structs import replace
from controller.errors import ConfigError
from controller.procedure.state.house import House
from controller.rules.pack import apply_options, load, names
from drivers.sim.hosting.client import SimProcess, WorldClient

from . import faults, slips, unruled
from .dealing import Dealing
from .report import Narrator
from .serve import opener

PORT = 8021
SHUFFLE_S, SHORT_SHUFFLE_S = 30.0, 4.0
DEALER = "Dana R."
FAULT_AFTER_S, FAULT_FOR_S = 12.0, 20.0
PEOPLE = (
    ("M. Okafor", "floorperson"),
    ("L. Chen", "casino_supervisor"),
    ("K. Hill", "surveillance"),
    (DEALER, "dealer"),
)


JACKPOT = 0.1
"""How often the wheel rests on it, where a plain section counts 1."""
CHOSEN: dict[str, dict[str, Any]] = {
    "maryland": setup.METERED,
    "massachusetts-bonus-spin": setup.OPTIONS,
}

HABITS = {"boston-billiard": Habits(bonus=0.0, chips_cents=(500, 1000), match_cents=(100, 500))}
"""Where a wager is ten dollars at most."""

REAPED_S = 5.0
"""How long the end of a program may take to reach us after its socket was lost."""
DEVICES_ENDED = ConnectionError("the program of the simulated devices ended")


class Options(Struct, frozen=True, kw_only=True):
    pack: str = "massachusetts-bonus-spin"
    speed: float = 1.0
    seed: int = 1
    rounds: int | None = None
    port: int | None = None
    folder: Path | None = None
    fault: str = ""
    hands: bool = False
    """A person deals on `/hands`; the automatic dealer opens the table."""
    from_opening: bool = False
    """The opening at the dealing's own pace, and a shuffle as long as a machine's."""
    stays: bool = False
    """The pages stay after the last round, until Ctrl-C."""


def run(options: Options, tell: Callable[[str], None]) -> int:
    """Deal until Ctrl-C or the last round. Return 0, or 1 when something disagreed."""
    known = (*faults.FAULTS, *slips.SLIPS)
    if options.fault and options.fault not in known:
        do = f"Use one of: {', '.join(known)}"
        raise ConfigError(f"no fault {options.fault!r}", where="--fault", do=do)
    if options.pack not in names():
        do = f"Use one of: {', '.join(names())}"
        raise ConfigError(f"no rule pack {options.pack!r}", where="--pack", do=do)
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
    house, sections = _house(options.pack)
    built = _sim_options(options, house, sections)
    sim = await SimProcess.start(short / "hands", *built)
    try:
        port = options.port or _free_port()
        without = setup.missing(apply_options(load(options.pack), house))
        there = {name: at for name, at in sim.ports.items() if name not in without}
        config = setup.write(
            *(folder, there), pack=options.pack, console_port=port, options=house, wheel=sections
        )
        pins = await _people(config)
        pages = HandsPages()
        more = pages.routes() if options.hands else ()
        opened = opener(sim.control)
        async with Daemon(config, opened, simulated=True, more_pages=more) as daemon:
            narrator.greet(config, pins, options.seed, hands=options.hands)
            try:
                status = await _deal(options, daemon, sim, narrator, stop, pins, pages)
            except ConnectionError:  # their program ended before anything waited for it
                narrator.failed(DEVICES_ENDED)
                status = 1
    finally:
        await sim.stop()
    return narrator.sum_up(config.journal.path) or status


def _house(name: str) -> tuple[dict[str, Any], dict[str, int]]:
    """What the house of a demo chooses, and the sections of its wheel."""
    pack = load(name)
    house = {**setup.choices(pack), **CHOSEN.get(name, {})}
    chosen = apply_options(pack, house)
    house["decks"] = chosen.cards.decks.value
    if chosen.wheel.bonus_spin_on_meters:
        return house, setup.printed_wheel(name, house)
    return house, {} if chosen.wheel.bonus_spin.value == "off" else setup.SECTIONS


def _sim_options(
    options: Options, house: dict[str, Any], sections: dict[str, int]
) -> tuple[str, ...]:
    built = setup.build(options.pack, house, sections or setup.SECTIONS)
    rarely = tuple((n, JACKPOT if n == "jackpot" else weight) for n, weight in built.sections)
    told = msgspec.json.encode(replace(built, sections=rarely)).decode()
    shuffle_s = (SHUFFLE_S if options.from_opening else SHORT_SHUFFLE_S) / options.speed
    seed = str(options.seed)
    return ("--seed", seed, "--shuffle-s", f"{shuffle_s:.4f}", "--build", told)


async def _deal(
    options: Options,
    daemon: Daemon,
    sim: SimProcess,
    narrator: Narrator,
    stop: asyncio.Event,
    people: tuple[tuple[str, str, str], ...],
    pages: HandsPages,
) -> int:
    """Until the last round, Ctrl-C, or the end of the table."""
    world = await WorldClient.connect(sim.control)
    sections = _house(options.pack)[1]
    console = WebConsole("127.0.0.1", daemon.console_port, f"demo-{os.getpid()}")
    of_floor = {"person": people[0][0], "pin": people[0][2]}
    floor = WebFloor("127.0.0.1", daemon.console_port, f"floor-{os.getpid()}", **of_floor)
    dealer = seeded_dealer(
        *(world, console, daemon.house.pack),
        seed=options.seed,
        speed=options.speed,
        sections=sections or None,
        habits=HABITS.get(options.pack, None if sections else Habits(bonus=0.0)),
        told=narrator.round,
        say=narrator.say,
        on_hold=narrator.held,
        floor=floor.say,
    )
    pin_of = {name: pin for name, _, pin in people}
    dealing = Dealing(options, daemon, sim.control, narrator, dealer)
    if options.hands:
        pages.table = await dealing.hands_on(world)
    tasks = {
        asyncio.create_task(_sign_on(console, pin_of[DEALER], dealing), name="sign on"),
        asyncio.create_task(dealing.run(), name="dealer"),
        asyncio.create_task(stop.wait(), name="stop"),
        asyncio.create_task(daemon.run(), name="table"),
        asyncio.create_task(sim.process.wait(), name="devices"),
    }
    if not (options.stays or options.hands):
        tasks.add(asyncio.create_task(unruled.wait_for(daemon.door.view), name="unruled"))
    if options.fault:
        trouble = _trouble(options.fault, dealing, daemon.house, dealer.post, narrator)
        tasks.add(asyncio.create_task(trouble, name="trouble"))
    stopped, error = await _until_the_end(tasks, stop, narrator, stays=options.stays)
    console.close()
    floor.close()
    world.close()
    await dealing.end()
    if not stopped:
        narrator.failed(error)
    return 0 if stopped else 1


async def _until_the_end(
    tasks: set[asyncio.Task[Any]], stop: asyncio.Event, narrator: Narrator, *, stays: bool
) -> tuple[bool, BaseException | None]:
    """Whether it ended as it was meant to, and what else ended it."""
    dealt = next(task for task in tasks if task.get_name() == "dealer")
    ending = {task for task in tasks if task.get_name() not in ("trouble", "sign on")}
    await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
    whole = dealt.done() and dealt.exception() is None
    if whole and stays:
        narrator.say("the last round is dealt; the pages stay until Ctrl-C")
        await asyncio.wait(ending - {dealt}, return_when=asyncio.FIRST_COMPLETED)
    failed = [task.exception() for task in ending if task.done() and not task.cancelled()]
    error = next((error for error in failed if error is not None), None)
    devices = next(task for task in tasks if task.get_name() == "devices")
    if isinstance(error, ConnectionError):  # a lost socket is noticed before the end of its program
        await asyncio.wait({devices}, timeout=REAPED_S)
    if devices.done():
        error = DEVICES_ENDED
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    return stop.is_set() or whole, error


async def _sign_on(console: WebConsole, pin: str, dealing: Dealing) -> None:
    """The dealer signs on by name, before there is a shoe that would be burnt for it."""
    await dealing.comes(lambda: dealing.play().opening == "open")
    await console.sign_on(DEALER, pin)


async def _trouble(
    name: str, dealing: Dealing, house: House, post: Post, narrator: Narrator
) -> None:
    """From the second round on: a slip when it can be made, a device's fault after a while."""
    await narrator.first_round.wait()
    if (slip := slips.SLIPS.get(name)) is not None:
        await dealing.comes(lambda: slip.when(dealing.play(), house))
        narrator.say(f"FAULT: {slip.text}")
        await slip.do(post, dealing.play(), house)
        return
    fault = faults.FAULTS[name]
    await post.pace.rest(FAULT_AFTER_S)
    narrator.say(f"FAULT: {fault.text}")
    await faults.pull(post.world, fault)
    await post.pace.rest(FAULT_FOR_S, least_s=6.0)
    await faults.mend(post.world, fault)
    narrator.say(f"{fault.device}: mended")


async def _people(config: Config) -> tuple[tuple[str, str, str], ...]:
    """Two people with PINs of this run: (name, rank, PIN)."""
    people = People(config.people.path)
    found = []
    for name, rank in PEOPLE:
        pin = "".join(secrets.choice("123456789") for _ in range(3))
        pin += secrets.choice([d for d in "0123456789" if d != pin[0] and not in_a_row(pin + d)])
        people.add(name, rank, pin)  # type: ignore[arg-type]
        await people.change(name, pin)
        found.append((name, rank, pin))
    return tuple(found)


def _free_port() -> int:
    for port in (PORT, 0):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)) as found:
            return int(found.getsockname()[1])
    raise ConfigError("no port is free on 127.0.0.1", do="Name one with --port")
