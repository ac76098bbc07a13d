"""A badge at the table's own reader signs the dealer on, and the one before off.

The number is compared with what the people file keeps of it and goes nowhere else. A badge proves
that it was there, no more: whoever opens a page of the floor still needs the PIN.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from controller.console.door import TableDoor
from controller.domain.commands import SURVEILLANCE
from controller.errors import ConfigError

from .people import People
from .sign_on import signed_on

log = structlog.get_logger(__name__)


def sign_on_by_badge(door: TableDoor, people_file: Path) -> Callable[[bytes], Awaitable[object]]:
    """What is called with the number of each badge that is read."""
    people = People(people_file)

    async def read(number: bytes) -> object:
        try:
            person = people.of_badge(number)
        except ConfigError as error:
            log.warning("people_file", error=error.what)
            return None
        if person is None or person.rank == SURVEILLANCE:
            log.warning("badge_unknown" if person is None else "badge_of_surveillance")
            return None
        return await door.command(signed_on(person, "badge"))

    return read
