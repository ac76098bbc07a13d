"""Write the kept texts again after a wanted change.

What a change has led aground, so that the table refuses whatever comes, is made anew: a walk by
the seed in its name, a scenario by playing it: `python -m tests.procedure.kept --again NAME...`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from controller.bench.scenario.file import Scenario
from tests.bench.scenarios.loaded import every_scenario

from . import evenings, kinds, recorded, shapes, walked


def main() -> None:
    ask = argparse.ArgumentParser(prog="python -m tests.procedure.kept", description=__doc__)
    ask.add_argument("--again", nargs="+", default=[], metavar="NAME")
    for name in ask.parse_args().again:
        path = evenings.FOLDER / f"{name}.txt"
        write(path, made(name, path))
    kinds.GOLDEN.write_text(kinds.table(), "utf-8")
    shapes.GOLDEN.write_text("".join(f"{line}\n" for line in shapes.lines()), "utf-8")
    for path in sorted(evenings.FOLDER.glob("*.txt")):
        write(path, evenings.read(path.read_text("utf-8")))


def made(name: str, path: Path) -> evenings.Kept:
    seed = name.rpartition("-")[2]
    if seed.isdigit() and path.exists():
        kept = evenings.read(path.read_text("utf-8"))
        return walked.evening(int(seed), len(kept.given), kept.table.told_from)
    return recorded.evening(next(s for s in every_scenario() if not s.skip and called(s) == name))


def called(scenario: Scenario) -> str:
    """The first row of a file for each pack."""
    return f"{scenario.id.partition('[')[0]}-{scenario.pack}"


def write(path: Path, kept: evenings.Kept) -> None:
    path.write_text("".join(f"{line}\n" for line in evenings.lines(kept)), "utf-8")


if __name__ == "__main__":
    main()
