"""What a newcomer meets on the command line: examples that run, words said once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from controller.cli import run
from controller.rules.pack import load, names

ROUND = (
    '{"rules": "NH", "decks": 8, "options": {"hole_card": true},'
    ' "dealer": {"cards": ["9c", "Kd"]},'
    ' "seats": [{"seat": 1, "wager": 100, "initial": ["As", "Ks"]}]}'
)


def test_example_of_settle_is_settled_as_it_stands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit):
        run(["settle", "--help"])
    shown = re.search(r"\{\"rules\".*\}\]\}", capsys.readouterr().out, re.DOTALL)
    assert shown is not None
    case = tmp_path / "case.json"
    case.write_text(shown[0], encoding="utf-8")

    assert run(["settle", str(case)]) == 0

    assert json.loads(capsys.readouterr().out)["cases"][0]["seats"][0]["net"] == 150


def test_case_that_cannot_be_read_is_named_with_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = tmp_path / "case.json"
    case.write_text('{"cases": [{"id": "x"}]}', encoding="utf-8")

    assert run(["settle", str(case)]) == 1

    assert capsys.readouterr().err.startswith(f"{case}: T150 ")


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("", "T150 is empty. See: dealer-assist settle --help"),
        ('{"decks": 6, "insurence": 500', "T150 Input data was truncated"),
        (ROUND.replace('"wager"', '"insurence": 500, "wager"'), "unknown field `insurence`"),
        (ROUND.replace('"NH"', '""'), "the case names no rules. Write `rules`, one of NH, MD"),
        (ROUND.replace("100", "-5"), "main: -$0.05 is too little (NH wagers.ante.2)"),
    ],
)
def test_case_that_would_be_settled_wrong_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, case: str, words: str
) -> None:
    """An insurance whose name was mistyped was settled as none; -$0.05 was read as $-1.95."""
    file = tmp_path / "case.json"
    file.write_text(case, encoding="utf-8")

    assert run(["settle", str(file)]) == 1

    assert words in capsys.readouterr().err


def test_coverage_keeps_each_id_apart_from_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """`NH equipment.4Bankroll`: an id of fourteen letters touched what followed."""
    run(["rules", "coverage", "--tests", str(Path(__file__).parent)])
    lines = capsys.readouterr().out.splitlines()

    ids = [line for line in lines if re.match(r"  (MA|MD|NH|CA) \S", line)]
    assert ids
    assert [line for line in ids if re.match(r"  \S+ [\w.~-]*[a-z0-9][A-Z]", line)] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--tests", "nowhere"), "T100 nowhere: is no folder. Name the folder of the tests"),
        (("--kind", "irregularty"), "T100 --kind: no kind 'irregularty'. Kinds: "),
    ],
)
def test_coverage_of_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], options: tuple[str, str], words: str
) -> None:
    """A kind that was mistyped had no open clause."""
    assert run(["rules", "coverage", *options]) == 2

    assert words in capsys.readouterr().err


def test_clause_that_is_none_leads_to_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "explain", "settle.nope"]) == 1

    assert "`dealer-assist rules show PACK` lists leaves and clauses" in capsys.readouterr().out


@pytest.mark.parametrize("pack", names())
def test_edition_is_said_once(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["rules", "show", pack])

    head = capsys.readouterr().out.splitlines()[0]
    assert head.count(load(pack).edition) <= 1
