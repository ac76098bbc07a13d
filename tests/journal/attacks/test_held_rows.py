"""A day that rows hold is not freed by whoever edits or deletes the file of the holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from controller.bench.simulated.virtual_time import run_virtual
from controller.cli import run
from controller.daemon.beside import Beside
from controller.daemon.exports import folder_of
from controller.domain.facts import DayHeld
from controller.journal.append import open_journal
from controller.journal.days.names import parts
from controller.journal.days.retention import holds_path
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader
from controller.journal.rows import Draft
from controller.table.record import ENCODE
from controller.table.recovery import decoded
from drivers.sim.rig import Rig
from tests.daemon.tabletop import BEGIN, a_tabletop, now
from tests.journal.attacks.test_forged_rows import added

DAY_S = 86_400
Out = pytest.CaptureFixture[str]


def later(days: int) -> float:
    return now() + days * DAY_S


def evenings(folder: Path, *days: int) -> None:
    """One start a day; what was said beside the daemon becomes a row at the next."""

    async def played() -> None:
        rig, beside = Rig(1), Beside(exports=folder_of(folder / "journal.db"))
        for day in days:
            clock = partial(later, day)
            async with a_tabletop(folder, rig, now=clock, beside=beside):
                await asyncio.sleep(1)

    run_virtual(played())


def held(record: Path, day: str, act: str = "add") -> int:
    said = ["--day", day, "--reason", "box 4 disputes", "--who", "Ada Fox"]
    return run(["journal", "hold", act, str(record), *said])


def pruned(record: Path) -> int:
    keys = ["--keys", str(record.parent / "keys"), "--delete"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("time.time", lambda: BEGIN + 30 * DAY_S)
        return run(["journal", "prune", str(record), "--keep-days", "1", *keys])


def gone(record: Path) -> list[int]:
    return [part.number for part in parts(record) if part.rest]


def deleted(holds: Path) -> None:
    holds.unlink()


def emptied(holds: Path) -> None:
    holds.write_text("[]\n")


def another_day(holds: Path) -> None:
    holds.write_text(holds.read_text().replace("2027-01-15", "2027-01-11"))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Six gaming days, 2027-01-14 to 19; the second is held, as a row of the third says."""
    record = tmp_path / "journal.db"
    evenings(tmp_path, 0, 1, 2)
    assert held(record, "2027-01-15") == 0
    evenings(tmp_path, 3, 4, 5)
    return record


@pytest.mark.parametrize("forge", [deleted, emptied, another_day], ids=lambda f: f.__name__)
def test_file_of_the_holds_that_was_edited_frees_no_day(
    record: Path, forge: Callable[[Path], None], capsys: Out
) -> None:
    forge(holds_path(record))

    assert pruned(record) == 0
    assert gone(record) == [4]
    assert "held for 2027-01-15: box 4 disputes, as row" in capsys.readouterr().out
    assert run(["journal", "hold", "list", str(record)]) == 0
    assert "2027-01-15  Ada Fox: box 4 disputes" in capsys.readouterr().out


def test_file_whose_row_says_that_a_day_is_held_is_kept_with_it(record: Path, capsys: Out) -> None:
    """Else the next deletion would know of no hold."""
    holds_path(record).unlink()
    assert pruned(record) == 0
    evenings(record.parent, 6)
    assert pruned(record) == 0

    assert gone(record) == [4, 5]
    assert "a row of it holds 2027-01-15" in capsys.readouterr().out


def test_hidden_cards_of_a_day_that_rows_hold_stay_readable(record: Path) -> None:
    holds_path(record).unlink()
    keys = record.parent / "keys"
    run_virtual(another_shoe(record, KeyRing(keys)))

    assert run(["keys", "rotate", str(keys), "--journal", str(record), "--destroy"]) == 0
    assert [n for n in range(1, 7) if KeyRing(keys).cards(n) is None] == [4]


async def another_shoe(record: Path, keys: KeyRing) -> None:
    """Loaded on the last day: no card of an older one is in use."""
    journal = open_journal(record, keys.signer)
    await journal.commit([Draft(journal.head.seq + 1, 0, "shoe", "ShoeLoaded", b"\xc0")], sign=True)
    journal.close()


def test_day_is_free_once_a_row_says_so(record: Path, capsys: Out) -> None:
    """Not by the command alone, which leaves word of it; also where no file holds it any more."""
    holds_path(record).unlink()
    assert held(record, "2027-01-15", "remove") == 0
    assert pruned(record) == 0
    assert 2 not in gone(record)
    assert held(record, "2027-01-14", "remove") == 1
    assert "2027-01-14 is not held" in capsys.readouterr().err

    evenings(record.parent, 6)
    assert pruned(record) == 0
    assert gone(record) == [1, 2, 3, 4, 5]


def test_day_that_was_named_by_a_later_file_is_held_in_the_record(tmp_path: Path) -> None:
    record = tmp_path / "journal.db"
    evenings(tmp_path, 0, 1, 2, 3)
    assert held(parts(record)[1].path, "2027-01-15") == 0

    assert pruned(record) == 0
    assert 2 not in gone(record)


def test_shoe_that_nobody_signed_closes_no_older_one(record: Path, capsys: Out) -> None:
    """The hidden cards of the shoe in use would never be turned."""
    added(parts(record)[-1].path, ("ShoeLoaded", b"\xc0"))
    keys = record.parent / "keys"

    assert run(["keys", "rotate", str(keys), "--journal", str(record), "--destroy"]) == 0

    assert "none: every key is needed" in capsys.readouterr().out
    assert all(KeyRing(keys).cards(number) for number in range(1, 7))


def test_find_knows_who_holds_a_day(record: Path, capsys: Out) -> None:
    """Who holds a day, takes evidence or destroys a key is a name too."""
    assert run(["journal", "find", str(record), "--who", "ada fox"]) == 0

    assert "DayHeld day=2027-01-15 who=Ada Fox" in capsys.readouterr().out


def test_release_that_nobody_signed_frees_no_day(record: Path) -> None:
    """Whoever writes the folder adds the row that the daemon would have made of `hold remove`."""
    holds_path(record).unlink()
    with open_reader(record) as reader:
        row = reader.last("DayHeld")
        assert row is not None
        said = decoded(reader, row)
    replaced = msgspec.structs.replace
    freed = replaced(said.stamped, input=DayHeld(day="2027-01-15", who="x", released=True))
    added(parts(record)[-1].path, ("DayHeld", ENCODE(replaced(said, stamped=freed))))

    assert pruned(record) == 0
    assert 2 not in gone(record)
