"""A file a gaming day: changed between rounds, with a key of its own, and read as one record."""

from __future__ import annotations

import asyncio
import shutil
import struct
import subprocess
import zipfile
from pathlib import Path

import pytest

from controller.audit.evidence import Asked, export
from controller.audit.explain import recent_rounds, round_story
from controller.audit.replay import replay
from controller.cli import run
from controller.daemon.beside import Beside
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.journal.days.joins import decode_continued
from controller.journal.days.names import parts
from controller.journal.days.retention import prune
from controller.journal.keys import KeyRing, load_public_key
from controller.journal.read import open_reader
from controller.journal.rows import CONTINUED, OPENING, SIGNATURE
from controller.journal.seal import fingerprint
from controller.journal.verify import verify
from controller.procedure.state.parts.day import next_day
from controller.table.record import SNAPSHOT, code_hash, decode_snapshot
from controller.table.recovery import decoded, inputs, recover, rules_of
from drivers.sim.rig import Rig

from .tabletop import Tabletop, a_tabletop, now

DAY_S, LATE_S = 86_400, 2 * 3600 + 40 * 60
TOOLS = ("sqlite3", "sha256sum", "openssl")


def late() -> float:
    """UTC; the tabletop's evening begins some twenty minutes before the gaming day does."""
    return now() + LATE_S


def until_the_day_begins(table: Tabletop) -> float:
    house = table.daemon.house
    begins = next_day(int(late() * 1e6), house.gaming_day_start, house.timezone)
    return begins / 1e6 - late() + 1


async def test_file_is_changed_between_rounds_once_the_day_has_begun(tmp_path: Path) -> None:
    """By the clock alone, nobody touches the table; the same table goes on in the other file."""
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()
        await table.press("act1")
        record, before = tmp_path / "journal.db", table.state
        assert len(parts(record)) == 1
        await asyncio.sleep(until_the_day_begins(table))

        assert [p.number for p in parts(record)] == [1, 2]
        assert parts(record)[1].day == table.state.play.day.date > before.play.day.date
        assert table.state.play.number == before.play.number == 2
        assert table.state.play.shoe == before.play.shoe
        await table.play_a_round()
        await table.press("act1")
        assert table.state.play.number == 3
        folded_to = table.state

    report = verify(record, load_public_key(tmp_path / "keys" / "signing.pub"))
    assert report.fault is None
    assert len({f.public_key for f in report.files}) == 2
    with open_reader(record) as reader:
        assert [line.no for line in recent_rounds(reader)] == [3, 2, 1]
        again = replay(reader, code_hash(), every=True)
        assert (again.differences, again.rounds) == ((), 2)
        assert again.equal == 3
        assert recover(reader, whole=True).difference is None
        assert recover(reader).state.play.number == folded_to.play.number
        for number in (1, 2):
            story = round_story(reader, number)
            assert story is not None
            assert story.closed
            assert story.differs == ()


async def test_later_file_says_how_the_table_stood_and_needs_no_older_one(tmp_path: Path) -> None:
    """Rules, software, decks, duties and the state itself; a start reads the newest file alone."""
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()
        await table.press("act1")
        await asyncio.sleep(until_the_day_begins(table))
        state = table.state
        record = tmp_path / "journal.db"
        later = parts(record)[1].path
        with open_reader(record) as reader:
            ended = reader.last(CONTINUED)
            opened = reader.last(OPENING)
            assert ended is not None
            assert opened is not None
            assert decode_continued(ended.payload).day == state.play.day.date
            rows = list(reader.rows(opened.seq))[:3]
            assert [r.kind for r in rows] == [OPENING, SNAPSHOT, SIGNATURE]
            said = rules_of(reader, opened)
            snapshot = decode_snapshot(rows[1].payload)
        assert said.carried is not None
        assert (said.carried.round, said.carried.day) == (2, state.play.day.date)
        assert said.carried.decks_opened_at == state.play.day.decks_opened_at > 0
        assert said.pack_text
        assert (snapshot.state, snapshot.rules) == (state, opened.seq)

    with open_reader(later) as alone:
        assert recover(alone).state.play.number == 2
        assert alone.first() == opened.seq
    assert run(["journal", "opening", str(later)]) == 0


