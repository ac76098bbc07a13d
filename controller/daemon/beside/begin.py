"""What goes on beside the play for as long as the daemon runs: proof, clock, installed files.

None of it waits for the table, and the table waits for none of it. On the bench there is no such
thing: its clock jumps, and its devices are simulated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import structlog
from msgspec import Struct

from controller.daemon import exports
from controller.daemon.proving import Proving
from controller.domain import facts as fact
from controller.errors import why
from controller.procedure.state.inputs import Input

from . import people_watch

HOUR_S = 3600.0
EXPORTS_S = 5.0
log = structlog.get_logger(__name__)

Put = Callable[[Input], Awaitable[None]]


class Beside(Struct, frozen=True):
    proving_s: float | None = None
    """So often a part of the record is proven; None = never."""
    clock: Callable[[], fact.ClockRead | None] | None = None
    """What the system says of its clock, asked once an hour."""
    files: Callable[[], Iterable[str]] | None = None
    """Installed files that are not what they were, looked for once, in a thread."""
    exports: Path | None = None
    """The folder in which whoever makes evidence leaves word of it."""
    people: tuple[Path, Path] | None = None
    """The people file to be watched, and the record that knows who was in it."""


class Files(Struct):
    """What the look at the installed files has found so far."""

    said: str = ""
    changed: int = 0


def begin(
    what: Beside, proving: Proving, put: Put, files: Files, version: str
) -> tuple[asyncio.Task[None], ...]:
    """Whoever begins them cancels them."""
    found = []
    if what.proving_s is not None:
        found.append(asyncio.create_task(proving.run(what.proving_s), name="proving"))
    if what.clock is not None:
        found.append(asyncio.create_task(_read_clock(what.clock, put), name="clock"))
    if what.files is not None:
        found.append(
            asyncio.create_task(_look_at_files(what.files, put, files, version), name="files")
        )
    if what.exports is not None:
        found.append(asyncio.create_task(_record_exports(what.exports, put), name="exports"))
    if what.people is not None:
        found.append(asyncio.create_task(people_watch.watch(*what.people, put), name="people"))
    return tuple(found)


async def _read_clock(read: Callable[[], fact.ClockRead | None], put: Put) -> None:
    while (said := read()) is not None:
        await put(said)
        await asyncio.sleep(HOUR_S)


async def _record_exports(folder: Path, put: Put) -> None:
    """Evidence and held days become rows; what was done while no daemon ran waits here.

    A note that another user made may stay where it is: it is told once.
    """
    seen: set[Path] = set()
    while True:
        for note in exports.waiting(folder):
            if note in seen:
                continue
            try:
                said = exports.read(note)
            except OSError as error:
                log.warning("note_unread", file=note.name, why=why(error))
                seen.add(note)
                continue
            if said is not None:
                await put(said)
            try:
                note.unlink(missing_ok=True)
            except OSError:
                seen.add(note)
        await asyncio.sleep(EXPORTS_S)


async def _look_at_files(
    look: Callable[[], Iterable[str]], put: Put, files: Files, version: str
) -> None:
    """A changed file is other software, whatever the packages say of themselves."""
    found = await asyncio.to_thread(lambda: list(look()))
    files.changed = len(found)
    how = f"{len(found)} installed files changed" if found else "installed files unchanged"
    files.said = f"software {version}, {how}"
    if found:
        log.error("files_changed", files=found[:20], count=len(found))
        more = f", {len(found)} in all" if len(found) > 1 else ""
        await put(fact.Noted(kind="other_software", about=f"{found[0]}{more}"))
