"""Change the code at random places and see whether a test notices: `make mutants`, `--random N`.

Each mutant meets the tests that run its line, the most particular first, until one fails or the
time for it is used up: on tests that are loaded already (`warm`), or, where its line runs while
they are loaded, in a copy of the tree. What then lives is either listed in `harmless.toml`,
with the reason why nobody could notice, or it is a hole in the tests. A test that also fails
without the mutant counts for nothing: the killers are run once more on the code as it is.
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
from .reach import PARTICULAR, SUITES, Reach, map_of_the_tree
from .warm import Answer, Task, Warm

HARMLESS = Path(__file__).with_name("harmless.toml")
STAGES = (PARTICULAR, 40, 120, 100_000)
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


class Count:
    """The fates so far, each printed as it is known."""

    def __init__(self, number: int) -> None:
        self.sums: Counter[str] = Counter()
        self.killers: set[str] = set()
        self._number = number

    def add(self, fate: Fate) -> None:
        self.sums[fate.verdict] += 1
        if fate.verdict == "killed" and "::" in fate.by:
            self.killers.add(fate.by)
        place = f"{self.sums.total():4}/{self._number}"
        line = f"{place} {fate.verdict:9} {fate.mutant.named}   {fate.by}"
        sys.stdout.write(line.rstrip() + "\n")
        sys.stdout.flush()

    @property
    def judged(self) -> int:
        return self.sums.total() - self.sums["harmless"]

    @property
    def score(self) -> float:
        return self.sums["killed"] / self.judged if self.judged else 1.0


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
    """In a copy of the tree, with a start of pytest for each stage."""
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


def _fate(task: Task, mutant: Mutant, answer: Answer) -> Fate:
    if answer.killer:
        return Fate(mutant, "killed", answer.killer)
    if not task.tests:
        return Fate(mutant, "unreached")
    return Fate(mutant, "survived", "when its time was up" if answer.over else "all its tests")


def in_copies(
    mutants: Sequence[Mutant], reach: Reach, *, jobs: int, seconds: float
) -> Iterator[Fate]:
    """What became of each, as it is known."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        nursery = Nursery(Path(folder), jobs)
        yield from pool.map(lambda mutant: tried(mutant, reach, nursery, seconds), mutants)


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
    reach, known = Reach(map_of_the_tree(jobs, fresh=fresh)), harmless()
    count = Count(len(mutants))
    alive: list[Mutant] = []
    for mutant in mutants:
        if reason := known.get((mutant.file, mutant.before, mutant.after)):
            count.add(Fate(mutant, "harmless", reason))
        else:
            alive.append(mutant)

    def on_loaded_tests(warm: Warm) -> None:
        tasks = [Task(m, tuple(reach.tests(m.file, m.line))) for m in alive]
        for task, answer in zip(tasks, warm.answers(tasks), strict=True):
            mutant = task.mutant
            assert mutant is not None
            early = not answer.fits or reach.before_the_tests(mutant.file, mutant.line)
            if answer.killer or not early:
                alive.remove(mutant)
                count.add(_fate(task, mutant, answer))

    def on_the_code_as_it_is(warm: Warm) -> None:
        for answer in warm.answers([Task(None, tuple(sorted(count.killers)))]):
            if answer.killer:
                raise SystemExit(f"{answer.killer} fails without any mutant: what it killed lives")

    Warm(on_loaded_tests, jobs=jobs, seconds=seconds).collect(SUITES)
    for fate in in_copies(alive, reach, jobs=jobs, seconds=seconds):
        count.add(fate)
    Warm(on_the_code_as_it_is, jobs=1, seconds=3600).collect(SUITES)
    sums = ", ".join(
        f"{count.sums[v]} {v}" for v in ("killed", "survived", "unreached", "harmless")
    )
    sys.stdout.write(f"seed {seed}: {sums}; {count.score:.1%} of {count.judged} killed\n")
    return 0 if count.score >= WANTED else 1
