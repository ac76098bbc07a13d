"""What the head file claims is compared with the record, whichever of its two lines says it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from controller.cli import run
from controller.errors import JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.head import head_path, read_head
from controller.journal.rows import Head
from controller.journal.seal import Signer
from tests.journal.conftest import draft
from tests.journal.days import a_round
from tests.journal.proof.test_format import all_said, script, signer

__all__ = ["script", "signer"]

Out = pytest.CaptureFixture[str]
Forge = Callable[[Path, Head], str]


def line(seq: int, digest: bytes) -> bytes:
    """As anybody can write it."""
    text = f"{seq} {digest.hex()}"
    check = sha256(text.encode()).hexdigest()[:16]
    return f"{text} {check}".ljust(511).encode() + b"\n"


async def evening(journal: Journal) -> tuple[Path, Head]:
    """Of two rounds; and the head that was known when the first had ended."""
    await a_round(journal)
    early = journal.head
    await a_round(journal)
    await a_round(journal)
    journal.close()
    return journal.path, early


def put_back(path: Path, early: Head) -> str:
    head_path(path).write_bytes(line(early.seq, early.hash))
    return "old"


def one_line_of_another_record(path: Path, early: Head) -> str:
    newest = read_head(path)
    assert newest is not None
    head_path(path).write_bytes(line(newest.seq, newest.hash) + line(early.seq, bytes(32)))
    return f"row {early.seq} is not the row that the head file knows"


def no_number(path: Path, early: Head) -> str:
    head_path(path).write_bytes(line(10**40, early.hash))
    return "are lost, as the head file knows"


async def test_old_head_file_has_a_status_and_words_of_its_own(
    script: Path, tmp_path: Path, journal: Journal, capsys: Out
) -> None:
    """It is no witness of the end: somebody put it back, or made it."""
    path, early = await evening(journal)
    key = tmp_path / "keys" / "signing.pub"
    assert run(["journal", "verify", str(path)]) == 0
    put_back(path, early)
    capsys.readouterr()

    assert run(["journal", "verify", str(path)]) == 4

    said = f"the head file knows row {early.seq} and no later one: it is old or was forged"
    assert f"proven to row 13; {said}: {path}\n" in capsys.readouterr().out
    assert (4, said) == (all_said(script, path, key)[0], all_said(script, path, key)[1][-1])


@pytest.mark.parametrize("forge", [one_line_of_another_record, no_number], ids=lambda f: f.__name__)
async def test_both_lines_of_the_head_file_must_be_rows_of_the_record(
    script: Path, tmp_path: Path, journal: Journal, capsys: Out, forge: Forge
) -> None:
    path, early = await evening(journal)
    said = forge(path, early)

    assert run(["journal", "verify", str(path)]) == 1
    assert said in capsys.readouterr().out
    status, ours = all_said(script, path, tmp_path / "keys" / "signing.pub")
    assert (status, any(said in one for one in ours)) == (1, True)


@pytest.mark.parametrize("forge", [one_line_of_another_record, no_number], ids=lambda f: f.__name__)
async def test_no_daemon_writes_on_behind_a_forged_head_file(
    journal: Journal, signer: Signer, forge: Forge
) -> None:
    path, early = await evening(journal)
    forge(path, early)
    with pytest.raises(JournalError, match=r"its head file knows"):
        open_journal(path, signer)


async def test_head_file_is_brought_up_at_the_start(journal: Journal, signer: Signer) -> None:
    """Killed again and again before it followed, it would lag by more with each start."""
    await journal.commit([draft(3)])
    early = read_head(journal.path)
    await journal.commit([draft(4)])
    journal.close()
    assert early is not None
    put_back(journal.path, early)

    open_again = open_journal(journal.path, signer)

    assert read_head(journal.path) == open_again.head
    open_again.close()
