"""A house's own tests run with the plugin alone."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import controller.bench

PAGE = Path(controller.bench.__file__).with_name("README.md")

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


def run_house(tmp_path: Path, test: str, plugin: str = "controller.bench.plugin") -> str:
    """What pytest says of a house's own test that has the plugin and nothing else of ours."""
    (tmp_path / "test_house.py").write_text(test)
    run = subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", plugin, str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "PATH": "",
            # The installed plugin would be loaded a second time, under its other name.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
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
    assert "step 1 (floor_called), line 6\n  chart shoe: expected 'ready', found 'empty'" in said


def test_plugin_says_what_is_wrong_without_its_own_insides(tmp_path: Path) -> None:
    """A house tester reads the place in the file, not fifty lines of ours."""
    (tmp_path / "bad.toml").write_text(SCENARIO.replace("floor_called", "flor_called"))
    said = run_house(tmp_path, "def test_bad(scenario): scenario('bad.toml')\n")

    assert "bad.toml, line 6: step 1: flor_called: no such act. Allowed: floor_called" in said
    assert "Traceback" not in said
    assert "file.py" not in said


def test_plugin_asks_a_device_for_what_a_table_asks_it(tmp_path: Path) -> None:
    """`ask` was on the page and never worked: it was called outside the loop."""
    said = run_house(
        tmp_path,
        "from drivers.event import Peeked\n"
        "def answers(reader): return sum(isinstance(one, Peeked) for one in reader.told)\n"
        "def test_answer_waits_until_the_reader_is_free(world, reader):\n"
        "    reader.ask('be_free', False)\n"
        "    world.put_test_card('A', 'K')\n"
        "    world.wait(3)\n"
        "    assert answers(reader) == 0\n"
        "    reader.ask('be_free', True)\n"
        "    world.wait(3)\n"
        "    assert answers(reader) == 1\n",
    )

    assert "1 passed" in said, said


def test_example_of_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    """A stranger copies it; what he copies works."""
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    said = run_house(tmp_path, block, "controller.bench.prove.pytest_entry")

    assert f"{block.count('def test_')} passed" in said, said


def test_pytest_finds_the_plugin_by_its_name() -> None:
    """An installed package needs no `-p`."""
    project = tomllib.loads((PAGE.parents[2] / "pyproject.toml").read_text())
    entry = project["project"]["entry-points"]["pytest11"]["dealer_assist.bench"]

    assert importlib.import_module(entry).pytest_plugins == ("controller.bench.plugin",)


def test_plugin_that_every_run_loads_imports_nothing_of_a_table() -> None:
    """It costs a run of somebody else's tests nothing."""
    code = "import sys, controller.bench.plugin; print(*(m for m in sys.modules if '.' in m))"
    run = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    ours = {m for m in run.stdout.split() if m.startswith(("controller.", "drivers."))}

    assert ours == {"controller.bench", "controller.bench.plugin"}
