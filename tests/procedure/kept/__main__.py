"""Write the kept texts again after a wanted change.

An evening that a change has led aground, so that the table refuses whatever comes, is walked
anew by the seed in its name: `python -m tests.procedure.kept --again maryland-5002`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from . import evenings, kinds, walked


def main() -> None:
    ask = argparse.ArgumentParser(prog="python -m tests.procedure.kept", description=__doc__)
    ask.add_argument("--again", nargs="+", default=[], metavar="NAME")
    for name in ask.parse_args().again:
        path = evenings.FOLDER / f"{name}.txt"
        kept = evenings.read(path.read_text("utf-8"))
        seed = int(name.rpartition("-")[2])
        write(path, walked.evening(seed, len(kept.given), kept.table.told_from))
    kinds.GOLDEN.write_text(kinds.table(), "utf-8")
    for path in sorted(evenings.FOLDER.glob("*.txt")):
        write(path, evenings.read(path.read_text("utf-8")))


def write(path: Path, kept: evenings.Kept) -> None:
    path.write_text("".join(f"{line}\n" for line in evenings.lines(kept)), "utf-8")


if __name__ == "__main__":
    main()
