"""Try mutants on tests that are loaded already: a process for each, forked off behind collection.

Starting pytest and collecting costs more than the test that kills. What runs at import only
(`swap.pairs`) cannot be tried here.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import current_process, get_context
from typing import NoReturn

import msgspec
import pytest
from _pytest.runner import runtestprotocol
from pluggy import PluggyTeardownRaisedWarning

from .choice import Mutant
from .swap import Pairs, pairs, planted

LOADED = ("-n0", "-q", "-s", "--no-header", "-p", "no:cacheprovider", "-p", "no:faulthandler")


WAITS = 5
"""So many times its seconds of processor time a mutant may last: one may wait for ever."""


class Task(msgspec.Struct, frozen=True):
    """A mutant, or the code as it is, and the tests in the order in which they are run."""

    mutant: Mutant | None
    tests: tuple[str, ...]
    """Names of tests, or of files."""


class Answer(msgspec.Struct, frozen=True):
    """What a task came to."""

    fits: bool = True
    """False = the mutant runs at import and was not tried."""
    killer: str = ""
    """The test that failed first; empty = none did."""
    over: bool = False
    """Whether the time was used up before all tests had run."""


class _TimeIsUp(KeyboardInterrupt):
    """Goes through pytest as an interruption does."""


class Warm:
    """The loop of a pytest session: not its tests in turn, but what `work` tries on them."""

    def __init__(self, work: Callable[[Warm], None], *, jobs: int, seconds: float) -> None:
        self._work = work
        self._jobs = jobs
        self._seconds = seconds
        self._items: dict[str, list[pytest.Item]] = {}

    def collect(self, suites: Sequence[str]) -> None:
        """Load the tests, then let `work` go on.

        Raises:
            SystemExit: The tests cannot be collected.

        """
        if pytest.main([*LOADED, *suites], plugins=[self]) is not pytest.ExitCode.OK:
            raise SystemExit("the tests cannot be collected: mend that first")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            self._items.setdefault(item.nodeid, []).append(item)
            self._items.setdefault(item.nodeid.partition("::")[0], []).append(item)
        gc.collect()
        gc.freeze()
        self._work(self)
        return True

    def answers(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """In the order of the tasks, each as soon as it is known."""
        forks = get_context("fork")
        with forks.Pool(self._jobs, _inherit, (self,), maxtasksperchild=1) as pool:
            yield from pool.imap(_tried, tasks, chunksize=1)

    def tried(self, task: Task) -> Answer:
        """In a process of its own, which the mutant spoils."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(nothing, stream)
        if task.mutant is not None:
            found: Pairs | None = pairs(task.mutant)
            gc.unfreeze()
            if found is None or not planted(found, task.mutant.file):
                return Answer(fits=False)
        signal.signal(signal.SIGPROF, _up)
        signal.signal(signal.SIGALRM, _up)
        signal.setitimer(signal.ITIMER_PROF, self._seconds)
        signal.setitimer(signal.ITIMER_REAL, WAITS * self._seconds)
        try:
            return Answer(killer=self._first_failure(task.tests))
        except (_TimeIsUp, PluggyTeardownRaisedWarning):  # the latter where a hook was ending
            return Answer(over=True)

    def _first_failure(self, tests: Sequence[str]) -> str:
        chosen = list(self._chosen(tests))
        for item, following in zip(chosen, [*chosen, None][1:], strict=True):
            reports = runtestprotocol(item, log=False, nextitem=following)
            if any(report.failed for report in reports):
                return item.nodeid
        return ""

    def _chosen(self, tests: Sequence[str]) -> Iterator[pytest.Item]:
        seen = set()
        for test in tests:
            for item in self._items.get(test, ()):
                if item not in seen:
                    seen.add(item)
                    yield item


_inherited: list[Warm] = []


def _inherit(warm: Warm) -> None:
    """A fork has the loaded tests; they cannot be sent. Tests may start processes of their own."""
    _inherited.append(warm)
    current_process()._config["daemon"] = False  # type: ignore[attr-defined]


def _tried(task: Task) -> Answer:
    return _inherited[0].tried(task)


def _up(*_: object) -> NoReturn:
    raise _TimeIsUp
