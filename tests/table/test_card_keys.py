"""Hidden cards of each gaming day under a key of its own: the table's key opens none of them."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from controller.bench.simulated.virtual_time import run_virtual
from controller.cli import run
from controller.daemon.beside import Beside
from controller.daemon.exports import folder_of
from controller.domain import facts as fact
from controller.errors import ConfigError
from controller.journal.append import open_journal
from controller.journal.days.names import parts
from controller.journal.days.retention import Hold, hold
from controller.journal.keys import KeyRing, load_table_key
from controller.journal.read import open_reader
from controller.journal.rows import Draft
from controller.procedure.state.context import CannotOpen
from controller.procedure.state.inputs import Recorded
from controller.table.recovery import inputs
from controller.table.vault import TableVault
from drivers.event import CardsTakenIn
from drivers.reading import Concealed, EventReading
from drivers.sim.rig import Rig
from tests.daemon.tabletop import BEGIN, a_tabletop, now, rows
from tests.daemon.test_day_files import late, until_the_day_begins

KEY, OTHER, THIRD = (bytes([n]) * 32 for n in (1, 2, 3))
DAY_S = 86_400


async def an_evening(folder: Path, rig: Rig, day: int = 0) -> None:
    async with a_tabletop(folder, rig, now=lambda: now() + day * DAY_S) as table:
        if day == 0:
            await table.open_with_a_full_shoe()
        await table.play_a_round()
        await table.press("act1")


def opened(folder: Path, days: KeyRing | None) -> list[str]:
    """Each card of the record, `-` where it cannot be opened."""
    keys = load_table_key(folder / "keys")
    vault = TableVault(keys, days=days.cards) if days else TableVault(keys)
    found = []
    for row in rows(folder):
        if isinstance(row.stamped.input, fact.CardDrawn):
            try:
                found.append(vault.open(0, row.stamped.input.card)[0])
            except CannotOpen:
                found.append("-")
    return found


async def test_tables_key_alone_opens_no_card(tmp_path: Path) -> None:
    await an_evening(tmp_path, Rig(1))

    ring = KeyRing(tmp_path / "keys")
    assert ring.cards_path(1).stat().st_mode & 0o777 == 0o600
    assert "-" not in opened(tmp_path, ring)
    assert set(opened(tmp_path, None)) == {"-"}


def test_tables_key_alone_guesses_no_card_by_its_mac() -> None:
    """Two bytes are soon tried, so who holds the key of the macs reads the cards."""
    vault = TableVault(KEY, days={1: OTHER}.get)

    assert vault.mac("shoe/b/1", b"As") != TableVault(KEY).mac("shoe/b/1", b"As")
    assert vault.mac("shoe/b/1", b"As") == TableVault(THIRD, days={1: OTHER}.get).mac(
        "shoe/b/1", b"As"
    )


def test_event_that_is_told_again_in_the_next_file_is_the_same() -> None:
    """Its acknowledgement was lost just before the gaming day changed."""
    vault = TableVault(KEY, days={2: OTHER, 3: THIRD}.get)
    for number in (2, 3):
        vault.go_over(number - 1, 1)
        known = vault.mac("shoe/b/1", b"As")
        vault.go_over(number, 40)
        assert vault.mac("shoe/b/1", b"As") != known
        assert vault.mac("shoe/b/1", b"As", known) == known
        assert vault.mac("shoe/b/1", b"Ah", known) not in (known, vault.mac("shoe/b/1", b"As"))


async def test_event_that_is_told_again_after_the_change_is_a_repeat(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path, now=late) as table:
        await table.open_with_a_full_shoe()
        device = next(d for d in table.state.devices if d.name == "shuffler")
        boot = device.boots[0]
        event = CardsTakenIn(device="shuffler", boot=boot.boot, n=boot.last + 1, cards=14)
        said = EventReading(event=event, raw=Concealed(b"14 cards"))
        await table.daemon.table.emit(said)
        await asyncio.sleep(until_the_day_begins(table))
        assert table.daemon.journal.number == 2

        await table.daemon.table.emit(said)
        await table.daemon.table.emit(EventReading(event=event, raw=Concealed(b"15 cards")))

    told = [r.outcome for r in rows(tmp_path) if isinstance(r.stamped.input, fact.CardsTakenIn)]
    raised = [i.kind for outcome in told for i in outcome.raised]
    assert raised == ["order_without_cause", "device_contradicts_itself"]


@pytest.mark.parametrize("how", ["gone", "another", "damaged"])
async def test_start_without_the_right_key_says_which_is_missing(tmp_path: Path, how: str) -> None:
    """A hole card that cannot be turned would be found in the middle of a round."""
    await an_evening(tmp_path, Rig(1))
    path = KeyRing(tmp_path / "keys").cards_path(1)
    path.unlink()
    if how != "gone":
        path.write_text(("ab" * 32 if how == "another" else "noise") + "\n")
        path.chmod(0o600)

    with pytest.raises(ConfigError, match=r"cards-0001\.key: .*\. Restore it from the safe copy"):
        async with a_tabletop(tmp_path, Rig(1)):
            pass


async def test_destroyed_keys_close_old_days_for_ever_and_the_table_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not the day before's, not a held day's, not the shoe's that is in use."""
    rig, record, keys = Rig(1), tmp_path / "journal.db", tmp_path / "keys"
    rotate = ["keys", "rotate", str(keys), "--journal", str(record), "--destroy"]
    for day in range(4):
        await an_evening(tmp_path, rig, day)
    assert run(rotate) == 0
    assert "none: every key is needed" in capsys.readouterr().out
    ring = KeyRing(keys)
    assert [n for n in range(1, 9) if ring.cards(n)] == [1, 2, 3, 4, 5]
    async with a_tabletop(tmp_path, rig, now=lambda: now() + 4 * DAY_S) as table:
        assert table.daemon.journal.number == 5
        await table.play_a_round()
    assert "-" not in opened(tmp_path, ring)

    await another_shoe(record, ring)
    hold(record, Hold(parts(record)[2].day, "box 4 disputes", "Ada Fox"))
    assert run(rotate) == 0
    assert "of hidden cards of files: 1\n" in capsys.readouterr().out
    assert [n for n in range(1, 9) if ring.cards(n)] == [2, 3, 4, 5, 6]
    cards = opened(tmp_path, ring)
    assert 0 < cards.count("-") < len(cards)


