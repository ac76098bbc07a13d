"""Plant one wrong rule at a time and see that a test catches it: `python -m tests.rules.mutants`.

Works on copies in a temporary folder, one for each job. Exit status 1 when a mutant survives or
does not apply. `--random N` changes N places of the code instead (`tests/mutation/`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from tests.mutation.choice import MAPPED, ROOMS, ROOT
from tests.mutation.nursery import Nursery

LIST = Path(__file__).with_name("mutants.toml")
TESTS_FAILED = 1
"""What pytest ends with then; a file that is not there catches nothing."""


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`old` stands once in `file` and becomes `new`; one of `tests` must then fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """Files below tests, or `file::test` to be quick."""


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Mutant, ...]


class Result(msgspec.Struct, frozen=True):
    mutant: Mutant
    caught_by: str
    """The first failing test; empty = the mutant lives."""


def planted() -> tuple[Mutant, ...]:
    """All that the list holds."""
    return msgspec.toml.decode(LIST.read_bytes(), type=_List).mutant


def places(mutant: Mutant, root: Path = ROOT) -> int:
    """How often the text to change stands in its file; anything but 1 is a stale mutant."""
    return (root / mutant.file).read_text("utf-8").count(mutant.old)


def failure(folder: Path, tests: Iterable[str]) -> str:
    """The first failing test in this copy; empty = every test passes."""
    chosen = [f"tests/{name}" for name in tests]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-x", "-q", "--no-header", "--tb=no", *chosen],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    if done.returncode != TESTS_FAILED:
        raise RuntimeError(f"no test was run: {done.stdout[-500:]}{done.stderr[-500:]}")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition("tests/")[2] if failed else done.stdout[-200:]


def caught(mutant: Mutant, nursery: Nursery) -> Result:
    """Plant it, run its tests, take it out again."""
    if places(mutant) != 1:
        return Result(mutant, "")
    with nursery.planted(mutant.file, lambda text: text.replace(mutant.old, mutant.new)) as copy:
        return Result(mutant, failure(copy, mutant.tests))


def tried(mutants: Sequence[Mutant], jobs: int = 2) -> list[Result]:
    """Try each; a line for each as it is done."""
    with tempfile.TemporaryDirectory() as folder:
        nursery = Nursery(Path(folder), jobs)

        def one(mutant: Mutant) -> Result:
            result = caught(mutant, nursery)
            said = result.caught_by or f"LIVES ({places(mutant)} places)"
            sys.stdout.write(f"{mutant.name:40} {said[:90]}\n")
            sys.stdout.flush()
            return result

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, mutants))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="part of a mutant's name, file or line")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="N places by seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rooms", nargs="+", default=ROOMS, choices=MAPPED, help="where the random ones are drawn"
    )
    parser.add_argument("--seconds", type=float, default=90, help="for each random mutant")
    parser.add_argument("--fresh", action="store_true", help="look anew which test runs a line")
    asked = parser.parse_args()
    if asked.random:
        from tests.mutation.hunt import hunt

        return hunt(
            asked.random,
            asked.seed,
            asked.rooms,
            jobs=asked.jobs,
            seconds=asked.seconds,
            fresh=asked.fresh,
            only=asked.only,
        )
    chosen = [m for m in planted() if asked.only in m.name]
    files = sorted({test for m in chosen for test in m.tests})
    if wrong := failure(ROOT, files):
        sys.stdout.write(f"without any mutant: {wrong}\n")
        return 1
    results = tried(chosen, asked.jobs)
    dead = sum(1 for r in results if r.caught_by)
    sys.stdout.write(f"{dead} caught of {len(results)}\n")
    return 0 if dead == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
