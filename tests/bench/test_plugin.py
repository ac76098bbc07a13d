"""A house's own tests run with the plugin alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TEST = """
def test_three_rounds(bench_table, in_virtual_time):
    async def evening():
        async with bench_table(seed=3) as table:
            await table.dealer.play(3)
            return len(table.dealer.rounds)
    assert in_virtual_time(evening()) == 3
"""


SCENARIO = """
name = "The floor is called"
pack = "maryland"
[given]
at = "closed"
[[when]]
floor_called = true
then.charts = { shoe = "SHOE" }
"""


def run_house(tmp_path: Path, test: str) -> str:
    """What pytest says of a house's own test that has the plugin and nothing else of ours."""
    (tmp_path / "test_house.py").write_text(test)
    run = subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", "controller.bench.plugin", str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
        cwd=tmp_path,
    )
    return run.stdout


def test_plugin_gives_a_house_a_table_in_virtual_time(tmp_path: Path) -> None:
    said = run_house(tmp_path, TEST)

    assert "1 passed" in said, said


def test_plugin_plays_a_scenario_that_lies_beside_the_test(tmp_path: Path) -> None:
    """It passes, or fails with the step and what was found."""
    (tmp_path / "right.toml").write_text(SCENARIO.replace("SHOE", "empty"))
    (tmp_path / "wrong.toml").write_text(SCENARIO.replace("SHOE", "ready"))
    said = run_house(
        tmp_path,
        "def test_right(scenario): scenario('right.toml')\n"
        "def test_wrong(scenario): scenario('wrong.toml')\n",
    )

    assert "1 failed, 1 passed" in said, said
    assert "step 1 (floor_called)\n  chart shoe: expected 'ready', found 'empty'" in said