def test_destroyed_keys_are_on_the_record_and_in_the_days_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whom, of which files and when; also those that go with the rows of their file."""
    monkeypatch.setattr("time.time", lambda: BEGIN + 30 * DAY_S)
    rig, record, keys = Rig(1), tmp_path / "journal.db", tmp_path / "keys"
    ring = KeyRing(keys)
    run_virtual(four_evenings_and_another_shoe(tmp_path, rig))
    prune = ["journal", "prune", str(record), "--keep-days", "2", "--keys", str(keys), "--delete"]
    assert run(prune) == 0
    rotate = ["keys", "rotate", str(keys), "--journal", str(record), "--destroy"]
    assert run([*rotate, "--who", "Ada Fox"]) == 0
    assert run([*rotate, "--who", "Ada Fox"]) == 0
    assert [n for n in (1, 2, 3) if ring.cards(n)] == [3]
    number = run_virtual(a_fifth_evening(tmp_path, rig))

    said = [r.stamped.input for r in rows_left(record)]
    gone = [item for item in said if isinstance(item, fact.CardKeysDestroyed)]
    days = [part.day for part in parts(record)]
    assert [item.files for item in gone] == [((1, "2027-01-14"),), ((2, days[1]),)]
    assert gone[0].who.startswith("user ")
    assert gone[1].who == "Ada Fox"
    capsys.readouterr()
    assert run(["journal", "show", str(record), "--last", "200"]) == 0
    shown = f"CardKeysDestroyed who=Ada Fox files=[[2, {days[1]}]]"
    assert shown in capsys.readouterr().out
    assert run(["journal", "hand", str(record), str(number)]) == 0
    told = f"Keys of hidden cards destroyed by Ada Fox: file 2 of {days[1]}"
    assert told in capsys.readouterr().out


async def four_evenings_and_another_shoe(folder: Path, rig: Rig) -> None:
    for day in range(4):
        await an_evening(folder, rig, day)
    await another_shoe(folder / "journal.db", KeyRing(folder / "keys"))


async def a_fifth_evening(folder: Path, rig: Rig) -> int:
    """The number of its first round."""
    beside = Beside(exports=folder_of(folder / "journal.db"))
    clock = partial(later, 4 * DAY_S)
    async with a_tabletop(folder, rig, now=clock, beside=beside) as table:
        await asyncio.sleep(1)
        return table.state.play.number


def later(seconds: float) -> float:
    return now() + seconds


def rows_left(record: Path) -> list[Recorded]:
    with open_reader(record) as reader:
        return [recorded for _, recorded in inputs(reader, reader.first() + 3)]


async def another_shoe(record: Path, ring: KeyRing) -> None:
    """Loaded on the last day: no card of an older one is in use."""
    journal = open_journal(record, ring.signer)
    with open_reader(record) as reader:
        shoe = reader.last(fact.ShoeLoaded.__name__)
    assert shoe is not None
    row = Draft(journal.head.seq + 1, 0, "shoe", shoe.kind, shoe.payload)
    await journal.commit([row], sign=True)
    journal.close()


def test_key_that_somebody_else_made_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """`keys rotate` between what the next file's opening says and its writing."""
    ours, theirs = KeyRing(tmp_path), KeyRing(tmp_path)
    said = ours.cards_to_be(2)
    theirs.keep_cards(2)
    kept = theirs.cards(2)

    with pytest.raises(ConfigError, match="was made meanwhile"):
        ours.keep_cards(2)
    assert kept == ours.cards(2) != said
    ours.keep_cards(2)
    assert ours.cards_to_be(2) == kept
