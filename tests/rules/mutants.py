"""Plant one wrong rule at a time and see that a test catches it: `python -m tests.rules.mutants`.

Works on a copy in a temporary folder. Exit status 1 when a mutant survives or does not apply.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("mutants.toml")
TESTS = (
    "test_oracle.py",
    "test_settlement.py",
    "test_settlement_fixed.py",
    "test_bank.py",
    "test_decisions.py",
    "test_wagerers.py",
    "test_cards.py",
    "test_clauses_settle_ma.py",
    "test_clauses_settle_md.py",
    "test_clauses_settle_nh.py",
    "test_clauses_wheel_md.py",
    "test_clauses_xtreme.py",
    "test_clauses_draw.py",
)


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`old` stands once in `file` and becomes `new`."""

    name: str
    file: str
    old: str
    new: str


class Mutants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Mutant, ...]


PARTS = ("controller", "drivers", "tests", "pyproject.toml")


def copied(source: Path, target: Path) -> None:
    for part in PARTS:
        if (source / part).is_dir():
            skipped = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source / part, target / part, ignore=skipped)
        else:
            shutil.copy(source / part, target / part)


def failure(folder: Path) -> str:
    """The first failing test in this copy; empty = every test passes."""
    tests = [f"tests/rules/{name}" for name in TESTS]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-x", "-q", "--no-header", "--tb=no", *tests],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].removeprefix("FAILED tests/rules/")[:90] if failed else done.stdout[-200:]


def caught(kept: Path, mutant: Mutant) -> bool:
    """Plant the mutant in a copy of the copy and say what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copied(kept, copy)
        file = copy / mutant.file
        text = file.read_text("utf-8")
        if text.count(mutant.old) == 1:
            file.write_text(text.replace(mutant.old, mutant.new), "utf-8")
            result = failure(copy)
        else:
            result = ""
    said = result or f"LIVES ({text.count(mutant.old)} places)"
    sys.stdout.write(f"{mutant.name:40} {said}\n")
    sys.stdout.flush()
    return bool(result)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="part of a mutant's name")
    asked = parser.parse_args()
    planted = msgspec.toml.decode(LIST.read_bytes(), type=Mutants).mutant
    chosen = [m for m in planted if asked.only in m.name]
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder)
        copied(ROOT, kept)
        if wrong := failure(kept):
            sys.stdout.write(f"without any mutant: {wrong}\n")
            return 1
        with ThreadPoolExecutor(asked.jobs) as pool:
            results = list(pool.map(lambda mutant: caught(kept, mutant), chosen))
    sys.stdout.write(f"{len(chosen)} mutants, {results.count(False)} alive\n")
    return 1 if False in results else 0


if __name__ == "__main__":
    sys.exit(main())
