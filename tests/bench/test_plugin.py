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


def test_plugin_gives_a_house_a_table_in_virtual_time(tmp_path: Path) -> None:
    (tmp_path / "test_house.py").write_text(TEST)
    run = subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", "controller.bench.plugin", str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
        cwd=tmp_path,
    )
    assert "1 passed" in run.stdout, run.stdout