async def test_cards_of_a_shoe_that_lasts_into_the_day_are_opened_and_each_day_has_its_keys(
    tmp_path: Path,
) -> None:
    """The seal says of which day and shoe it is; cards sealed before the change are still known."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, now=late) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()
        await table.press("act1")
        await asyncio.sleep(until_the_day_begins(table))
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        places = sealed_at(tmp_path / "journal.db")
        opened = next(row for row, kind in kinds(tmp_path / "journal.db") if kind == OPENING)
        loaded = next(row for row, kind in kinds(tmp_path / "journal.db") if kind == "ShoeLoaded")
        second = max(row for row, kind in kinds(tmp_path / "journal.db") if kind == OPENING)
        assert places == {(1, loaded), (2, second)}
        assert opened == 1
    async with a_tabletop(tmp_path, rig, now=late) as table:
        await table.stand_all()
        await table.turn()
        assert [s.face for s in table.state.play.dealer] == ["7d", "Kd"]
    assert sealed_at(tmp_path / "journal.db") == places


def kinds(record: Path) -> list[tuple[int, str]]:
    with open_reader(record) as reader:
        return [(row.seq, row.kind) for row in reader.rows()]


def sealed_at(record: Path) -> set[tuple[int, int]]:
    """The file's number and the shoe's row in the seal of each card that was drawn."""
    found = set()
    with open_reader(record) as reader:
        for _, recorded in inputs(reader, 3):
            item = recorded.stamped.input
            if isinstance(item, fact.CardDrawn):
                number, row = struct.unpack(">IQ", item.card.wrapped[4:16])
                found.add((number, row))
    return found


async def test_round_that_lasts_into_the_day_ends_in_the_old_file(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        await asyncio.sleep(until_the_day_begins(table))
        assert len(parts(tmp_path / "journal.db")) == 1
        await table.stand_all()
        await table.turn()
        await asyncio.sleep(3)
        await table.hands.pick_up()
        await table.press("act1")
        await asyncio.sleep(1)
        found = parts(tmp_path / "journal.db")

        assert (len(found), table.state.play.number) == (2, 2)
        with open_reader(found[1].path) as reader:
            first = next(reader.rows(reader.first() + 1))
            assert decode_snapshot(first.payload).state.play.number == 2


async def test_restart_goes_on_in_the_newest_file_in_the_middle_of_a_round(tmp_path: Path) -> None:
    """It reads that one alone; how the run before ended is known though it began in another."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, now=late) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()
        await table.press("act1")
        await asyncio.sleep(until_the_day_begins(table))
        await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
        before = table.state
    async with a_tabletop(tmp_path, rig, now=late) as table:
        assert table.daemon.journal.number == 2
        assert replace(table.state.play, timers=()) == replace(before.play, timers=())
        assert table.phase == "deciding"
        await table.stand_all()
        await table.turn()
        assert table.phase == "settled"
    assert verify(tmp_path / "journal.db").fault is None


