"""`dealer-assist journal replay | hand | verify --watch`, as an auditor runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli import run
from controller.domain.structs import replace
from controller.journal.read import open_reader
from controller.procedure.state.inputs import Recorded

from .forge import at_row, forge


def test_replay_prints_rows_rounds_and_equal_snapshots(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["journal", "replay", str(recorded)]) == 0

    out = capsys.readouterr().out
    assert "rows/s" in out
    assert "2 rounds closed" in out
    assert "snapshots   2 equal to the fold" in out


def test_replay_ends_with_1_and_the_row_that_differs(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seq = _first(evening, "DealOk")

    def refused(row: Recorded) -> Recorded:
        return replace(row, outcome=replace(row.outcome, verdict="refused"))

    forge(evening, tmp_path / "forged", at_row(seq, refused))

    assert run(["journal", "replay", str(tmp_path / "forged")]) == 1
    out = capsys.readouterr().out
    assert f"DIFFERS     row {seq} DealOk: verdict: recorded 'refused', now 'accepted'" in out
    assert "--all lists them all" in out
    assert run(["journal", "verify", str(tmp_path / "forged")]) == 3


def test_verify_watch_folds_the_record_and_finds_nothing(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["journal", "verify", str(recorded), "--watch"]) == 3

    assert "0 findings" in capsys.readouterr().out


def test_verify_watch_ends_with_1_on_a_finding(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seq = _first(evening, "Turned")

    def early(row: Recorded) -> Recorded:
        return replace(row, stamped=replace(row.stamped, mono=row.stamped.mono - 40_000))

    forge(evening, tmp_path / "forged", at_row(seq, early))

    assert run(["journal", "verify", str(tmp_path / "forged"), "--watch"]) == 1
    assert f"WATCH       row {seq}: the table's clock went back" in capsys.readouterr().out


def test_hand_lists_rounds_then_tells_one(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["journal", "hand", str(recorded)]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed[1:]] == ["3", "2", "1"]

    assert run(["journal", "hand", str(recorded), "1", "--box", "4"]) == 0
    told = capsys.readouterr().out
    assert "Box 4: DOUBLE on 11" in told
    assert "Box 7: NEXT" not in told

    assert run(["journal", "hand", str(recorded), "2", "--json"]) == 0
    assert '"number": 2' in capsys.readouterr().out


def test_hand_says_that_a_round_is_not_there(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["journal", "hand", str(recorded), "44"]) == 1
    assert "no round 44" in capsys.readouterr().out


def _first(path: Path, kind: str) -> int:
    with open_reader(path) as reader:
        return next(row.seq for row in reader.rows() if row.kind == kind)


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        (("find", "--kind", "no_such_kind"), 1, "no such row"),
        (("find", "--card", "Zz"), 2, "Name the card: rank and suit"),
        (("show", "--from", "100000"), 1, "no such row; the last is "),
        (("hand", "1", "--box", "6"), 1, "box 6 had no part in round 1"),
        (("export", "--day", "2026-13-01"), 2, "'2026-13-01' is no date; write 2026-11-27"),
        (("export", "--from", "noon"), 2, "'noon' is no time; write 2026-11-27 21:00"),
        (("hold", "add", "--day", "noon"), 2, "'noon' is no date; write 2026-11-27"),
    ],
    ids=lambda asked: " ".join(asked) if isinstance(asked, tuple) else "",
)
def test_question_that_finds_nothing_is_answered(
    recorded: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    asked: tuple[str, ...],
    status: int,
    words: str,
) -> None:
    """Silence looks like an answer: nothing happened at 02:14."""
    why = {
        "export": ["--reason", "r", "--who", "w", "-o", str(tmp_path / "out.zip")],
        "hold": ["--reason", "r", "--who", "w"],
    }
    acts, options = 2 if asked[0] == "hold" else 1, why.get(asked[0], [])

    ended = run(["journal", *asked[:acts], str(recorded), *asked[acts:], *options])

    said = capsys.readouterr()
    assert ended == status
    assert words in said.out + said.err


def test_card_is_found_however_it_is_written(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for_each = []
    for written in ("9d", "9D"):
        run(["journal", "find", str(recorded), "--card", written])
        for_each.append(capsys.readouterr().out)

    assert for_each[0] == for_each[1] != ""
