"""Copies of the tree to plant wrong code in, one for each job."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from queue import SimpleQueue

from .choice import ROOT

PARTS = (
    "controller", "drivers", "tests", "systemd", "pyproject.toml", "devices.toml", "README.md",
)  # fmt: skip


def copied(target: Path) -> Path:
    """A copy of what the tests need."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            skipped = shutil.ignore_patterns("__pycache__", "*.png")
            shutil.copytree(ROOT / part, target / part, ignore=skipped)
        else:
            shutil.copy(ROOT / part, target / part)
    return target


class Nursery:
    """A planted file gets a date of its own, so that no old bytecode is used."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self._copies: SimpleQueue[Path] = SimpleQueue()
        self._dates = count(int(time.time()) - 1_000_000)
        for n in range(jobs):
            self._copies.put(copied(folder / str(n)))

    @contextmanager
    def clean(self) -> Iterator[Path]:
        """A copy as the code is."""
        copy = self._copies.get()
        try:
            yield copy
        finally:
            self._copies.put(copy)

    @contextmanager
    def planted(self, name: str, changed: Callable[[str], str]) -> Iterator[Path]:
        """A copy in which the code of that file is changed."""
        with self.clean() as copy:
            file = copy / name
            kept = file.read_text("utf-8")
            try:
                self._write(file, changed(kept))
                yield copy
            finally:
                self._write(file, kept)

    def _write(self, file: Path, text: str) -> None:
        date = next(self._dates)
        file.write_text(text, "utf-8")
        os.utime(file, (date, date))
