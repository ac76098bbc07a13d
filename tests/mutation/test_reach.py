"""Which tests a mutant meets."""

from __future__ import annotations

from pathlib import Path

from coverage import CoverageData

from .choice import ROOT
from .reach import DECLARED, Reach

CHART = "controller/procedure/charts/round_chart.py"
STEP = "controller/procedure/step.py"


def test_chart_that_only_runs_at_import_meets_the_tests_of_what_is_declared(tmp_path: Path) -> None:
    """No test runs a line of it; what it declares is looked at all the same."""
    path = tmp_path / "some.coverage"
    data = CoverageData(str(path))
    data.set_context("")
    data.add_lines({str(ROOT / CHART): [1, 2], str(ROOT / STEP): [1]})
    data.set_context("tests/x/test_x.py::test_one|run")
    data.add_lines({str(ROOT / STEP): [2]})
    data.write()
    reach = Reach(path)

    assert reach.tests(CHART, 2) == reach.tests(CHART, 9) == [*DECLARED]
    assert reach.tests(STEP, 2) == reach.tests(STEP, 1) == ["tests/x/test_x.py::test_one"]
    assert reach.tests("controller/procedure/entrance.py", 1) == []
    assert all((ROOT / file).exists() for file in DECLARED)
