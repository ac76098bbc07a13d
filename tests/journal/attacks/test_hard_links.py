"""One file under two names: never two writers, no other file written, nothing left undeleted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.errors import ConfigError, JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.days import retention
from controller.journal.days.names import parts
from controller.journal.files import lock_path
from controller.journal.head import head_path
from controller.journal.keys import KeyRing, new_keys
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import draft
from tests.journal.days import AFTERWARDS, three_days

Link = Callable[[Path, Path], None]


def hard(name: Path, to: Path) -> None:
    name.unlink(missing_ok=True)
    os.link(to, name)


def soft(name: Path, to: Path) -> None:
    name.unlink(missing_ok=True)
    name.symlink_to(to)


def test_record_with_two_names_is_written_under_neither(
    path: Path, signer: Signer, tmp_path: Path
) -> None:
    """Each name would have its own lock, head file and log."""
    other = tmp_path / "other" / "journal.db"
    other.parent.mkdir()
    hard(other, path)

    for name in (path, other):
        with pytest.raises(JournalError, match="has 2 names") as caught:
            open_journal(name, signer)
        assert f"find / -xdev -samefile {name}" in str(caught.value)
    other.unlink()
    open_journal(path, signer).close()


async def test_second_daemon_finds_no_way_in_by_another_name(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    """A copying program that makes hard links does not stop the table that runs."""
    other = tmp_path / "other.db"
    hard(other, journal.path)

    with pytest.raises(JournalError, match="has 2 names"):
        open_journal(other, signer)
    await journal.commit([draft(3)])

    journal.close()
    assert (verify(journal.path).fault, verify(journal.path).rows) == (None, 3)


@pytest.mark.parametrize("link", [hard, soft])
@pytest.mark.parametrize("beside", [lock_path, head_path])
def test_file_beside_the_record_that_is_another_one_is_not_written(
    path: Path, signer: Signer, tmp_path: Path, link: Link, beside: Callable[[Path], Path]
) -> None:
    """A lock begins with an empty file: linked to the people file it would empty that."""
    people = tmp_path / "people.json"
    people.write_text("Ada Fox")
    link(beside(path), people)

    with pytest.raises(JournalError, match=r"has 2 names|is a link"):
        open_journal(path, signer)
    assert people.read_text() == "Ada Fox"


@pytest.mark.parametrize("link", [hard, soft])
async def test_head_file_that_is_exchanged_for_another_file_holds_the_table(
    journal: Journal, tmp_path: Path, link: Link
) -> None:
    people = tmp_path / "people.json"
    people.write_text("Ada Fox")
    await journal.commit([draft(3)])
    await journal.commit([draft(4)])
    kept = head_path(journal.path).with_name("kept")
    os.link(head_path(journal.path), kept)
    link(head_path(journal.path), people)

    with pytest.raises(JournalError, match=r"has 2 names|is a link"):
        await two_commits(journal)
    assert people.read_text() == "Ada Fox"

    kept.rename(head_path(journal.path))
    last = await journal.commit([draft(journal.head.seq + 1)])
    journal.close()
    assert (verify(journal.path).fault, verify(journal.path).rows) == (None, last.seq)


async def two_commits(journal: Journal) -> None:
    """The head file may lag by one."""
    for _ in range(2):
        await journal.commit([draft(journal.head.seq + 1)])


def test_day_file_with_two_names_is_not_called_deleted(tmp_path: Path) -> None:
    """Its rows would stay under the other name, and a signed row would say that they are gone."""
    signers = [new_keys(tmp_path / "keys"), Signer.generate(), Signer.generate()]
    record = asyncio.run(three_days(tmp_path, signers))
    other = tmp_path / "kept.db"
    hard(other, record)

    pruning = retention.prune(record, lambda n: signers[n - 1], 1, rows=(), at_us=AFTERWARDS)
    assert asyncio.run(pruning) == ()
    assert next(why for _, why in retention.ages(record, 1, (), at_us=AFTERWARDS)) == (
        "has 2 names, and its rows would stay under the other"
    )
    other.unlink()
    pruning = retention.prune(record, lambda n: signers[n - 1], 1, rows=(), at_us=AFTERWARDS)
    assert [one.number for one in asyncio.run(pruning)] == [1]
    assert parts(record)[0].rest


def test_card_key_with_two_names_is_not_called_destroyed(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    ring.keep_cards(1)
    ring.keep_cards(2)
    hard(tmp_path / "kept", ring.cards_path(2))

    with pytest.raises(ConfigError, match=r"cards-0002\.key: has 2 names"):
        ring.destroy_cards((1, 2))
    assert ring.cards(1) is not None
