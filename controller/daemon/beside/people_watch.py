"""Who may sign in, compared with what the record last said: a row for each difference.

The people file is changed by the pages, by the command line and by whoever may write it; none of
them writes the record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path

from controller.console.sign_in.people import People, Person
from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.domain.structs import replace
from controller.errors import ConfigError
from controller.journal.days.names import newest
from controller.journal.read import open_reader
from controller.procedure.state.inputs import Input
from controller.table.recovery import decoded

LOOK_S = 5.0
Named = tuple[tuple[str, str, str], ...]


async def watch(people: Path, journal: Path, put: Callable[[Input], Awaitable[None]]) -> None:
    """For as long as the daemon runs; a file that cannot be read is told on the pages."""
    file, known, written = People(people), last_found(journal), newest(journal)
    while True:
        if known is not None and newest(journal) != written:
            # A later file says itself who may sign in: no older one need be read for it.
            await put(known)
            written = newest(journal)
        try:
            found = whole(file.all())
        except ConfigError:
            found = known or fact.PeopleFound(people=())
        if found != known:
            changes = () if known is None else between(known.people, found.people)
            await put(replace(found, changes=changes))
            known = found
        await asyncio.sleep(LOOK_S)


def last_found(journal: Path) -> fact.PeopleFound | None:
    """Without its changes. None = the record says nothing of people. Raises: JournalError."""
    with open_reader(journal) as reader:
        row = reader.last(fact.PeopleFound.__name__)
        if row is None:
            return None
        item = decoded(reader, row).stamped.input
        assert isinstance(item, fact.PeopleFound)
        return replace(item, changes=())


def whole(people: tuple[Person, ...]) -> fact.PeopleFound:
    """All that the record says of them."""
    licences = tuple(sorted((p.name, p.licence) for p in people if p.licence))
    return fact.PeopleFound(people=named(people), licences=licences)


def named(people: tuple[Person, ...]) -> Named:
    """In order of name; of PIN and licence whether they are the same as before."""
    return tuple(sorted((p.name, p.rank, _short(p)) for p in people))


def _short(person: Person) -> str:
    return sha256(f"{person.stamp} {person.licence}".encode()).hexdigest()[:8]


def between(known: Named, found: Named) -> tuple[Change, ...]:
    was, is_ = ({name: rest for name, *rest in some} for some in (known, found))
    return tuple(
        Change(name, was.get(name, [""])[0], is_.get(name, [""])[0])
        for name in sorted(was.keys() | is_.keys())
        if was.get(name) != is_.get(name)
    )
