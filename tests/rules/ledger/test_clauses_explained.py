"""`rules explain`: a clause on the terminal, in our words."""

from __future__ import annotations

import argparse

import pytest

from controller.cli.texts import rules


def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    rules.add_arguments(parser)
    return rules.main(parser.parse_args(argv))


def test_explain_prints_meaning_values_test_and_note(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever meets a clause id can read what it asks."""
    assert run("explain", "MA 15.l") == 0

    out = capsys.readouterr().out
    assert "MA 15.l" in out
    for said in ("means", "casino supervisor", "permitted_up_cards", "test", "note"):
        assert said in out
    assert max(map(len, out.splitlines())) <= rules.WIDEST


@pytest.mark.parametrize("words", [("md", "13.p"), ("MD 13.P",), ("md   13.P",)])
def test_explain_takes_the_id_as_people_write_it(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Case and blanks are no part of an id."""
    assert run("explain", *words) == 0
    assert capsys.readouterr().out.startswith("MD 13.P ")


def test_explain_names_the_near_ones_of_an_unknown_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A slip of the hand finds its clause; the status says no."""
    assert run("explain", "MA 15.m") == 1
    assert "MA 15.l" in capsys.readouterr().out


def test_explain_says_that_a_house_reading_is_no_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nobody takes our reading for the text."""
    assert run("explain", "MA house.rounding") == 0
    assert "house reading, not a clause" in capsys.readouterr().out
