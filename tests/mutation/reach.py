"""Which tests run a line: the suite, run once with coverage contexts, then looked up.

The map is kept under `build/reach/`, named after the sources that it describes; a change of the
rules or the procedure makes a new one. A line that runs at import belongs to no test: it is given
the tests that run anything of its file, or, where nothing of it runs later, those that look at
what is declared.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from coverage import CoverageData

from .choice import MAPPED, ROOT, sources

SUITES = (
    "tests/rules", "tests/procedure", "tests/bench", "tests/audit", "tests/console", "tests/table",
)  # fmt: skip
LEFT_OUT = (
    "tests/rules/test_mutants.py",
    "tests/procedure/walks/test_walk.py",
    "tests/procedure/walks/test_walk_md.py",
)
"""Planted mutants would meet themselves; a walk runs every line and costs minutes."""

PARTICULAR = 12
"""A few tests first: most mutants die in them, and a start costs seconds."""
DECLARED = (
    "tests/procedure/charts/test_charts.py", "tests/procedure/charts/test_chart_rows.py",
    "tests/procedure/charts/test_engine.py", "tests/rules/packs/test_files.py",
    "tests/rules/packs/test_packs.py", "tests/procedure/kept/test_kept.py",
)  # fmt: skip
"""Charts and packs, as they are declared."""
WHOLE = ("tests/rules/kept/test_kept.py", "tests/procedure/kept/test_kept.py")
"""They say everything that evenings and cases come to, so that little escapes them."""


def map_of_the_tree(jobs: int, *, fresh: bool = False) -> Path:
    """The map that fits the sources as they are, made now where there is none.

    Raises:
        SystemExit: The suite fails without any mutant.

    """
    text = b"".join((ROOT / file).read_bytes() for file in sources())
    path = ROOT / "build" / "reach" / f"{hashlib.sha256(text).hexdigest()[:16]}.coverage"
    if path.exists() and not fresh:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    sys.stdout.write("looking which test runs which line (a quarter of an hour) ...\n")
    sys.stdout.flush()
    made = path.with_suffix(".part")
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", *SUITES, "-q", "-n", str(jobs), "--dist", "worksteal",
            *(f"--cov={room}" for room in MAPPED), "--cov-context=test", "--cov-report=",
            "--no-header", "--tb=short", "-m", "not slow",
            *(f"--ignore={file}" for file in LEFT_OUT),
        ],
        cwd=ROOT,
        env={**os.environ, "COVERAGE_FILE": str(made)},
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit("the suite fails without any mutant: mend that first")
    return made.rename(path)


class Reach:
    """The map, read: the tests of a line, the most particular first."""

    def __init__(self, path: Path) -> None:
        self._data = CoverageData(str(path))
        self._data.read()
        self._by_file: dict[str, dict[int, list[str]]] = {}
        self._sizes: Counter[str] = Counter()
        self._early: set[tuple[str, int]] = set()
        for file in sources():
            lines = self._data.contexts_by_lineno(str(ROOT / file))
            self._by_file[file] = {n: [_test(c) for c in who if c] for n, who in lines.items()}
            self._early.update((file, n) for n, who in lines.items() if "" in who)
            for who in self._by_file[file].values():
                self._sizes.update(set(who))

    def tests(self, file: str, line: int) -> list[str]:
        """What is run for a mutant of this line; empty = no test runs it."""
        found = self._by_file[file].get(line) or [*chain(*self._by_file[file].values())]
        if not found and any(early == file for early, _ in self._early):
            return [*DECLARED]
        return in_order(sorted(set(found), key=lambda test: (self._sizes[test], test)))

    def before_the_tests(self, file: str, line: int) -> bool:
        """Whether it also ran while the tests were loaded: what it made then may be kept."""
        return (file, line) in self._early


def _test(context: str) -> str:
    return context.rpartition("|")[0]


def in_order(tests: Sequence[str]) -> list[str]:
    """Each file's in turn; what keeps whole evenings comes behind the most particular ones."""
    kept = [test for test in tests if test.partition("::")[0] in WHOLE]
    turns = _in_turns(test for test in tests if test not in kept)
    return [*turns[:PARTICULAR], *kept, *turns[PARTICULAR:]]


def _in_turns(tests: Iterable[str]) -> list[str]:
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        by_file[test.partition("::")[0]].append(test)
    rows = zip_longest(*by_file.values())
    return [test for row in rows for test in row if test is not None]
