"""On the record beside the play: how a run ended, who signed in or failed to, who may."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import msgspec
from argon2 import PasswordHasher

from controller.console.sign_in import kept_file
from controller.console.sign_in.lapsing import lapse
from controller.console.sign_in.people import People
from controller.console.sign_in.waiting import OPEN_S, Proposal, Waiting
from controller.daemon.beside import Beside
from controller.domain import facts as fact
from controller.domain.commands import PersonChanged
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
    people.edit("Ada Fox", rank="casino_supervisor", licence="L-20114")
    async with a_tabletop(tmp_path, beside=beside):
        pass

    assert [found.licences for found in people_rows(tmp_path)] == [
        (),
        (),
        (("Ada Fox", "L-20114"),),
    ]
    assert [found.changes for found in people_rows(tmp_path)] == [
        (),
        (Change("Ben Roe", "", "dealer"),),
        (
            Change("Ada Fox", "floorperson", "casino_supervisor"),
            Change("Ben Roe", "dealer", ""),
        ),
    ]


async def test_change_of_people_that_nobody_signed_is_a_row(tmp_path: Path) -> None:
    """Killed before its file was written anew, it is found again: one change is one row."""
    file, now = tmp_path / "people.json.waiting", 1_800_000_000_000
    asked = Proposal(act="removed", name="Ben Roe", by="Ada Fox", at=now - int(OPEN_S * 1000))
    kept_file.write(file, (msgspec.structs.replace(asked, id="4711"),))
    left = file.read_bytes()
    async with a_tabletop(tmp_path) as table:
        for _ in range(2):
            file.write_bytes(left)
            await lapse(Waiting(lambda: now, file), table.daemon.door)

    inputs = (r.stamped.input for r in rows(tmp_path))
    lapsed = [i for i in inputs if isinstance(i, PersonChanged)]
    assert [(i.what, i.whom, i.first, i.by) for i in lapsed][:1] == [
        ("lapsed", "Ben Roe", "Ada Fox", "table")
    ]
    verdicts = [r.outcome.verdict for r in rows(tmp_path) if r.stamped.input in lapsed]
    assert verdicts.count("accepted") == 1
    assert kept_file.read(file, tuple[Proposal, ...]) == ()


async def test_sign_in_is_a_row_and_holds_nobody(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        before = table.daemon.door.view()
        await table.daemon.door.note(fact.SignInTried(name="nobody", right=False, place="own"))
        assert table.daemon.door.view().next_step == before.next_step

    inputs = (r.stamped.input for r in rows(tmp_path))
    assert [i.name for i in inputs if isinstance(i, fact.SignInTried)] == ["nobody"]
