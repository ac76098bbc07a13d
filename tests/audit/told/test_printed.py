"""What is printed of a record says whose it is, can be searched, and shows every character."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.audit.printed import Identity, heading, safe
from controller.audit.rows import as_json, as_line
from controller.cli import run
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed
from controller.domain.structs import replace
from controller.journal.read import open_reader
from controller.journal.rows import Row
from controller.procedure.state.inputs import Recorded
from tests.audit.forge import at_row, forge

Out = pytest.CaptureFixture[str]
HEAD = (
    "table BENCH-1, Bench; pack massachusetts-bonus-spin; gaming day 2027-01-14;"
    " times America/New_York and UTC"
)
KEPT = Path(__file__).parents[2] / "fixtures" / "journals" / "2026-11-28"


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A whole evening of a named table."""
    return Path(shutil.copy(KEPT / "massachusetts-closed" / "journal.db", tmp_path / "closed.db"))


@pytest.mark.parametrize("action", [["show"], ["hand", "2"], ["find", "--kind", "DealOk"]])
def test_print_names_table_pack_day_and_zone(closed: Path, capsys: Out, action: list[str]) -> None:
    """console/README 6: identity on every export; local time with its zone, and UTC."""
    assert run(["journal", action[0], str(closed), *action[1:]]) == 0

    assert capsys.readouterr().out.splitlines()[0] == HEAD


def test_opening_is_readable(closed: Path, capsys: Out) -> None:
    """Limits, options, version and the configuration of row 1."""
    assert run(["journal", "opening", str(closed)]) == 0

    out = capsys.readouterr().out
    assert "software " in out
    assert "pack        massachusetts-bonus-spin\n" in out
    assert "gaming day  begins " in out
    assert "  [table]\n" in out


def rows_found(record: Path, capsys: Out, *options: str) -> list[dict[str, str]]:
    run(["journal", "find", str(record), "--json", *options])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_find_takes_time_box_person_kind_and_card(closed: Path, capsys: Out) -> None:
    """`What happened at 02:14` is how disputes begin."""
    everything = rows_found(closed, capsys)
    deals = rows_found(closed, capsys, "--kind", "dealok")
    timed = rows_found(closed, capsys, "--at", deals[-1]["local"][11:16])
    boxed = rows_found(closed, capsys, "--box", "5")
    named = rows_found(closed, capsys, "--who", "okafor")
    carded = rows_found(closed, capsys, "--card", "Kd")

    assert {row["kind"] for row in deals} == {"DealOk"}
    assert deals[-1] in timed
    assert 0 < len(timed) < len(everything)
    for part in (boxed, named, carded):
        assert 0 < len(part) < len(everything)
        assert all(row in everything for row in part)


def test_find_over_midnight_and_without_result(recorded: Path, capsys: Out) -> None:
    """A time that is none is said; nothing found is an answer, and not the good one."""
    assert run(["journal", "find", str(recorded), "--at", "25:00"]) == 2
    assert "is no time of day; write 02:14" in capsys.readouterr().err
    assert run(["journal", "find", str(recorded), "--who", "nobody of that name"]) == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("O\u202eReilly", "O\\u202eReilly"),
        ("\x1b[2Jgone", "\\u001b[2Jgone"),
        ("one\ntwo", "one\\u000atwo"),
        ("\U000e0001", "\\U000e0001"),
        ("José 7♦", "José 7♦"),
    ],
)
def test_characters_that_a_terminal_would_obey_are_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


@pytest.mark.parametrize("action", ["show", "hand"])
def test_name_of_a_person_cannot_make_the_terminal_lie(
    evening: Path, tmp_path: Path, capsys: Out, action: str
) -> None:
    """The dealer's name holds an escape that clears the screen."""

    def renamed(row: Recorded) -> Recorded:
        item = row.stamped.input
        assert isinstance(item, cmd.Command)
        return replace(row, stamped=replace(row.stamped, input=replace(item, by="\x1b[2J\u202eda")))

    with open_reader(evening) as reader:
        seq = next(row.seq for row in reader.rows() if row.kind == "DealOk")
    forge(evening, tmp_path / "forged", at_row(seq, renamed))

    run(["journal", action, str(tmp_path / "forged"), *(["1"] if action == "hand" else [])])

    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_answer_of_the_reader_is_not_shown(evening: Path, tmp_path: Path, capsys: Out) -> None:
    """Rows of before hold it in clear, also where the table withheld it: yes and no read alike."""
    with open_reader(evening) as reader:
        seq = next(row.seq for row in reader.rows() if row.kind == "Peeked")

    def of_before(answer: str) -> Callable[[Recorded], Recorded]:
        def change(row: Recorded) -> Recorded:
            item = row.stamped.input
            assert isinstance(item, fact.Peeked)
            assert item.blackjack is None
            said = replace(item, blackjack=answer == "yes", answer=Sealed(b"", b""))
            return replace(row, stamped=replace(row.stamped, input=said))

        return change

    said = []
    for answer in ("yes", "no"):
        path = tmp_path / f"forged-{answer}"
        forge(evening, path, at_row(seq, of_before(answer)))
        run(["journal", "show", str(path), "--from", str(seq), "--json"])
        said.append(json.loads(capsys.readouterr().out.splitlines()[0])["payload"])

    assert said[0] == said[1]


def test_time_that_is_none_is_printed_as_such() -> None:
    """A forged row of the year 10,000 ended the printing of all rows."""
    whose = Identity()
    for at_us in (1 << 62, -(1 << 62)):
        row = Row(7, at_us, "table", "Started", b"\xc0", bytes(32), bytes(32))

        assert f"no date ({at_us} us)" in as_line(row, whose)
        assert json.loads(as_json(row, whose))["gaming_day"] == "no date"
        assert list(heading(whose, at_us))
