"""`rules coverage`: a test proves a clause only when it is marked with it and really runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

import pytest

from controller.cli.texts import clause_coverage
from controller.errors import TableError
from controller.rules import ledger

SUITE = """
import pytest

@pytest.mark.clause("MA 1.push", "MA 5.b")
def test_runs(): ...

@pytest.mark.skip
@pytest.mark.clause("MA 5.a")
def test_skipped(): ...

@pytest.mark.skipif("True")
@pytest.mark.clause("MA 5.c")
def test_skipped_here(): ...

@pytest.mark.xfail
@pytest.mark.clause("MA 5.d")
def test_expected_to_fail(): ...

@pytest.mark.parametrize("n", [
    pytest.param(1, marks=pytest.mark.clause("MA 5.e")),
    pytest.param(2, marks=[pytest.mark.clause("MA 5.f"), pytest.mark.xfail]),
])
def test_table(n): ...
"""
WAITS, REASON = "MD 5.J", "a device that nobody has"
INI = "[pytest]\nmarkers = clause(*ids): proves\naddopts = --strict-markers -p no:cacheprovider\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text(INI)
    (tmp_path / "test_suite.py").write_text(SUITE)
    return tmp_path


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """One clause waits, whether or not any does."""
    monkeypatch.setattr(ledger, "waits", lambda: {WAITS: REASON})


@pytest.fixture(scope="module")
def marks() -> dict[str, list[str]]:
    """What the whole suite proves."""
    return clause_coverage.collect(Path(__file__).parents[2])


def run(*options: str) -> int:
    parser = argparse.ArgumentParser()
    clause_coverage.add_arguments(parser)
    return clause_coverage.main(parser.parse_args(options))


def test_only_marks_of_tests_that_run_are_collected(suite: Path) -> None:
    """Skipped tests and expected failures prove nothing (rules/README)."""
    marks = clause_coverage.collect(suite)

    assert sorted(marks) == ["MA 1.push", "MA 5.b", "MA 5.e"]
    assert marks["MA 5.b"] == ["test_suite.py::test_runs"]


def test_every_clause_of_a_pack_is_proven_outside_or_open() -> None:
    """Every clause is accounted for in exactly one place."""
    source = ledger.clause("MD 1.A").documents[0]

    one = clause_coverage.tally("p", source, {"MD 1.A": ["t"], "MA 5.b": ["t"]})

    assert one.count == 331
    assert [c.id for c in one.proven] == ["MD 1.A"]
    assert {c.enforceable for c in one.outside} == {"outside"}


@pytest.mark.usefixtures("waiting")
def test_a_clause_named_as_waiting_is_neither_proven_nor_open() -> None:
    """Named in clauses/waits.toml with its reason."""
    one = clause_coverage.tally("p", ledger.clause(WAITS).documents[0], {})

    assert WAITS in {c.id for c in one.waits}
    assert not {c.id for c in one.waits} & {c.id for c in one.open}


def test_no_clause_that_waits_is_proven_or_outside(marks: dict[str, list[str]]) -> None:
    """A proof strikes the clause out of clauses/waits.toml."""
    assert [name for name in ledger.waits() if name in marks] == []
    assert {ledger.clause(name).enforceable for name in ledger.waits()} <= set(
        get_args(ledger.Enforceable)
    ) - {"outside"}


def test_every_clause_that_rules_can_prove_is_proven_outside_or_waits(
    marks: dict[str, list[str]],
) -> None:
    """No open clause on wagers, decisions, draws, payments, fees, or to be configured."""
    kinds = set(clause_coverage.BY_CASES)

    left = [
        c.id
        for c in ledger.all_clauses()
        if (c.kind in kinds or c.enforceable == "configure")
        and c.enforceable != "outside"
        and c.id not in marks
        and c.id not in ledger.waits()
    ]

    assert left == []


@pytest.mark.usefixtures("waiting")
def test_a_waiting_clause_that_a_test_proves_fails_the_coverage(
    suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list says what is missing, so it must not say too much."""
    (suite / "test_suite.py").write_text(SUITE.replace("MA 5.b", WAITS))

    assert run("--tests", str(suite)) == 1
    assert "strike it out" in capsys.readouterr().out


@pytest.mark.usefixtures("waiting")
def test_coverage_prints_counts_open_and_outside(
    suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The floor of proof is read from one table."""
    status = run("--tests", str(suite), "--by-test")

    out = capsys.readouterr().out
    assert status == 0
    assert "proven" in out.splitlines()[0]
    assert "open" in out.splitlines()[0]
    assert "outside the controller" in out
    assert "\nwaits\n" in out
    assert REASON in out
    assert "test_suite.py::test_runs" in out


def test_coverage_of_one_kind_counts_that_kind_only(
    suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--kind fee` is the table of the fees."""
    run("--tests", str(suite), "--kind", "fee")

    counts = {
        line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines()[1:6]
    }
    assert counts["pure-21-5"] == "17"
    assert counts["maryland"] == "0"


def test_a_mark_that_is_no_clause_fails_the_coverage(
    suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mis-spelt mark would prove nothing, silently."""
    (suite / "test_suite.py").write_text(SUITE.replace("MA 5.b", "MA 5.bb"))

    assert run("--tests", str(suite)) == 1
    assert "no such clause: 'MA 5.bb'" in capsys.readouterr().out


def test_a_suite_that_cannot_be_collected_is_an_error(suite: Path) -> None:
    """No coverage is better than a wrong one."""
    (suite / "test_suite.py").write_text("import nowhere_at_all\n")

    with pytest.raises(TableError, match="cannot be collected"):
        clause_coverage.collect(suite)
