"""`rules list | show | diff`: the packs on a terminal, leaf by leaf with their clauses."""

from __future__ import annotations

import argparse

import pytest

from controller.cli.texts import rules
from controller.errors import PackError
from controller.rules import pack as packs


def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    rules.add_arguments(parser)
    return rules.main(parser.parse_args(argv))


def test_list_names_each_pack_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    """Five packs, one a line."""
    assert run("list") == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(packs.names())
    assert all(
        packs.load(name).title in line for name, line in zip(packs.names(), lines, strict=True)
    )


@pytest.mark.parametrize("name", packs.names())
def test_show_prints_every_leaf_with_its_clause(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the table follows can be read without the file."""
    assert run("show", name) == 0

    out = capsys.readouterr().out
    for path, leaf in packs.leaves(packs.load(name)):
        assert path.partition(".")[2] in out
        assert leaf.clause in out


def test_show_says_what_an_operator_may_choose(capsys: pytest.CaptureFixture[str]) -> None:
    """The allowed values stand beside the value."""
    run("show", "maryland")

    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line}
    assert "6  [free: 6, 8]" in lines["decks"]


def test_diff_names_the_leaves_that_differ(capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison of two jurisdictions, with both clauses; status 1 when there is any."""
    assert run("diff", "massachusetts", "maryland") == 1

    out = capsys.readouterr().out
    assert "settle.bonus_on_split" in out
    assert "(MA 10.e)" in out
    assert "(MD 11.F)" in out
    assert "settle.win\n" not in out


def test_diff_of_a_pack_with_itself_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 0, nothing differs."""
    assert run("diff", "maryland", "maryland") == 0
    assert "0 leaves differ" in capsys.readouterr().out


@pytest.mark.parametrize("argv", [("show", "utah"), ("diff", "maryland", "utah")])
def test_an_unknown_pack_is_refused_with_the_known_ones(argv: tuple[str, ...]) -> None:
    """A typo names what there is."""
    with pytest.raises(PackError, match="boston-billiard"):
        run(*argv)
