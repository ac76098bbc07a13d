"""The life of one table: start, run, stop.

Started in this order: record, table, consoles, devices; stopped in the other. A device or console
that fails does not end it; the table or its journal's writer does.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
import zoneinfo
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

import structlog
from starlette.routing import Route

from controller.config import Config
from controller.console.app import console_app
from controller.console.drawing.look import Look
from controller.console.sign_in.badge import sign_on_by_badge
from controller.console.sign_in.people import People
from controller.console.sign_in.sessions import Sessions
from controller.domain import facts as fact
from controller.journal.append import Journal
from controller.journal.keys import KeyRing, load_table_key
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.table.actor import Current, Table
from controller.table.clock import behind_the_record
from controller.table.manifest import Manifest, manifest
from controller.table.record import code_hash
from controller.table.recovery import Progress
from controller.table.vault import Random, TableVault
from drivers.errors import NotRecorded
from drivers.link import Opener

from .beside import Beside, Files, begin
from .day_files import DayFiles
from .devices import Devices
from .door import Door
from .health import Watch
from .history import History
from .opening import Opened, note_stop, offer_of, open_record, put_back_in_words
from .proving import Proving
from .serving import listen, note_end, server_of
from .software import in_words

DRAIN_S = 5.0
"""How long a stop waits for what is queued; a disk that hangs is not waited for."""
AGAIN_S = 1.0

log = structlog.get_logger(__name__)


class Daemon:
    """`async with Daemon(...) as daemon: await daemon.run()`; the constructor builds nothing.

    `consoles=False` serves no pages. `simulated` takes devices that say they are, marks every page
    and serves `more_pages` too. `progress` hears of the recovery. `now` is UTC in seconds.
    `software` = what runs. `beside` = what goes on beside the play.
    """

    house: House
    offer: fact.RulesOffered
    """What the configuration holds beside the rules in force."""
    table: Table
    devices: Devices
    door: Door
    journal: Journal
    console_port: int = 0

    def __init__(
        self,
        config: Config,
        open_link: Opener,
        *,
        simulated: bool = False,
        consoles: bool = True,
        now: Callable[[], float] = time.time,
        random: Random = os.urandom,
        progress: Progress | None = None,
        software: Callable[[], Manifest] = manifest,
        beside: Beside = Beside(),  # noqa: B008 (a frozen value)
        more_pages: tuple[Route, ...] = (),
    ) -> None:
        self.config, self._open_link = config, open_link
        self._simulated, self._consoles = simulated, consoles
        self._now, self._random, self._progress = now, random, progress
        self._software, self._beside, self._files = software, beside, Files()
        self._more_pages = more_pages if simulated else ()
        sessions = Sessions(file=self._beside_people("sessions"))
        self._ending, self._sessions = asyncio.Event(), sessions

    async def __aenter__(self) -> Self:
        """Raises: ConfigError, PackError, JournalError: nothing was started."""
        async with AsyncExitStack() as stack:
            await self._start(stack)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def end(self) -> None:
        """Let `run` return."""
        self._ending.set()

    async def run(self) -> BaseException | None:
        """Until `end()`: None, or what ended the table before that.

        Once other rules were accepted the table begins again under them, `table`, `door` and
        `house` are others. Raises: as `__aenter__`.
        """
        ending = asyncio.create_task(self._ending.wait(), name="ending")
        try:
            while True:
                await asyncio.wait({self._acting, ending}, return_when=asyncio.FIRST_COMPLETED)
                if not self._acting.done():
                    return None
                if (error := self._acting.exception()) is not None or ending.done():
                    return error
                await self._again()
        finally:
            ending.cancel()

    async def answers(self) -> None:
        """As the table's own; one that begins again answers once it is there."""
        while True:
            try:
                return await self.table.answers()
            except NotRecorded:
                await asyncio.sleep(AGAIN_S)

    async def _again(self) -> None:
        log.info("rules_accepted", row=self.journal.head.seq)
        await self._stack.aclose()
        async with AsyncExitStack() as stack:
            await self._start(stack)
            self._stack = stack.pop_all()

    # ---- start ----
    async def _start(self, stack: AsyncExitStack) -> None:
        key = load_table_key(self.config.journal.keys)
        listening = listen(self.config, self.console_port) if self._consoles else None
        if listening is not None:
            stack.callback(listening.close)
        opened = await open_record(
            self.config,
            at_us=int(self._now() * 1e6),
            progress=self._progress,
            report=_report_fault,
            running=self._software(),
        )
        self.journal, self.house = opened.journal, opened.recovered.procedure.house
        stack.callback(opened.journal.close)
        self.offer = offer_of(self.house, opened.in_force, opened.offered)
        vault = TableVault(key, self._random, KeyRing(self.config.journal.keys).cards)
        vault.go_over(opened.journal.number, opened.shoe)
        self._build(opened, vault)
        self._acting = asyncio.create_task(self.table.run(), name="table")
        stack.push_async_callback(self._stop_table)
        stack.callback(self.door.close)
        if listening is not None:
            self._serve(listening)
            stack.push_async_callback(self._stop_consoles)
        first = self._begin(opened)
        self._beginning = asyncio.create_task(first, name="begin")
        stack.push_async_callback(self._stop_devices)
        for task in begin(
            self._beside, self._proving, self._put, self._files, in_words(self._software())
        ):
            stack.callback(task.cancel)
        # With a full disk the first row waits, and the consoles already say so.
        await asyncio.wait({self._beginning}, timeout=AGAIN_S)
        log.info("started", row=opened.journal.head.seq, folded=opened.recovered.folded)

    def _build(self, opened: Opened, vault: TableVault) -> None:
        found = opened.recovered
        days = DayFiles(
            opened.in_force,
            self._software(),
            KeyRing(self.config.journal.keys),
            house=self.house,
            day=opened.day,
            duties=self._duties,
        )
        self.table = Table(
            procedure=found.procedure,
            journal=opened.journal,
            vault=vault,
            now=self._now,
            code=code_hash(),
            state=found.state,
            mono=found.mono,
            released=self._released,
            rules=found.rules,
            offered=opened.offered,
            days=days,
        )
        self.devices = Devices(
            self.config.devices, self._open_link, self.table, self.house, simulated=self._simulated
        )
        self._proving = Proving(opened.journal, opened.first_key, self._put)
        watch = Watch(
            self.config,
            self.house,
            self.table,
            self.devices,
            simulated=self._simulated,
            proven=lambda: self._proving.proven,
            files=lambda: self._files,
            same_file=lambda: days.failed,
        )
        self.door = Door(
            self.table,
            self.house,
            frame=watch.frame,
            health=watch.health,
            history=History(self.config.journal.path, self.table),
        )

    def _duties(self) -> tuple[str, ...]:
        return tuple(f"{d.text}: {d.when}" for d in self.door.floor_view().duties if d.due)

    async def _begin(self, opened: Opened) -> None:
        """The first inputs of this run, then the devices: none is heard before `Started`."""
        names = tuple((d.name, d.role) for d in self.config.devices)
        await self._put(fact.Started(devices=names, after=opened.after))
        if opened.restored is not None:
            about, lost = put_back_in_words(opened.restored), opened.restored.rounds or 0
            log.error("copy_put_back", about=about)
            await self._put(fact.Noted(kind="alignment_required", about=about, rounds=lost))
        if opened.software is not None:
            log.warning("software", was=opened.software.was, now=opened.software.now)
            await self._put(opened.software)
        if (behind := behind_the_record(opened.last_at, self._now())) is not None:
            log.error("clock_behind_the_record", due=behind.due, found=behind.found)
            await self._put(behind)
        known = self.table.current.state.play.offer
        if self.offer.offer != known.id or known.refused_by:
            log.info("rules_offered", changes=len(self.offer.changes))
            await self._put(self.offer)
        difference = opened.recovered.difference
        if difference is not None:
            log.error("alignment_required", row=difference.row, kind=difference.kind)
            about = f"row {difference.row} {difference.kind}"
            await self._put(fact.Noted(kind="alignment_required", about=about))
        self.devices.start(sign_on_by_badge(self.door, self.config.people.path))

    async def _put(self, item: Input) -> None:
        """Until it is on the record."""
        while True:
            try:
                await self.table.put("table", item)
            except NotRecorded:
                await asyncio.sleep(AGAIN_S)
            else:
                return

    def _released(self, _: Current) -> None:
        self.devices.ask()
        self.door.changed()

    # ---- consoles ----
    def _serve(self, listening: socket.socket) -> None:
        console = self.config.console
        self.console_port = listening.getsockname()[1]
        app = console_app(
            self.door,
            People(self.config.people.path),
            zone=zoneinfo.ZoneInfo(self.house.timezone),
            look=Look(
                theme=console.theme,
                suits=console.suits,
                text=console.text,
                sounds=console.sounds,
                language=console.language,
                titles=self.house.titles,
                shoe_side=self.config.table.shoe_side,
            ),
            hosts=(console.host,),
            sessions=self._sessions,
            kept=self._beside_people("waiting"),
            more=self._more_pages,
        )
        self._server = server_of(console, self.console_port, app)
        self._serving = asyncio.create_task(self._server.serve([listening]), name="consoles")
        self._serving.add_done_callback(note_end)
        self._warming = asyncio.create_task(asyncio.to_thread(app.state.warm), name="warm")
        self._lapsing = asyncio.create_task(app.state.lapsing(), name="lapsing")
        self._lapsing.add_done_callback(note_end)

    def _beside_people(self, what: str) -> Path:
        path = self.config.people.path
        return path.with_name(f"{path.name}.{what}")

    # ---- stop ----
    async def _stop_devices(self) -> None:
        self._beginning.cancel()
        await asyncio.wait({self._beginning})
        await self.devices.stop()

    async def _stop_consoles(self) -> None:
        self.door.close()
        self._server.should_exit = True
        await asyncio.wait({self._serving}, timeout=DRAIN_S)
        self._serving.cancel()
        self._lapsing.cancel()
        await asyncio.wait({self._warming, self._lapsing})
        await self._sessions.kept()

    async def _stop_table(self) -> None:
        """What was said before the stop is still recorded."""
        if not self._acting.done():
            answered = asyncio.create_task(self.table.answers(), name="drain")
            await asyncio.wait(
                {answered, self._acting}, timeout=DRAIN_S, return_when=asyncio.FIRST_COMPLETED
            )
            answered.cancel()
        ended = self._acting.done()
        self._acting.cancel()
        await asyncio.wait({self._acting})
        if not ended and not self.table.current.cannot_record:
            stopped = asyncio.create_task(note_stop(self.journal, int(self._now() * 1e6)))
            await asyncio.wait({stopped}, timeout=DRAIN_S)


def _report_fault(where: str) -> None:
    """Places in the code and the type of the error: no text, it may hold a card."""
    log.error("controller_fault", where=where[-2000:])
