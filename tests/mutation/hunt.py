"""Change the code at random places and see whether a test notices: `make mutants`, `--random N`.

Each mutant meets the tests that run its line, the most particular first, until one fails or the
time for it is used up. What then lives is either listed in `harmless.toml`, with the reason why
nobody could notice, or it is a hole in the tests. A test that also fails without the mutant
counts for nothing: the killers are run once more on the code as it is.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from .choice import Mutant, chosen, sources
from .nursery import Nursery
from .reach import PARTICULAR, WHOLE, Reach, map_of_the_tree

HARMLESS = Path(__file__).with_name("harmless.toml")
STAGES = (PARTICULAR, PARTICULAR + len(WHOLE), 120, 100_000)
WANTED = 0.92


class Harmless(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that nobody can notice, and why."""

    file: str
    before: str
    after: str
    reason: str


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Harmless, ...] = ()


class Fate(msgspec.Struct, frozen=True):
    """What became of a mutant."""

    mutant: Mutant
    verdict: str
    """killed, survived, unreached or harmless"""
    by: str = ""
    """The test that failed, or the reason."""


def harmless() -> dict[tuple[str, str, str], str]:
    listed = msgspec.toml.decode(HARMLESS.read_bytes(), type=_List).mutant
    return {(m.file, m.before, m.after): m.reason for m in listed}


def first_failure(folder: Path, tests: Sequence[str], seconds: float) -> str | None:
    """The test that fails first; None = none failed within so many seconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as ids:
        ids.write("\n".join(tests))
        ids.flush()
        run = subprocess.Popen(
            [
                sys.executable, "-m", "pytest", "-n0", "-x", "-q", "--no-header", "--tb=no",
                "-W", "ignore::pytest.PytestConfigWarning", f"@{ids.name}",
            ],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = run.communicate(timeout=max(1.0, seconds))
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            return None
    if run.returncode == 0:
        return None
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition(" ")[2].partition(" - ")[0] if failed else said[-200:].strip()


def tried(mutant: Mutant, reach: Reach, nursery: Nursery, seconds: float) -> Fate:
    tests = reach.tests(mutant.file, mutant.line)
    if not tests:
        return Fate(mutant, "unreached")
    until = time.monotonic() + seconds
    done = 0
    with nursery.planted(mutant.file, lambda _: mutant.code) as copy:
        for stage in STAGES:
            part = tests[done:stage]
            left = until - time.monotonic()
            if part and left > 0 and (killer := first_failure(copy, part, left)) is not None:
                return Fate(mutant, "killed", killer)
            done = stage
    return Fate(mutant, "survived")


def fates(mutants: Sequence[Mutant], reach: Reach, *, jobs: int, seconds: float) -> Iterator[Fate]:
    """What became of each, as it is known."""
    known = harmless()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        nursery = Nursery(Path(folder), jobs)

        def one(mutant: Mutant) -> Fate:
            if reason := known.get((mutant.file, mutant.before, mutant.after)):
                return Fate(mutant, "harmless", reason)
            return tried(mutant, reach, nursery, seconds)

        killers = set()
        for fate in pool.map(one, mutants):
            if fate.verdict == "killed" and "::" in fate.by:
                killers.add(fate.by)
            yield fate
        with nursery.clean() as copy:
            false = first_failure(copy, sorted(killers), 3600) if killers else None
    if false is not None:
        raise SystemExit(f"{false} fails without any mutant: what it killed counts for nothing")


def hunt(
    number: int,
    seed: int,
    rooms: Sequence[str],
    *,
    jobs: int,
    seconds: float,
    fresh: bool,
    only: str,
) -> int:
    """Print each fate and the sum; 0 = enough are killed."""
    mutants = [m for m in chosen(number, seed, sources(rooms)) if only in m.named]
    reach = Reach(map_of_the_tree(jobs, fresh=fresh))
    counted: Counter[str] = Counter()
    for n, fate in enumerate(fates(mutants, reach, jobs=jobs, seconds=seconds), start=1):
        counted[fate.verdict] += 1
        line = f"{n:4}/{len(mutants)} {fate.verdict:9} {fate.mutant.named}   {fate.by}"
        sys.stdout.write(line.rstrip() + "\n")
        sys.stdout.flush()
    judged = len(mutants) - counted["harmless"]
    score = counted["killed"] / judged if judged else 1.0
    sums = ", ".join(f"{counted[v]} {v}" for v in ("killed", "survived", "unreached", "harmless"))
    sys.stdout.write(f"seed {seed}: {sums}; {score:.1%} of {judged} killed\n")
    return 0 if score >= WANTED else 1
