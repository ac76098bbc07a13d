"""A change of people that nobody signed in time: its end stands on the record, as its begin does.

It is looked for as long as the consoles serve, so that one which lapsed while no daemon ran becomes
a row at the next start. It waits in its file until the row is there.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

from controller.console.door import TableDoor
from controller.domain.commands import PersonChanged
from controller.errors import ConfigError

from .waiting import Waiting

LOOK_S = 5.0
BY = "table"


async def lapsing(waiting: Waiting, door: TableDoor) -> None:
    """Until it is cancelled."""
    while True:
        await asyncio.sleep(LOOK_S)
        await lapse(waiting, door)


async def lapse(waiting: Waiting, door: TableDoor) -> None:
    if waiting.untold:
        said = PersonChanged(whom="", what="lost", by=BY, where="floor", rid=secrets.token_hex(8))
        waiting.untold = not await _recorded(door, said)
    for one in waiting.lapsed():
        rid = f"lapsed-{one.id}"  # one row, whenever the file could be written
        said = PersonChanged(
            whom=one.name, what="lapsed", to=one.told, first=one.by, by=BY, where="floor", rid=rid
        )
        if not await _recorded(door, said):
            return
        waiting.drop(one)
        with suppress(ConfigError):
            await waiting.keep()


async def _recorded(door: TableDoor, said: PersonChanged) -> bool:
    return (await door.command(said)).verdict != "not_recorded"