async def test_power_lost_after_a_change_is_told_at_the_next_start(tmp_path: Path) -> None:
    """No start stands in the newest file: its opening stands for it."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, now=late) as table:
        await table.open_table()
        await asyncio.sleep(until_the_day_begins(table))
        assert table.daemon.journal.number == 2
        table.daemon.table.current = replace(table.daemon.table.current, cannot_record=True)
    with open_reader(tmp_path / "journal.db") as reader:
        assert reader.last("stopped") is None
    async with a_tabletop(tmp_path, rig, now=late):
        pass
    with open_reader(tmp_path / "journal.db") as reader:
        row = reader.last("Started")
        assert row is not None
        item = decoded(reader, row).stamped.input
        assert isinstance(item, fact.Started)
        assert item.after == "lost"


async def test_private_key_of_the_day_before_yesterday_is_gone(tmp_path: Path) -> None:
    """Who steals the machine cannot write an old day anew; the public keys stay.

    A table that was off when the day began goes on in its file at once.
    """
    rig = Rig(1)
    for days in range(4):
        async with a_tabletop(tmp_path, rig, now=lambda days=days: now() + days * DAY_S) as table:
            assert table.daemon.journal.number == days + 1
    names = {p.name for p in (tmp_path / "keys").iterdir()}

    assert {n for n in names if n.startswith("signing") and n.endswith(".key")} == {
        "signing-0003.key",
        "signing-0004.key",
    }
    assert {n for n in names if n.endswith(".pub")} == {
        "signing.pub",
        *(f"signing-000{n}.pub" for n in (2, 3, 4)),
    }
    assert verify(tmp_path, load_public_key(tmp_path / "keys" / "signing.pub")).fault is None


async def test_keys_that_cannot_be_made_cost_no_row(tmp_path: Path) -> None:
    """The old file goes on, the floor is told, and the change is tried again."""
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        in_the_way = tmp_path / "keys" / "signing-0002.key"
        in_the_way.write_text("no key")
        in_the_way.chmod(0o600)
        await asyncio.sleep(until_the_day_begins(table))
        assert table.daemon.journal.number == 1
        assert "signing-0002.key" in table.daemon.door.health().journal.same_file
        await table.play_a_round()
        in_the_way.unlink()
        await table.press("act1")
        await asyncio.sleep(61)
        await table.play_a_round()
        await table.press("act1")
        await asyncio.sleep(1)
        assert table.daemon.journal.number == 2
        assert table.daemon.door.health().journal.same_file == ""
    assert verify(tmp_path / "journal.db").fault is None


async def test_evidence_of_a_later_file_is_proven_by_the_first_public_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger walks the keys with openssl; a key that the one before did not sign is found."""
    monkeypatch.setattr("controller.audit.evidence.PRINTERS", ())
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        await asyncio.sleep(until_the_day_begins(table))
        assert table.daemon.journal.number == 2
        await table.play_a_round()
        await table.press("act1")
    asked = Asked(who="Agent R. Vance", reason="dispute", round=1)
    made = export(tmp_path / "journal.db", asked, tmp_path / "round.zip", at_us=1)
    folder = tmp_path / "out"
    with zipfile.ZipFile(made.path) as packed:
        packed.extractall(folder)

    assert proved(folder, tmp_path / "keys" / "signing.pub")[0] == 0
    keys = folder / "keys.txt"
    number, end, prev, key, _ = keys.read_text().split()
    keys.write_text(f"{number} {end} {prev} {key} {'00' * 64}\n")
    status, said = proved(folder, tmp_path / "keys" / "signing.pub")
    assert (status, "key of file 2 is not signed" in said) == (1, True)


def proved(folder: Path, key: Path) -> tuple[int, str]:
    if any(shutil.which(tool) is None for tool in TOOLS):
        pytest.skip(f"{', '.join(TOOLS)} are needed, and one is not installed here")
    done = subprocess.run(
        ["sh", "prove.sh", "rows.db", str(key)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


async def test_opening_of_a_later_file_is_printed_with_what_was_carried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        await asyncio.sleep(until_the_day_begins(table))
    assert run(["journal", "opening", str(parts(tmp_path / "journal.db")[1].path)]) == 0
    said = capsys.readouterr().out
    assert "goes on     gaming day" in said
    assert "decks       opened" in said
    assert run(["journal", "opening", str(tmp_path)]) == 0
    assert "goes on" not in capsys.readouterr().out


async def test_key_that_was_made_beforehand_is_taken_at_the_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_table()
        record = str(tmp_path / "journal.db")
        assert run(["keys", "rotate", str(tmp_path / "keys"), "--journal", record]) == 0
        told = capsys.readouterr().out
        await asyncio.sleep(until_the_day_begins(table))
        assert table.daemon.journal.number == 2
        assert fingerprint(table.daemon.journal.public_key) in told


async def test_table_goes_on_after_old_days_were_deleted(tmp_path: Path) -> None:
    """Its newest file says all that it needs; the record is proven on from the first public key."""
    rig, keys = Rig(1), KeyRing(tmp_path / "keys")
    for days in range(4):
        async with a_tabletop(tmp_path, rig, now=lambda days=days: now() + days * DAY_S) as table:
            number, epoch = table.daemon.journal.number, table.state.epoch
    gone = await prune(
        tmp_path / "journal.db", keys.signer, 2, rows=(), at_us=int((now() + 4 * DAY_S) * 1e6)
    )
    assert [one.number for one in gone] == [1]
    assert [p.rest for p in parts(tmp_path / "journal.db")] == [True, False, False, False]

    async with a_tabletop(
        tmp_path, rig, now=lambda: now() + 4 * DAY_S, beside=Beside(proving_s=0.01)
    ) as table:
        assert (table.daemon.journal.number, table.state.epoch) == (number + 1, epoch)
        await asyncio.sleep(30)
        found = table.daemon._proving.proven
        assert (found.fault, found.passes > 0) == (None, True)
    assert verify(tmp_path, load_public_key(tmp_path / "keys" / "signing.pub")).fault is None
    with open_reader(tmp_path / "journal.db") as reader:
        again = replay(reader, code_hash(), every=True)
        assert again.differences == ()
