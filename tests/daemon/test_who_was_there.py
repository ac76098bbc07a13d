"""On the record beside the play: how a run ended, who signed in or failed to, who may."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from argon2 import PasswordHasher

from controller.console.sign_in.people import People
from controller.daemon.beside import Beside
from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.journal.verify import verify
from tests.daemon.tabletop import a_tabletop, rows

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def started(folder: Path) -> list[str]:
    inputs = (r.stamped.input for r in rows(folder))
    return [i.after for i in inputs if isinstance(i, fact.Started)]


def people_rows(folder: Path) -> list[fact.PeopleFound]:
    inputs = (r.stamped.input for r in rows(folder))
    return [i for i in inputs if isinstance(i, fact.PeopleFound)]


async def test_start_tells_a_stop_from_lost_power(tmp_path: Path) -> None:
    """A copy of a running table's folder is what a power cut leaves."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    async with a_tabletop(one):
        pass
    async with a_tabletop(one):
        shutil.copytree(one, other)
    async with a_tabletop(other):
        pass

    assert started(one) == ["", "stopped"]
    assert started(other) == ["", "stopped", "lost"]


async def test_stop_leaves_no_unsigned_end(tmp_path: Path) -> None:
    """What an evening ends with is proven once the daemon has been stopped."""
    async with a_tabletop(tmp_path):
        pass

    report = verify(tmp_path / "journal.db")
    assert (report.fault, report.signed) == (None, report.rows - 1)


async def test_people_are_compared_with_what_the_record_last_said(tmp_path: Path) -> None:
    """Also what the command line changed while no daemon ran; the same people make no row."""
    people = People(tmp_path / "people.json", QUICK)
    people.add("Ada Fox", "floorperson", "2468")
    beside = Beside(people=(tmp_path / "people.json", tmp_path / "journal.db"))
    async with a_tabletop(tmp_path, beside=beside):
        people.add("Ben Roe", "dealer", "1357")
        await asyncio.sleep(6)
    async with a_tabletop(tmp_path, beside=beside):
        pass
    people.remove("Ben Roe")
    people.edit("Ada Fox", rank="casino_supervisor")
    async with a_tabletop(tmp_path, beside=beside):
        pass

    assert [found.changes for found in people_rows(tmp_path)] == [
        (),
        (Change("Ben Roe", "", "dealer"),),
        (
            Change("Ada Fox", "floorperson", "casino_supervisor"),
            Change("Ben Roe", "dealer", ""),
        ),
    ]


async def test_sign_in_is_a_row_and_holds_nobody(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        before = table.daemon.door.view()
        await table.daemon.door.note(fact.SignInTried(name="nobody", right=False, place="own"))
        assert table.daemon.door.view().next_step == before.next_step

    inputs = (r.stamped.input for r in rows(tmp_path))
    assert [i.name for i in inputs if isinstance(i, fact.SignInTried)] == ["nobody"]
