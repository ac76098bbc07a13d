"""`dealer-assist diagram`: the charts as Mermaid, and those on the page of the procedure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.cli import run
from controller.cli.diagram import diagram
from controller.procedure.charts.owners import CHARTS
from tests.layout import ROOT

README = ROOT / "controller" / "procedure" / "README.md"
SHOWN = re.compile(r"(<!-- dealer-assist diagram (\w+) -->\n```mermaid\n)(.*?)(```\n)", re.DOTALL)


def redrawn(readme: str) -> str:
    """The text with each marked block drawn again."""
    return SHOWN.sub(lambda m: f"{m[1]}{diagram(m[2])}{m[4]}", readme)


@pytest.mark.parametrize("chart", CHARTS)
def test_diagram_draws_every_state_and_event_when_a_chart_is_named(
    chart: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One chart is bare Mermaid that names its first state, all states and all events.

    An event that leaves a state stands at the one arrow between the two, any other in its box.
    """
    assert run(["diagram", chart]) == 0

    first, *lines = capsys.readouterr().out.splitlines()
    drawn = {line.strip() for line in lines}
    assert first == "stateDiagram-v2"
    for state in CHARTS[chart].states:
        assert f'state "{state.name}" as {state.id}' in drawn
        assert (f"[*] --> {state.id}" in drawn) == state.initial
        for t in state.transitions:
            assert t.target is not None
            event = " ".join(str(e.name) for e in t.events)
            if t.target is state:
                assert any(line.startswith(f"{state.id} : {event}") for line in drawn), event
            else:
                (arrow,) = (x for x in drawn if x.startswith(f"{state.id} --> {t.target.id} : "))
                assert event in arrow, arrow


def test_diagram_draws_all_charts_when_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A Markdown page with one block for each chart, in the order of the evening."""
    assert run(["diagram"]) == 0

    page = capsys.readouterr().out
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == list(CHARTS)
    blocks = re.findall(r"^```mermaid\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert blocks == [diagram(chart) for chart in CHARTS]


def test_diagram_names_the_charts_when_it_does_not_know_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(["diagram", "poker"])

    said = capsys.readouterr().err
    assert "poker" in said
    for chart in CHARTS:
        assert chart in said


def test_diagram_goes_into_a_file_when_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "shoe.mmd"

    assert run(["diagram", "shoe", "--out", str(out)]) == 0

    assert out.read_text("utf-8") == diagram("shoe")
    assert capsys.readouterr().out == ""


def test_diagram_says_what_is_wrong_when_the_file_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["diagram", "--out", str(tmp_path)]) == 1

    assert str(tmp_path) in capsys.readouterr().err


def test_readme_shows_the_charts_of_round_and_shoe_as_they_are() -> None:
    """The blocks of the page are the output of the command. To draw them again: `make diagrams`."""
    readme = README.read_text("utf-8")

    assert [m[2] for m in SHOWN.finditer(readme)] == ["round", "shoe"]
    assert readme.count("```mermaid") == 2
    assert redrawn(readme) == readme, "stale: make diagrams"


if __name__ == "__main__":
    README.write_text(redrawn(README.read_text("utf-8")), "utf-8")
