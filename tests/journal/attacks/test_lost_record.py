"""Record and head file deleted together: no second record begins where the first one stood."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from controller.bench.simulated.virtual_time import run_virtual
from controller.cli import run
from controller.errors import JournalError
from controller.journal.days.names import parts
from controller.journal.keys import new_keys
from controller.journal.verify import verify
from drivers.sim.rig import Rig
from tests.daemon.tabletop import a_tabletop, configured, now

DAY_S = 86_400


def later(days: int) -> float:
    return now() + days * DAY_S


def evenings(folder: Path, *days: int) -> None:
    async def played() -> None:
        for day in days:
            async with a_tabletop(folder, Rig(1), now=partial(later, day)):
                await asyncio.sleep(1)

    run_virtual(played())


def record_gone(folder: Path) -> None:
    for left in folder.glob("journal*"):
        shutil.rmtree(left) if left.is_dir() else left.unlink()


def refused(folder: Path) -> str:
    with pytest.raises(JournalError) as caught:
        evenings(folder, 3)
    assert parts(folder / "journal.db") == ()
    return str(caught.value)


@pytest.mark.parametrize("days", [(0,), (0, 1, 2)], ids=["one", "three"])
def test_record_and_heads_that_are_gone_are_asked_for(tmp_path: Path, days: tuple[int]) -> None:
    """The keys were made for its files; a person restores it or begins another one knowingly."""
    evenings(tmp_path, *days)
    record_gone(tmp_path)

    said = refused(tmp_path)

    assert f"cards-000{len(days)}.key is left of it" in said
    assert "journal restore" in said
    assert "keys new" in said


def leave_log(folder: Path) -> None:
    (folder / "journal.db-wal").write_bytes(b"frames")


def leave_holds(folder: Path) -> None:
    (folder / "journal.db.holds").write_text("[]\n")


def leave_exports(folder: Path) -> None:
    (folder / "journal.db.exports").mkdir()


def leave_old_copy(folder: Path) -> None:
    (folder / "journal.db.before-restore-17").write_bytes(b"")


def leave_later_key(folder: Path) -> None:
    (folder / "keys" / "signing-0002.pub").write_bytes(b"")


@pytest.mark.parametrize(
    ("leave", "name"),
    [
        (leave_log, "journal.db-wal"),
        (leave_holds, "journal.db.holds"),
        (leave_exports, "journal.db.exports"),
        (leave_old_copy, "journal.db.before-restore-17"),
        (leave_later_key, "signing-0002.pub"),
    ],
)
def test_anything_that_is_left_of_a_record_asks_for_it(
    tmp_path: Path, leave: Callable[[Path], None], name: str
) -> None:
    configured(tmp_path)
    leave(tmp_path)

    assert f"{name} is left of it" in refused(tmp_path)


def test_first_start_is_silent_and_so_is_one_that_was_killed(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    """When its card key was written down, before the file had its name, and just after."""
    for killed in ("files.build", "files.settle", "keys.KeyRing.name_cards"):
        folder = tmp_path / killed
        folder.mkdir()
        dies = mocker.patch(f"controller.journal.{killed}", side_effect=KeyboardInterrupt)
        with pytest.raises(KeyboardInterrupt):
            evenings(folder, 0)
        mocker.stop(dies)

        evenings(folder, 0)

        assert verify(folder / "journal.db").fault is None


def test_head_file_without_record_is_believed_beside_a_start_that_was_cut_short(
    tmp_path: Path,
) -> None:
    """An empty `.new` is soon made; the head knows rows that no first start has."""
    evenings(tmp_path, 0)
    for left in ("cards-0001.key", "../journal.db"):
        (tmp_path / "keys" / left).unlink()
    (tmp_path / "journal.db.new").touch(0o600)

    assert "its head file knows row" in refused(tmp_path)


def test_another_record_begins_with_other_keys(tmp_path: Path) -> None:
    evenings(tmp_path, 0)
    record_gone(tmp_path)
    (tmp_path / "keys").rename(tmp_path / "old keys")
    new_keys(tmp_path / "keys")

    evenings(tmp_path, 0)

    assert verify(tmp_path / "journal.db").fault is None


def test_check_asks_for_the_record_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evenings(tmp_path, 0)
    record_gone(tmp_path)

    run(["check", "--config", str(tmp_path / "devices.toml")])

    assert "cards-0001.key is left of it" in capsys.readouterr().out
