"""FORMAT.md is enough: its script proves a record with sqlite3, sha256sum and openssl alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import controller.journal
from controller.cli import run
from controller.cli.record.journal import OPEN_END
from controller.journal.append import Journal
from controller.journal.days.retired import Retired, retire
from controller.journal.head import head_path, write_head
from controller.journal.keys import new_keys
from controller.journal.rows import Draft, Row
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import AT

from .test_rewritten import (
    Change,
    all_stripped,
    as_it_was,
    dealt,
    edited,
    first_stripped,
    last_stripped,
    renamed,
    rewritten,
    snapshot_forged,
)

PAGE = Path(controller.journal.__file__).with_name("FORMAT.md")
KEPT = sorted((Path(__file__).parents[2] / "fixtures" / "journals").glob("*/*"))


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Copied off the page, as a stranger does."""
    found = re.search(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    path = tmp_path / "prove.sh"
    path.write_text(found.group(1), "utf-8")
    return path


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """Its public key lies where the house keeps it."""
    return new_keys(tmp_path / "keys")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "say: sh prove.sh journal.db signing.pub"),
        (("journal.db",), "say: sh prove.sh journal.db signing.pub"),
        (("missing.db", "keys/signing.pub"), "missing.db cannot be read"),
        (("noise", "keys/signing.pub"), "noise is no record"),
        (("noise", "noise"), "noise is no public key"),
    ],
)
def test_script_says_what_it_cannot_read(
    script: Path, signer: Signer, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    """An auditor who mistypes a name sees one line and not twenty of openssl."""
    assert signer
    (tmp_path / "noise").write_bytes(bytes(range(255, 0, -1)) * 10)

    done = subprocess.run(
        ["sh", str(script), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert (done.stdout + done.stderr).strip() == f"NOT PROVEN: {words}"


def proved(script: Path, record: Path, key: Path, *later: str) -> tuple[int, str]:
    """Status and first line; `later` = names of the files behind the first, in their order."""
    status, said = all_said(script, record, key, *later)
    return status, said[0]


def all_said(script: Path, record: Path, key: Path, *later: str) -> tuple[int, list[str]]:
    files = [str(path) for path in (record, *map(record.with_name, later)) if path.exists()]
    done = subprocess.run(
        ["sh", str(script), *files, str(key)], capture_output=True, text=True, check=False
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("evening", KEPT, ids=lambda folder: folder.name)
def test_evening_is_proven_by_a_strangers_tools(
    script: Path, tmp_path: Path, evening: Path
) -> None:
    """As far as `journal verify` says, row for row."""
    record = tmp_path / "copy.db"
    shutil.copyfile(evening / "journal.db", record)
    ours = verify(record)

    status, said = proved(script, record, evening / "keys" / "signing.pub")

    assert (status, said) == (3, f"proven to row {ours.signed} of {ours.rows}")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (edited, "row 6 does not sign the row before it"),
        (all_stripped, "row 5 has lost its signature"),
        (renamed, "row 5 has lost its signature"),
        (first_stripped, "row 5 has lost its signature"),
        (last_stripped, "row 9 has lost its signature"),
        (snapshot_forged, "row 9 has lost its signature"),
    ],
    ids=lambda c: getattr(c, "__name__", ""),
)
async def test_rewritten_record_is_found_by_a_strangers_tools(
    script: Path, tmp_path: Path, journal: Journal, change: Change, said: str
) -> None:
    """What `journal verify` finds, they find at the same row."""
    path = await dealt(journal)
    key = tmp_path / "keys" / "signing.pub"
    assert proved(script, path, key) == (3, "proven to row 9 of 12")
    rewritten(path, change)

    assert proved(script, path, key) == (1, f"NOT PROVEN: {said}")


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE row SET payload = x'00' WHERE seq = 4", "row 4 was changed"),
        ("UPDATE row SET at_us = at_us + 1 WHERE seq = 12", "row 12 was changed"),
        ("DELETE FROM row WHERE seq = 4", "row 4 is missing or does not follow"),
        ("UPDATE row SET seq = 13 WHERE seq = 12", "row 13 was changed"),
    ],
)
async def test_row_that_was_touched_is_found_by_a_strangers_tools(
    script: Path,
    tmp_path: Path,
    journal: Journal,
    tamper: Callable[[str], None],
    sql: str,
    said: str,
) -> None:
    path = await dealt(journal)
    tamper(sql)

    assert proved(script, path, tmp_path / "keys" / "signing.pub") == (1, f"NOT PROVEN: {said}")


async def test_record_of_another_table_is_found_by_a_strangers_tools(
    script: Path, tmp_path: Path, journal: Journal
) -> None:
    path = await dealt(journal)
    new_keys(tmp_path / "others")
    rewritten(path, as_it_was)

    status, said = proved(script, path, tmp_path / "others" / "signing.pub")

    assert (status, said) == (1, "NOT PROVEN: row 1 names another key")


async def test_both_say_what_a_file_without_a_closing_row_cannot_prove(
    script: Path, tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy cut off at a signed row looks whole: only a head kept elsewhere tells."""
    path, key = await dealt(journal), tmp_path / "keys" / "signing.pub"
    known = head_path(path).read_bytes()
    rewritten(path, cut_behind_row_6)
    head_path(path).write_bytes(known)
    journal_says = ["journal", "verify", str(path)]
    end = "no closing row: the record may go on after row 6"

    assert all_said(script, path, key) == (
        1,
        ["NOT PROVEN: rows 7 to 12 are lost, as the head file knows"],
    )
    assert run(journal_says) == 1
    head_path(path).unlink()
    capsys.readouterr()
    assert all_said(script, path, key) == (
        3,
        ["proven to row 5 of 6", f"{end}; compare the head"],
    )
    assert run(journal_says) == 3
    said = capsys.readouterr().out
    assert f"{end}. Compare the" in said
    assert said.endswith(f"proven to row 5; later rows may be missing: {path}\n")
    write_head(path, verify(path).head)
    assert all_said(script, path, key) == (0, ["proven to row 5 of 6", f"{end}; compare the head"])
    assert run(journal_says) == 0
    assert f"{end}. Compare the" in capsys.readouterr().out


def cut_behind_row_6(row: Row) -> Draft | None:
    return as_it_was(row) if row.seq <= 6 else None


async def test_record_that_was_given_up_is_proven_to_its_end(
    script: Path, tmp_path: Path, journal: Journal, signer: Signer
) -> None:
    """Its closing row needs no head file beside it."""
    path, key = await dealt(journal), tmp_path / "keys" / "signing.pub"
    await retire(path, signer, Retired(("Ada Fox", "Bo Lind"), "sold"), at_us=AT)
    head_path(path).unlink()

    assert all_said(script, path, key) == (0, ["proven to row 13 of 14"])
    assert run(["journal", "verify", str(path)]) == 0


def test_statuses_are_the_same_on_the_page_and_in_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = PAGE.read_text("utf-8")
    with pytest.raises(SystemExit):
        run(["journal", "verify", "--help"])
    told = " ".join(capsys.readouterr().out.split())

    assert all(f"| {status} | " in page for status in (0, OPEN_END, 1))
    assert f"{OPEN_END} = proven as far as it goes" in told
    assert f"| {OPEN_END} | proven as far as it goes" in page
